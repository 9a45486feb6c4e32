import type { GroupLines } from '@common/views/group-lines'
import { mergeSpans, type CellRange, type GridSelection } from '@renderer/features/records/painter/selection'

/** Selections count in rows, the painter counts in lines: these functions convert between them. */

/** Converts a selection to lines; ranges include the group heads within them. */
export function linesOfSelection(selection: GridSelection, lines: GroupLines): GridSelection {
  const { active, range, others, rows } = selection
  return {
    active: active && { ...active, row: lines.lineOf(active.row) },
    range: range && linesOfRange(range, lines),
    ...(others && { others: others.map((each) => linesOfRange(each, lines)) }),
    rows: mergeSpans(
      rows
        .filter(({ from, to }) => to > from && from < lines.rowCount)
        .map(({ from, to }) => ({
          from: lines.lineOf(from),
          to: lines.lineOf(Math.min(to, lines.rowCount) - 1) + 1,
        })),
    ),
  }
}

export function linesOfRange(range: CellRange, lines: GroupLines): CellRange {
  const from = lines.lineOf(range.row)
  const to = lines.lineOf(range.row + Math.max(1, range.rows) - 1)
  return { ...range, row: from, rows: Math.max(1, to - from + 1) }
}

/**
 * Converts a selection of lines to rows. A range extended only onto a group head continues to the next record;
 * otherwise the keyboard couldn't cross the head.
 *
 * @param before  the previous selection, in rows
 */
export function rowsOfSelection(selection: GridSelection, lines: GroupLines, before: GridSelection): GridSelection {
  const { active, range, others, rows } = selection
  const row = active ? lines.rowAt(active.row) : -1
  const spans = mergeSpans(rows.map(({ from, to }) => ({ from: lines.rowsBefore(from), to: lines.rowsBefore(to) })))
  if (!active || !range || row < 0) return { active: undefined, range: undefined, rows: spans }
  return {
    active: { ...active, row },
    range: rowsOfRange(range, lines, row, before),
    ...(others && { others: others.map((each) => rowsOfRange(each, lines, lines.rowAt(each.row), before)) }),
    rows: spans,
  }
}

/** The rows that lie within a range of lines. */
export function plainRows(range: CellRange, lines: GroupLines): CellRange {
  const from = lines.rowsBefore(range.row)
  return { ...range, row: from, rows: lines.rowsBefore(range.row + range.rows) - from }
}

function rowsOfRange(range: CellRange, lines: GroupLines, active: number, before: GridSelection): CellRange {
  // A new record has no neighbours.
  if (active >= lines.rowCount) return { ...range, row: active, rows: 1 }
  let from = lines.rowsBefore(range.row)
  let to = Math.max(lines.rowsBefore(range.row + range.rows), from + 1)
  const old = before.range
  if (old && before.active?.row === active && old.row === from && old.row + old.rows === to) {
    const drawn = linesOfRange(old, lines)
    if (range.row + range.rows > drawn.row + drawn.rows) to = Math.min(lines.rowCount, to + 1)
    if (range.row < drawn.row) from = Math.max(0, from - 1)
  }
  return { ...range, row: from, rows: to - from }
}
