import type { Parsed, Problem, StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { blockWidth, type ClipBlock, type ClipCell } from './clipboard'
import type { CellRange } from './selection'

/** A column as pasting sees it. */
export interface PasteColumn {
  readonly column: Column
  readonly editable: boolean
  readonly parse: (cell: ClipCell) => Parsed
}

export interface PastedCell {
  /** Place among the columns shown. */
  readonly column: number
  readonly value: StoredValue
}

export interface RefusedPaste {
  readonly row: number
  readonly column: Column
  readonly text: string
  readonly problem: Problem
}

export interface PastePlan {
  /** Row index → cells that change. */
  readonly updates: ReadonlyMap<number, readonly PastedCell[]>
  /** One entry per row past the end. */
  readonly creates: readonly (readonly PastedCell[])[]
  readonly refused: readonly RefusedPaste[]
  /** Cells that nobody may write: counted, left alone. */
  readonly skipped: number
  /** Columns of the block that there is no column for. */
  readonly beyond: number
  /** What is selected afterwards. */
  readonly range: CellRange
}

/**
 * Works out what a pasted block does. Keys stay as they are; those that the database counts are left to it for new rows.
 *
 * A single cell fills the whole selected range, and a block repeats when the range is a multiple of it, as in
 * spreadsheets; otherwise the block's own size counts, cut at the last column.
 */
export function planPaste(
  block: ClipBlock,
  target: CellRange,
  columns: readonly PasteColumn[],
  rowCount: number,
): PastePlan {
  const { cells: given } = block
  const height = given.length
  const width = blockWidth(block)
  const rows = repeats(target.rows, height) ? target.rows : height
  const wide = repeats(target.columns, width) ? target.columns : width
  const updates = new Map<number, PastedCell[]>()
  const creates: PastedCell[][] = []
  const refused: RefusedPaste[] = []
  let skipped = 0
  for (let down = 0; down < rows; down += 1) {
    const cells: PastedCell[] = []
    const row = target.row + down
    for (let across = 0; across < wide; across += 1) {
      const at = target.column + across
      const column = columns[at]
      const cell = given[down % height]?.[across % width]
      if (!column || cell === undefined) continue
      if (column.column.autoIncrement) continue
      // A row is told by its key: with another one it would be another row.
      if (!column.editable || (column.column.primaryKey && row < rowCount)) {
        skipped += 1
        continue
      }
      const parsed = column.parse(cell)
      if (parsed.ok) cells.push({ column: at, value: parsed.value })
      else refused.push({ row, column: column.column, text: cell.text, problem: parsed.problem })
    }
    if (row >= rowCount) creates.push(cells)
    else if (cells.length > 0) updates.set(row, cells)
  }
  const range = {
    column: target.column,
    row: target.row,
    columns: Math.max(1, Math.min(wide, columns.length - target.column)),
    rows: Math.max(1, rows),
  }
  const beyond = Math.max(0, target.column + wide - columns.length)
  return { updates, creates, refused, skipped, beyond, range }
}

/** Whether a block is put into a selection several times. */
export function repeats(selected: number, block: number): boolean {
  return block > 0 && selected > block && selected % block === 0
}
