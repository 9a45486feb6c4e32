import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import type { View } from '@common/views'
import { isApiError, messageOf, useOperation } from '@renderer/api'
import { useTable } from '@renderer/features/tables'
import { useViewList } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { permissionsIn } from '@renderer/stores'
import { classes, EmptyState, ErrorState, Skeleton, useTitle } from '@renderer/ui'
import { useMemo, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import styles from './form.module.css'
import { FormFill } from './FormFill'
import { prefilled } from './prefill'
import { useMemberForm } from './use-form'

/** `/nc/{project_id}/form/{id}`: a form for project members, without the rest of the application. */
export function FormPage() {
  const { projectId = '', viewId = '' } = useParams()
  return (
    <div className={classes(styles.stage, styles.whole)}>
      <Found key={`${projectId} ${viewId}`} projectId={projectId} viewId={viewId} />
    </div>
  )
}

function Found({ projectId, viewId }: { readonly projectId: string; readonly viewId: string }) {
  const project = useOperation('projectOpen', {}, { projectId, silent: true })
  const found = useOperation('formGet', { id: viewId }, { projectId, silent: true })
  const error = project.error ?? found.error
  const permissions = permissionsIn(project.data)
  if (error !== null)
    return (
      <Unfound
        error={error}
        onRetry={() => {
          void project.refetch()
          void found.refetch()
        }}
      />
    )
  if (found.data === undefined || project.data === undefined) return <Coming />
  return <OfTable projectId={projectId} viewId={viewId} tableName={found.data.table} permissions={permissions} />
}

interface OfTableProps {
  readonly projectId: string
  readonly viewId: string
  readonly tableName: string
  readonly permissions: Permissions
}

function OfTable({ projectId, viewId, tableName, permissions }: OfTableProps) {
  const { t } = useTranslation()
  const table = useTable(projectId, tableName)
  const views = useViewList(projectId, tableName)
  const error = table.error ?? views.error
  if (error !== null)
    return (
      <Unfound
        error={error}
        onRetry={() => {
          table.retry()
          views.retry()
        }}
      />
    )
  if (table.value === undefined || views.value === undefined) return <Coming />
  const view = views.value.find(({ id }) => id === viewId)
  if (table.value === null || view === undefined)
    return <EmptyState headingLevel={1} title={t('forms.gone.title')} text={t('forms.gone.text')} />
  return <Open projectId={projectId} table={table.value} view={view} permissions={permissions} />
}

interface OpenProps {
  readonly projectId: string
  readonly table: Table
  readonly view: View
  readonly permissions: Permissions
}

function Open({ projectId, table, view, permissions }: OpenProps) {
  const { form, reader, sources, send, closed } = useMemberForm(projectId, table, view, permissions)
  const [query] = useSearchParams()
  const given = useMemo(() => prefilled(form, query), [form, query])
  useTitle(form.title)
  return (
    <FormFill form={form} reader={reader} sources={sources} onSend={send} prefilled={given} closed={closed} leadsOn />
  )
}

function Unfound({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  const { t } = useTranslation()
  const isGone = isApiError(error) && (error.status === 404 || error.status === 403)
  return isGone ? (
    <EmptyState headingLevel={1} title={t('forms.gone.title')} text={t('forms.gone.text')} />
  ) : (
    <ErrorState title={t('forms.notLoaded')} text={messageOf(error)} onRetry={onRetry} />
  )
}

function Coming(): ReactNode {
  return (
    <div className={styles.sheet}>
      <div className={styles.body}>
        <Skeleton width="50%" height={28} />
        <Skeleton height={36} />
        <Skeleton height={36} />
      </div>
    </div>
  )
}
