import type { Parsed, Problem, StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import { blockWidth, type ClipBlock, type ClipCell } from '../clipboard'
import type { CellRange } from '../painter/selection'

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
  /** Read-only cells: counted, left unchanged. */
  readonly skipped: number
  /** Titles of read-only columns under the pasted block. */
  readonly skippedColumns: readonly string[]
  /** Columns of the block without a target column. */
  readonly beyond: number
  /** The selection after the paste. */
  readonly range: CellRange
}

/** The text that a cell shows; undefined if its row isn't loaded or doesn't exist. */
export type ShownText = (row: number, column: number) => string | undefined

/**
 * Returns the target of each column of a block among the visible columns. A block pasted at one cell skips read-only
 * columns, so no value is lost on a key or a formula. Values copied from such a column hold their place: a row copied
 * with its key pastes over another row column by column.
 */
export function pastePlaces(
  block: ClipBlock,
  target: CellRange,
  columns: readonly Omit<PasteColumn, 'parse'>[],
  rowCount: number,
  shown: ShownText = () => undefined,
): readonly number[] {
  const width = blockWidth(block)
  const isRepeated = repeats(target.columns, width)
  const wide = isRepeated ? target.columns : width
  const isNew = target.row >= rowCount
  const first = columns[target.column]
  // A paste that starts on a read-only column leaves each value in its column.
  const maySkip = !isRepeated && target.columns === 1 && width > 1 && first !== undefined && isWritable(first, isNew)
  const isTaken = (at: number, across: number): boolean => {
    const given = columns[at]
    if (!given || isWritable(given, isNew)) return true
    const source = block.columns?.[across]
    if (source) return source.title === given.column.title || !columnType(source.uiType).writable
    // Drops an empty source column here: in the next column it would clear cells.
    if (block.cells.every((row) => (row[across]?.text ?? '') === '')) return true
    const texts = block.cells.map((row, down) => [row[across]?.text ?? '', shown(target.row + down, at)] as const)
    const held = texts.filter(([, text]) => text !== undefined)
    return held.length > 0 && held.every(([text, there]) => text === there)
  }
  const places: number[] = []
  let at = target.column
  for (let across = 0; across < wide; across += 1) {
    while (maySkip && !isTaken(at, across)) at += 1
    places.push(at)
    at += 1
  }
  return places
}

const isWritable = ({ column, editable }: Omit<PasteColumn, 'parse'>, isNewRow: boolean): boolean =>
  editable && !column.autoIncrement && (isNewRow || !column.primaryKey)

/**
 * Plans the effect of a pasted block. Leaves keys unchanged; for new rows, the database generates the keys that it
 * counts.
 *
 * A single cell fills the whole selected range. A block repeats if the range is a multiple of it, as in spreadsheets.
 * Otherwise the block's own size counts, cut at the last column.
 */
export function planPaste(
  block: ClipBlock,
  target: CellRange,
  columns: readonly PasteColumn[],
  rowCount: number,
  shown?: ShownText,
): PastePlan {
  const { cells: given } = block
  const height = given.length
  const width = blockWidth(block)
  const rows = repeats(target.rows, height) ? target.rows : height
  const places = pastePlaces(block, target, columns, rowCount, shown)
  const updates = new Map<number, PastedCell[]>()
  const creates: PastedCell[][] = []
  const refused: RefusedPaste[] = []
  const skippedColumns = new Set<string>()
  let skipped = 0
  for (let down = 0; down < rows; down += 1) {
    const cells: PastedCell[] = []
    const row = target.row + down
    for (const [across, at] of places.entries()) {
      const column = columns[at]
      const cell = given[down % height]?.[across % width]
      if (!column || cell === undefined) continue
      // The key identifies a row: another key would mean another row.
      if (!isWritable(column, row >= rowCount)) {
        // Doesn't report empty values, or values that the cell already holds.
        if (cell.text !== '' && cell.text !== shown?.(row, at)) {
          skipped += 1
          skippedColumns.add(column.column.title)
        }
        continue
      }
      const parsed = column.parse(cell)
      if (parsed.ok) cells.push({ column: at, value: parsed.value })
      else refused.push({ row, column: column.column, text: cell.text, problem: parsed.problem })
    }
    if (row >= rowCount) creates.push(cells)
    else if (cells.length > 0) updates.set(row, cells)
  }
  const end = (places.at(-1) ?? target.column) + 1
  const range = {
    column: target.column,
    row: target.row,
    columns: Math.max(1, Math.min(end, columns.length) - target.column),
    rows: Math.max(1, rows),
  }
  const beyond = places.filter((at) => at >= columns.length).length
  return { updates, creates, refused, skipped, skippedColumns: [...skippedColumns], beyond, range }
}

/** True if a paste repeats a block in the selection. */
export function repeats(selected: number, block: number): boolean {
  return block > 0 && selected > block && selected % block === 0
}
