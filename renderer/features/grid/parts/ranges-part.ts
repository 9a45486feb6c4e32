import type { GridPart } from '@renderer/features/records/parts/parts'
import { cellSelection } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'

/** Ranges as spreadsheets have them, beyond what the painter does by itself. */
export function useRangesPart({ selection, select }: GridSession): GridPart {
  const { range, others } = selection
  const isLarger = range !== undefined && (range.rows > 1 || range.columns > 1 || others !== undefined)
  return {
    // A click into the active cell takes the range around it away.
    cellClick: (cell, { control, extends: extending, wasActive }) => {
      if (wasActive && isLarger && !control && !extending) select(cellSelection(cell))
      return false
    },
  }
}
