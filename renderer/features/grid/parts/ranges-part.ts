import { cellSelection } from '@renderer/features/records/painter/selection'
import type { GridSession } from '@renderer/features/records/session/session'
import type { GridPart } from '@renderer/features/records/parts/grid-part'

/** Spreadsheet-like ranges beyond those of the painter. */
export function useRangesPart({ state, select }: GridSession): GridPart {
  return {
    // A click into the active cell deselects the range around it.
    cellClick: (cell, { control, extends: extending, wasActive }) => {
      const { range, others } = state.getState().selection
      const isLarger = range !== undefined && (range.rows > 1 || range.columns > 1 || others !== undefined)
      if (wasActive && isLarger && !control && !extending) select(cellSelection(cell))
      return false
    },
  }
}
