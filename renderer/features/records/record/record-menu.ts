import { t } from '@renderer/i18n'
import type { CellMenuEntry } from '../frame/menu-entries'
import type { CellPosition } from '../painter/data-grid'
import type { GridSession } from '../session/session'
import type { RecordView } from './RecordAbout'

export const openEntry = (run: () => void): CellMenuEntry => ({
  id: 'record.open',
  group: 'record',
  icon: 'expand',
  keys: 'Space',
  label: t('record.open'),
  run,
})

/** Returns the entries for the record in the menu of a cell. */
export function recordMenu(
  { model, table, permissions, columns }: GridSession,
  cell: CellPosition,
  openLine: (line: number, view?: RecordView) => void,
): readonly CellMenuEntry[] {
  if (cell.row >= model.rowCount) return []
  const held = model.isDraft(cell.row) ? undefined : model.rows.rowAt(cell.row)
  const entries = [openEntry(() => openLine(cell.row))]
  if (table.primaryKey.length === 0 || held === undefined) return entries
  const column = columns[cell.column]?.column
  if (permissions.has('row.comment'))
    entries.push({
      id: 'record.comment',
      group: 'record',
      icon: 'chat',
      label: t('record.comment'),
      run: () => openLine(cell.row, { tab: 'comments' }),
    })
  if (permissions.has('row.history') && column)
    entries.push({
      id: 'record.history',
      group: 'record',
      icon: 'history',
      label: t('grid.menu.history'),
      run: () => openLine(cell.row, { tab: 'history', column: column.name }),
    })
  return entries
}
