import { rowIdSegment } from '@common/query/row-id'
import type { Column } from '@common/model'
import { RowHistoryPanel } from '@renderer/features/audit'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState, type ReactNode } from 'react'
import type { CellPosition, DataGridColumn } from './data-grid'
import type { GridModel } from './grid-model'
import { problemSentence } from './problem-sentence'
import { recordLabel } from './links/linked'
import { keyColumns, storedValue, type Row } from './row-key'

export interface RowHistoryOptions {
  readonly projectId: string
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly mayRead: boolean
  readonly onClose: () => void
}

/** The history of one record, opened from a cell: the command that opens it, and the panel while it is open. */
export function useRowHistory({ projectId, model, columns, mayRead, onClose }: RowHistoryOptions): {
  /** Undefined where there is nothing to tell: new rows, tables without a key, roles that may not. */
  readonly commandAt: (cell: CellPosition) => (() => void) | undefined
  readonly panel: ReactNode
} {
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
    onClose()
  }

  return {
    commandAt: (cell) => {
      const row = model.isDraft(cell.row) ? undefined : model.rows.rowAt(cell.row)
      const column = columns[cell.column]?.column
      if (!mayRead || table.primaryKey.length === 0 || row === undefined || column === undefined) return undefined
      return () => {
        setVersion((before) => before + 1)
        setOpen({ row, column })
      }
    },
    panel: open && (
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
