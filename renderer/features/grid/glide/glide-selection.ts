import { CompactSelection, type GridSelection as GlideSelection } from '@glideapps/glide-data-grid'
import type { GridSelection } from '../selection'

/** Our selection as the painter has it. */
export function toGlide(selection: GridSelection, columns: number): GlideSelection {
  const { active, range, rows } = selection
  // A table may have lost columns since the selection was made.
  const inside = active !== undefined && active.column < columns
  return {
    columns: CompactSelection.empty(),
    rows: CompactSelection.create(rows.map(({ from, to }) => [from, to])),
    ...(inside && range
      ? {
          current: {
            cell: [active.column, active.row],
            range: {
              x: range.column,
              y: range.row,
              width: Math.min(range.columns, columns - range.column),
              height: range.rows,
            },
            rangeStack: [],
          },
        }
      : {}),
  }
}

/** The painter's selection as ours. */
export function fromGlide({ current, rows }: GlideSelection): GridSelection {
  return {
    active: current && { column: current.cell[0], row: current.cell[1] },
    range: current && {
      column: current.range.x,
      row: current.range.y,
      columns: current.range.width,
      rows: current.range.height,
    },
    rows: rows.items.map(([from, to]) => ({ from, to })),
  }
}
