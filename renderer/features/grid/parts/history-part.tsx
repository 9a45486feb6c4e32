import { rowIdSegment } from '@common/query/row-id'
import type { Column } from '@common/model'
import { can } from '@common/permissions'
import { RowHistoryPanel } from '@renderer/features/audit'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState } from 'react'
import type { GridModel } from '../grid-model'
import { problemSentence } from '../problem-sentence'
import { recordLabel } from '../links/linked'
import type { GridPart } from '../parts'
import { keyColumns, storedValue, type Row } from '../row-key'
import type { GridSession } from '../session'

/** The history of one record, opened from a cell: the command that opens it, and the panel while it is open. */
export function useHistoryPart({ projectId, model, columns, roles, grid }: GridSession): GridPart {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ readonly row: Row; readonly column: Column }>()
  const [version, setVersion] = useState(0)
  const { table } = model

  const restore = async (row: Row, column: Column, value: string | number | boolean | null): Promise<void> => {
    const parsed = model.parse({ kind: 'json', value }, column)
    if (!parsed.ok) {
      toast.error(t('history.notRestored'), { detail: problemSentence(parsed.problem, column) })
      return
    }
    await model.writes.write(row, column, parsed.value, model.textOf(parsed.value, column))
    setVersion((before) => before + 1)
  }
  const close = (): void => {
    setOpen(undefined)
    grid.current?.focus()
  }

  return {
    // Nothing to tell of new rows, of tables without a key, and to roles that may not.
    cellMenu: (cell) => {
      const row = model.isDraft(cell.row) ? undefined : model.rows.rowAt(cell.row)
      const column = columns[cell.column]?.column
      if (!can(roles, 'row.history') || table.primaryKey.length === 0 || row === undefined || column === undefined)
        return []
      return [
        {
          id: 'record.history',
          group: 'record',
          icon: 'history',
          label: t('grid.menu.history'),
          run: () => {
            setVersion((before) => before + 1)
            setOpen({ row, column })
          },
        },
      ]
    },
    stage: open && (
      <RowHistoryPanel
        projectId={projectId}
        table={table}
        rowId={rowIdOf(table, open.row)}
        recordName={nameOf(model, open.row)}
        column={open.column}
        version={version}
        mayRestore={(column) => columns.some(({ id, editable }) => id === column.name && editable)}
        onRestore={(column, value) => restore(open.row, column, value)}
        onClose={close}
      />
    ),
  }
}

function rowIdOf(table: GridModel['table'], row: Row): string {
  return rowIdSegment(keyColumns(table).map((column) => String(storedValue(row[column.title]) ?? '')))
}

/** What the record is called, or its key where nothing names it. */
function nameOf(model: GridModel, row: Row): string {
  const name = recordLabel(model.table, row, model.reader)
  return name === '' ? decodeURIComponent(rowIdOf(model.table, row)) : name
}
