import type { GridKey } from '../data-grid'
import type { GridPart } from '../parts'
import type { GridSession } from '../session'
import { farEnd, grown } from './grown-selection'
import { nowIn } from './now'

/** Keys that the painter does not know: ranges to the ends of a row and by pages, and the date of today. */
export function useKeysPart(session: GridSession): GridPart {
  const { model, columns, selection, select, grid, notes, readOnly } = session

  const grow = (key: GridKey): boolean => {
    const { from, to } = model.rows.visible
    const size = { columns: columns.length, rows: model.rowCount, page: to - from }
    const next = grown(selection, key.key, size)
    if (!next?.active || !next.range) return false
    select(next)
    grid.current?.scrollTo(farEnd(next.active, next.range))
    return true
  }
  const writeNow = (): boolean => {
    const { active } = selection
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
      if (key.shift && !key.control) return grow(key)
      return key.control && (key.key === ';' || key.key === ':') && writeNow()
    },
  }
}
