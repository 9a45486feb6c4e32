import type { Permission, Permissions } from '@common/permissions'
import { capabilitiesOf } from '@common/dialects'
import type { Table } from '@common/model'
import type { OpenedShare } from '@common/operations/shares'
import { invalidateProject, live, messageOf, queryClient } from '@renderer/api'
import { EngineProvider, useTable } from '@renderer/features/tables'
import { viewKindOf } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { EmptyState, ErrorState, useTitle } from '@renderer/ui'
import { Suspense, useEffect, useMemo } from 'react'
import styles from './shares.module.css'
import { useVisitorView } from './use-visitor-view'
import { VisitorBar, VisitorFoot } from './VisitorBar'

type SharedView = Extract<OpenedShare, { kind: 'view' }>

/** A shared view, read only. */
export function VisitorView({ share }: { readonly share: SharedView }) {
  const { t } = useTranslation()
  const { projectId } = share
  const { value: table, error, retry } = useTable(projectId, share.table)
  useTitle(share.view.title)
  useLiveStructure(projectId)
  return (
    <div className={styles.page}>
      <VisitorBar share={share} icon={viewKindOf(share.view.kind).icon} title={share.view.title} />
      {table === null ? (
        <div className={styles.middle}>
          <EmptyState headingLevel={1} title={t('shares.tableGone')} text={t('shares.tableGoneText')} />
        </div>
      ) : table === undefined ? (
        error !== null && (
          <div className={styles.middle}>
            <ErrorState title={t('shares.notOpened')} text={messageOf(error)} onRetry={retry} />
          </div>
        )
      ) : (
        <EngineProvider value={capabilitiesOf(undefined)}>
          <OpenView share={share} table={table} />
        </EngineProvider>
      )}
      <VisitorFoot />
    </div>
  )
}

const readers: readonly Permission[] = ['table.read', 'row.read', 'file.read']
const readingOnly: Permissions = new Set(readers)
const downloading: Permissions = new Set<Permission>([...readers, 'row.export'])

function OpenView({ share, table: whole }: { readonly share: SharedView; readonly table: Table }) {
  const { projectId, download } = share
  // Visitors know the view by its own name.
  const table = useMemo(() => ({ ...whole, type: 'view' as const }), [whole])
  const view = useVisitorView(projectId, table, share.view)
  const Kind = viewKindOf(view.view.kind).View
  return (
    <div className={styles.view}>
      <Suspense>
        <Kind
          projectId={projectId}
          table={table}
          permissions={download ? downloading : readingOnly}
          columnCommands={undefined}
          view={view}
        />
      </Suspense>
    </div>
  )
}

/** Follows changes of the view and its table. The rows have listeners of their own. */
function useLiveStructure(projectId: string): void {
  useEffect(
    () =>
      live.listen(projectId, (changes) => {
        for (const change of changes)
          if (change.kind === 'command') invalidateProject(queryClient, projectId, change.changes)
          else if (change.kind === 'elsewhere') invalidateProject(queryClient, projectId, ['schema'])
      }),
    [projectId],
  )
}
