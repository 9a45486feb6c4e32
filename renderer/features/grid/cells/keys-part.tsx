import type { KeyLine } from '@renderer/actions'
import type { GridKey } from '@renderer/features/records/painter/data-grid'
import type { GridPart } from '@renderer/features/records/parts/grid-part'
import type { GridSession } from '@renderer/features/records/session/session'
import { farEnd, reached } from './reached-selection'
import { nowIn } from './now'

/** Keys of `useKeysPart`, for the help. */
export const reachKeys: readonly KeyLine[] = [
  { id: 'move.row', label: 'keyHelp.move.rowEnds', keys: ['Mod+ArrowLeft', 'Mod+ArrowRight'], area: 'move' },
  { id: 'move.column', label: 'keyHelp.move.columnEnds', keys: ['Mod+ArrowUp', 'Mod+ArrowDown'], area: 'move' },
  { id: 'move.table', label: 'keyHelp.move.tableEnds', keys: ['Mod+Home', 'Mod+End'], area: 'move' },
  { id: 'range.extend', label: 'keyHelp.range.extend', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], area: 'range' },
  { id: 'range.page', label: 'keyHelp.range.page', keys: ['Shift+PageUp', 'Shift+PageDown'], area: 'range' },
  { id: 'range.ends', label: 'keyHelp.range.ends', keys: ['Shift+Home', 'Shift+End'], area: 'range' },
  { id: 'cell.today', label: 'keyHelp.cell.today', keys: ['Mod+;'], area: 'edit' },
]

/** Keys that the painter does not know as spreadsheets do: to the ends of rows and columns, ranges by pages, and today. */
export function useKeysPart(session: GridSession): GridPart {
  const { model, columns, state, select, grid, notes, readOnly } = session

  const reach = (key: GridKey): boolean => {
    const { from, to } = model.rows.visible
    const size = { columns: columns.length, rows: model.rowCount, page: to - from }
    const next = reached(state.getState().selection, key, size)
    if (!next?.active || !next.range) return false
    select(next)
    grid.current?.scrollTo(farEnd(next.active, next.range))
    return true
  }
  const writeNow = (): boolean => {
    const { active } = state.getState().selection
    const column = active && columns[active.column]
    const draft = column && nowIn(column.column, new Date())
    if (!active || !column || !draft || active.row >= model.rowCount) return false
    if (readOnly !== undefined || !column.editable) notes.explain(column)
    else {
      const sentence = model.give(active.row, column.column, draft)
      if (sentence !== undefined) notes.say(sentence)
    }
    return true
  }
  return {
    key: (key) => {
      if (key.alt) return false
      if (key.control && (key.key === ';' || key.key === ':')) return writeNow()
      return (key.control || key.shift) && reach(key)
    },
  }
}
