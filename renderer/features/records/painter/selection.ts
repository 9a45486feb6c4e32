/** A cell by its place on the screen, columns in display order. */
export interface CellPosition {
  readonly column: number
  readonly row: number
}

/** A rectangle of cells. */
export interface CellRange {
  readonly column: number
  readonly row: number
  readonly columns: number
  readonly rows: number
}

/** Rows from `from` up to, not including, `to`. */
export interface RowSpan {
  readonly from: number
  readonly to: number
}

/** The selection: an active cell with a range around it, or whole rows by their checkboxes. */
export interface GridSelection {
  readonly active: CellPosition | undefined
  readonly range: CellRange | undefined
  /** Ranges that were selected before this one, with Ctrl held. */
  readonly others?: readonly CellRange[]
  /** Sorted, never touching. Spans, so that a million selected rows are one entry. */
  readonly rows: readonly RowSpan[]
}

export const emptySelection: GridSelection = { active: undefined, range: undefined, rows: [] }

/** Selects one cell. */
export function cellSelection(cell: CellPosition): GridSelection {
  return { active: cell, range: { column: cell.column, row: cell.row, columns: 1, rows: 1 }, rows: [] }
}

/**
 * Selects a whole column.
 *
 * @param before  current selection
 * @param size  rows of the grid; `top` becomes the active row of a new selection
 * @param how  `extends`: every column from the active cell to this one; `adds`: preserves the other ranges
 */
export function columnSelection(
  before: GridSelection,
  column: number,
  { rows, top }: { readonly rows: number; readonly top: number },
  how: { readonly extends: boolean; readonly adds: boolean } = { extends: false, adds: false },
): GridSelection {
  if (rows === 0) return before
  const { active } = before
  if (how.extends && active) {
    const from = Math.min(active.column, column)
    const range = { column: from, row: 0, columns: Math.abs(active.column - column) + 1, rows }
    return { ...before, range, rows: [] }
  }
  const range = { column, row: 0, columns: 1, rows }
  const others = how.adds ? rangesOf(before) : []
  return { active: { column, row: top }, range, ...(others.length > 0 && { others }), rows: [] }
}

/** Extends every selected range to its whole columns. */
export function wholeColumns(selection: GridSelection, rows: number): GridSelection {
  const { range, others } = selection
  if (!range || rows === 0) return selection
  const whole = (each: CellRange): CellRange => ({ ...each, row: 0, rows })
  return { ...selection, range: whole(range), ...(others && { others: others.map(whole) }), rows: [] }
}

/** Returns every selected range, in the order of creation. */
export function rangesOf({ range, others = [] }: GridSelection): readonly CellRange[] {
  return range ? [...others, range] : others
}

/** Whole rows as sorted, merged spans. */
export function mergeSpans(spans: readonly RowSpan[]): RowSpan[] {
  const sorted = spans.filter((span) => span.to > span.from).toSorted((a, b) => a.from - b.from)
  const merged: RowSpan[] = []
  for (const span of sorted) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else merged.push(span)
  }
  return merged
}

export function countRows(spans: readonly RowSpan[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0)
}

export function rowIsSelected(selection: GridSelection, row: number): boolean {
  return selection.rows.some((span) => row >= span.from && row < span.to)
}

/** Every row index of some spans, in order. */
export function rowIndexes(spans: readonly RowSpan[]): number[] {
  return spans.flatMap((span) => Array.from({ length: span.to - span.from }, (_, index) => span.from + index))
}

export function isInRange(range: CellRange | undefined, cell: CellPosition): boolean {
  return (
    range !== undefined &&
    cell.column >= range.column &&
    cell.column < range.column + range.columns &&
    cell.row >= range.row &&
    cell.row < range.row + range.rows
  )
}

/** Returns the part of a range that covers existing cells; undefined if nothing remains. */
export function clipRange(range: CellRange, columns: number, rows: number): CellRange | undefined {
  const clipped = {
    column: range.column,
    row: range.row,
    columns: Math.min(range.columns, columns - range.column),
    rows: Math.min(range.rows, rows - range.row),
  }
  return clipped.columns > 0 && clipped.rows > 0 ? clipped : undefined
}

/** Moves a cell, staying inside the grid. */
export function moveCell(
  cell: CellPosition,
  by: { readonly columns: number; readonly rows: number },
  size: { readonly columns: number; readonly rows: number },
): CellPosition {
  const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))
  return { column: within(cell.column + by.columns, size.columns), row: within(cell.row + by.rows, size.rows) }
}
