import type { Role } from '@common/permissions'
import { messageOf } from '@renderer/api'
import { GridView, keepPlace, placeColumn, shownLinks, type Bounds } from '@renderer/features/grid'
import { DriftNote, goneSentence, useTableDrift } from '@renderer/features/meta'
import { ColumnDialog as ColumnForm, DeleteColumnDialog, DeleteLinkDialog, useTable } from '@renderer/features/tables'
import { tabs, type Tab } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState } from '@renderer/ui'
import { Suspense, useMemo, useState } from 'react'
import styles from './dashboard.module.css'
import { GridSkeleton } from './DashboardSkeleton'
import { metaTab } from './use-tab-route'

export interface TableTabProps {
  readonly projectId: string
  readonly tab: Tab
  readonly roles: readonly Role[]
  readonly mayChangeSchema: boolean
}

type ColumnDialog =
  | {
      readonly kind: 'edit'
      readonly column: string | undefined
      readonly at: Bounds
      readonly place?: { readonly beside: string; readonly side: 'left' | 'right' }
    }
  | { readonly kind: 'delete'; readonly column: string }

/** A table or view in its tab, with the dialogs of its columns. */
export function TableTab({ projectId, tab, roles, mayChangeSchema }: TableTabProps) {
  const { t } = useTranslation()
  const { value: table, error, retry } = useTable(projectId, tab.name)
  const [dialog, setDialog] = useState<ColumnDialog>()
  const mayChange = mayChangeSchema && tab.type === 'table'
  const commands = useMemo(
    () =>
      mayChange
        ? {
            add: (at: Bounds) => setDialog({ kind: 'edit', column: undefined, at }),
            insert: (beside: string, side: 'left' | 'right', at: Bounds) =>
              setDialog({ kind: 'edit', column: undefined, at, place: { beside, side } }),
            edit: (column: string, at: Bounds) => setDialog({ kind: 'edit', column, at }),
            remove: (column: string) => setDialog({ kind: 'delete', column }),
          }
        : undefined,
    [mayChange],
  )
  const close = (): void => setDialog(undefined)
  const drift = useTableDrift(projectId, tab.name, mayChangeSchema)
  if (table === null)
    return (
      <div className={styles.nothing}>
        <EmptyState
          title={t('tabs.missing.title', { name: tab.title })}
          text={drift === undefined ? t('tabs.missing.text') : goneSentence(drift)}
          action={
            <div className={styles.actions}>
              {drift && (
                <Button kind="main" icon="layers" onClick={() => tabs.open(metaTab())}>
                  {t('meta.note.review')}
                </Button>
              )}
              <Button onClick={() => tabs.close(tab.key)}>{t('tabs.missing.action')}</Button>
            </div>
          }
        />
      </div>
    )
  if (table === undefined)
    return error === null ? (
      <GridSkeleton />
    ) : (
      <div className={styles.problem}>
        <ErrorState title={t('dashboard.tableFailed', { table: tab.title })} text={messageOf(error)} onRetry={retry} />
      </div>
    )
  const column = table.columns.find((one) => one.name === dialog?.column)
  const computed = table.virtualColumns.find((one) => one.id === dialog?.column)
  // A column that holds a reference is a link to people.
  const link = computed?.kind === 'link' ? computed : shownLinks(table).references.get(dialog?.column ?? '')
  return (
    <Suspense fallback={<GridSkeleton />}>
      {drift && <DriftNote table={table.title} drift={drift} onReview={() => tabs.open(metaTab())} />}
      <GridView projectId={projectId} table={table} roles={roles} columnCommands={commands} />
      {dialog?.kind === 'edit' && (
        <ColumnForm
          projectId={projectId}
          table={table}
          column={dialog.column}
          at={dialog.at}
          onClose={close}
          onSave={(name) => {
            if (dialog.place) placeColumn(projectId, table, name, dialog.place)
            else if (dialog.column !== undefined) keepPlace(projectId, table, dialog.column, name)
          }}
        />
      )}
      {dialog?.kind === 'delete' && column && !link && (
        <DeleteColumnDialog projectId={projectId} table={table} column={column} onClose={close} />
      )}
      {dialog?.kind === 'delete' && link && (
        <DeleteLinkDialog projectId={projectId} table={table} column={link} onClose={close} />
      )}
      {dialog?.kind === 'delete' && computed && computed.kind !== 'link' && (
        <DeleteColumnDialog projectId={projectId} table={table} column={computed} onClose={close} />
      )}
    </Suspense>
  )
}
