import { plainText } from '@common/sql/result-file'
import type { SqlColumn } from '@common/sql/shapes'
import { countRows, formatTsv, rangesOf, type CellRange, type GridSelection } from '@renderer/features/records'
import type { ResultRows } from './result-rows'

/** Largest copy, in rows. More belongs into a file. */
export const copyRowsMax = 100_000

/** Returns the ranges that are selected: whole rows, or the ranges of cells. */
export function selectedRanges(selection: GridSelection, columns: number, rows: number): readonly CellRange[] {
  if (countRows(selection.rows) > 0)
    return selection.rows.map(({ from, to }) => ({ column: 0, row: from, columns, rows: Math.min(to, rows) - from }))
  return rangesOf(selection)
}

/** Returns the selected cells as text that spreadsheets take. */
export async function copyText(
  rows: ResultRows,
  columns: readonly SqlColumn[],
  ranges: readonly CellRange[],
  withNames: boolean,
  signal: AbortSignal,
): Promise<string> {
  const lines: string[][] = []
  for (const range of ranges) {
    const shown = columns.slice(range.column, range.column + range.columns)
    if (withNames) lines.push(shown.map(({ name }) => name))
    const read = await rows.load(range.row, Math.min(range.row + range.rows, range.row + copyRowsMax), signal)
    for (const { values } of read) lines.push(shown.map((_, at) => plainText(values[range.column + at] ?? null)))
  }
  return formatTsv(lines)
}
