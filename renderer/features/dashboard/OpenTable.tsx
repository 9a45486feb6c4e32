import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import type { View } from '@common/views'
import { placeColumn, shownLinks } from '@renderer/features/records'
import type { Bounds } from '@renderer/ui'
import { ColumnDialog as ColumnForm, DeleteColumnDialog, DeleteLinkDialog } from '@renderer/features/tables'
import { QueryValuesFrame } from '@renderer/features/query-tables'
import { nextFocus } from '@renderer/stores'
import { tabs, type Tab } from '@renderer/features/tabs'
import { useTableView, viewKindOf } from '@renderer/features/views'
import { useMemo, useState } from 'react'

export interface OpenTableProps {
  readonly projectId: string
  readonly tab: Tab
  readonly table: Table
  readonly views: readonly View[]
  readonly permissions: Permissions
  /** True if the user may change the table's columns. */
  readonly mayChange: boolean
}

type ColumnDialog =
  | {
      readonly kind: 'edit'
      readonly column: string | undefined
      readonly at: Bounds
      readonly place?: { readonly beside: string; readonly side: 'left' | 'right' }
    }
  | { readonly kind: 'delete'; readonly column: string }

/** A table in the view that its tab has chosen, with the dialogs of its columns. */
export function OpenTable({ projectId, tab, table, views, permissions, mayChange }: OpenTableProps) {
  const [dialog, setDialog] = useState<ColumnDialog>()
  const view = useTableView({
    projectId,
    table,
    permissions,
    views,
    viewId: tab.view,
    choose: (id) => tabs.choose(tab.key, id),
  })
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
  const Kind = viewKindOf(view.view.kind).View
  const column = table.columns.find((one) => one.name === dialog?.column)
  const computed = table.virtualColumns.find((one) => one.id === dialog?.column)
  // To users, a column that holds a reference is a link.
  const link = computed?.kind === 'link' ? computed : shownLinks(table).references.get(dialog?.column ?? '')
  const shown = (values: string) => (
    <Kind
      key={`${view.view.id ?? ''} ${values}`}
      projectId={projectId}
      table={table}
      permissions={permissions}
      columnCommands={commands}
      view={view}
    />
  )
  return (
    <>
      {table.parameters === undefined || table.parameters.length === 0 ? (
        shown('')
      ) : (
        <QueryValuesFrame projectId={projectId} table={table} parameters={table.parameters}>
          {shown}
        </QueryValuesFrame>
      )}
      {dialog?.kind === 'edit' && (
        <ColumnForm
          projectId={projectId}
          table={table}
          column={dialog.column}
          at={dialog.at}
          onClose={close}
          onSave={(name) => {
            if (dialog.place) placeColumn(view, name, dialog.place)
            if (dialog.column === undefined) nextFocus.ask({ table: table.name, column: name })
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
    </>
  )
}
