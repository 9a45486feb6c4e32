import {
  CompactSelection,
  type DataEditorProps,
  type GridSelection as GlideSelection,
  type Rectangle,
} from '@glideapps/glide-data-grid'
import type { GridHighlight } from '@renderer/features/records/painter/data-grid'
import type { CellRange, GridSelection } from '@renderer/features/records/painter/selection'

/** Our selection as the painter has it. */
export function toGlide(selection: GridSelection, columns: number): GlideSelection {
  const { active, range, others = [], rows } = selection
  // The table may have lost columns since the selection.
  const inside = active !== undefined && active.column < columns
  return {
    columns: CompactSelection.empty(),
    rows: CompactSelection.create(rows.map(({ from, to }) => [from, to])),
    ...(inside && range
      ? {
          current: {
            cell: [active.column, active.row],
            range: rectangle(range, columns),
            rangeStack: others.filter(({ column }) => column < columns).map((each) => rectangle(each, columns)),
          },
        }
      : {}),
  }
}

type Highlight = NonNullable<DataEditorProps['highlightRegions']>[number]

/** Frames of ranges as the painter draws them. */
export function toHighlights(highlights: readonly GridHighlight[], columns: number, color: string): Highlight[] {
  return highlights
    .filter(({ range }) => range.column < columns)
    .map(({ range }) => ({ color: `${color}00`, range: rectangle(range, columns), style: 'dashed' }))
}

function rectangle({ column, row, columns: wide, rows }: CellRange, columns: number): Rectangle {
  return { x: column, y: row, width: Math.min(wide, columns - column), height: rows }
}

/** Converts a rectangle of the painter to a cell range. */
export function rangeOf({ x, y, width, height }: Rectangle): CellRange {
  return { column: x, row: y, columns: width, rows: height }
}

/** The painter's selection as ours. */
export function fromGlide({ current, rows }: GlideSelection): GridSelection {
  return {
    active: current && { column: current.cell[0], row: current.cell[1] },
    range: current && rangeOf(current.range),
    ...(current && current.rangeStack.length > 0 ? { others: current.rangeStack.map(rangeOf) } : {}),
    rows: rows.items.map(([from, to]) => ({ from, to })),
  }
}
