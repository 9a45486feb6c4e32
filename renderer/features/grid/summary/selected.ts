import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import {
  clipRange,
  mergeSpans,
  rangesOf,
  type GridSelection,
  type RowSpan,
} from '@renderer/features/records/painter/selection'

/** The selected rows of one column. */
export interface SelectedColumn {
  readonly column: DataGridColumn
  /** Sorted, never touching: a cell in two ranges counts once. */
  readonly rows: readonly RowSpan[]
}

/** Returns the selection by column; empty for a single cell, which shows its own value. */
export function selectedColumns(
  selection: GridSelection,
  columns: readonly DataGridColumn[],
  rowCount: number,
): readonly SelectedColumn[] {
  if (selection.rows.length > 0) {
    const rows = selection.rows.flatMap(({ from, to }) => (from < rowCount ? { from, to: Math.min(to, rowCount) } : []))
    return rows.length === 0 ? [] : columns.map((column) => ({ column, rows }))
  }
  const ranges = rangesOf(selection).flatMap((range) => clipRange(range, columns.length, rowCount) ?? [])
  const [only] = ranges
  if (!only || (ranges.length === 1 && only.rows * only.columns === 1)) return []
  const spans = new Map<number, RowSpan[]>()
  for (const range of ranges)
    for (let at = range.column; at < range.column + range.columns; at += 1)
      spans.set(at, [...(spans.get(at) ?? []), { from: range.row, to: range.row + range.rows }])
  return [...spans]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([at, rows]) => {
      const column = columns[at]
      return column ? [{ column, rows: mergeSpans(rows) }] : []
    })
}
