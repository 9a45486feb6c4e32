import type { SqlColumn, SqlValue } from '@common/sql/shapes'
import {
  cellSelection,
  countRows,
  emptySelection,
  rangesOf,
  rowIndexes,
  type CellPosition,
  type DataGridCell,
  type DataGridColumn,
  type GridKey,
  type GridSelection,
} from '@renderer/features/records'
import { resultCell } from './result-columns'
import type { ResultRows } from './result-rows'
import { withDeleted, withInsertedValue, withValue, type StagedEdits } from './staging'

/** The cells of a result, and the ways to stage changes of them. */
export interface EditedResult {
  readonly rows: ResultRows
  readonly columns: readonly DataGridColumn[]
  readonly edits: StagedEdits
  /** Absent for a result that can't be edited. */
  readonly onEdits: ((edits: StagedEdits) => void) | undefined
}

/** Stages a value of a cell. */
export function putValue({ rows, columns, edits, onEdits }: EditedResult, cell: CellPosition, value: SqlValue): void {
  if (onEdits === undefined || columns[cell.column]?.editable !== true) return
  const stored = rows.at(cell.row)
  if (cell.row >= rows.count) onEdits(withInsertedValue(edits, cell.row - rows.count, cell.column, value))
  else if (stored) onEdits(withValue(edits, stored.position, cell.column, value, stored.values[cell.column] ?? null))
}

/** Rows that one key press can empty: more is rarely meant. */
const emptiedRowsMax = 1_000

/** Stages NULL in the selected cells. */
function emptyCells({ rows, columns, edits, onEdits }: EditedResult, selection: GridSelection): void {
  let next = edits
  for (const range of rangesOf(selection))
    for (let row = range.row; row < range.row + Math.min(range.rows, emptiedRowsMax); row += 1)
      for (let column = range.column; column < range.column + range.columns; column += 1) {
        const stored = rows.at(row)
        if (stored && columns[column]?.editable === true)
          next = withValue(next, stored.position, column, null, stored.values[column] ?? null)
      }
  onEdits?.(next)
}

/** Stages the deletion of rows, or reverts it. Rows that aren't loaded stay. */
export function deleteRows({ rows, edits, onEdits }: EditedResult, indexes: readonly number[]): void {
  onEdits?.(
    withDeleted(
      edits,
      indexes.flatMap((at) => rows.at(at)?.position ?? []),
    ),
  )
}

/** Commands of the keys of a result. */
export interface ResultKeyCommands {
  readonly select: (selection: GridSelection) => void
  readonly copy: (withNames: boolean) => void
  readonly openCell: (cell: CellPosition, typed?: string) => void
  readonly openMenu: (cell: CellPosition) => void
}

/** Handles keys of a result other than navigation. True if it handled the key. */
export function pressResultKey(
  key: GridKey,
  result: EditedResult,
  selection: GridSelection,
  { select, copy, openCell, openMenu }: ResultKeyCommands,
): boolean {
  const { active } = selection
  if (key.control && key.key.toLowerCase() === 'c') copy(key.shift)
  else if (key.key === 'Escape') select(active ? cellSelection(active) : emptySelection)
  else if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shift)) {
    if (active) openMenu(active)
  } else if (key.key === 'Delete' || key.key === 'Backspace') {
    if (countRows(selection.rows) > 0) deleteRows(result, rowIndexes(selection.rows))
    else emptyCells(result, selection)
  } else {
    if (!active || key.control || key.alt) return false
    const isWritten = /^[\p{L}\p{M}\p{N}\p{S}\p{P}]$/u.test(key.key)
    const isEditable = result.onEdits !== undefined && result.columns[active.column]?.editable === true
    if (key.key === 'Enter' || key.key === 'F2') openCell(active)
    else if (isWritten && isEditable) openCell(active, key.key)
    else return false
  }
  return true
}

/** True if a cell is in the selection. */
export function isSelected({ rows, ...cells }: GridSelection, { column, row }: CellPosition): boolean {
  return (
    rows.some(({ from, to }) => row >= from && row < to) ||
    rangesOf({ rows, ...cells }).some(
      (range) =>
        column >= range.column &&
        column < range.column + range.columns &&
        row >= range.row &&
        row < range.row + range.rows,
    )
  )
}

const loading: DataGridCell = { state: 'loading' }

/** Returns a cell with its staged change. */
export function cellOf(
  rows: ResultRows,
  edits: StagedEdits,
  columns: readonly SqlColumn[],
  column: number,
  row: number,
): DataGridCell {
  const fact = columns[column]
  if (!fact) return loading
  if (row >= rows.count) {
    const inserted = edits.inserts[row - rows.count]
    return inserted ? resultCell(inserted[column] ?? null, fact, ['new']) : loading
  }
  const stored = rows.at(row)
  if (!stored) return loading
  const changed = edits.updates.get(stored.position)
  const isChanged = changed !== undefined && Object.hasOwn(changed, column)
  const value = isChanged ? (changed[column] ?? null) : (stored.values[column] ?? null)
  if (edits.deleted.has(stored.position)) return resultCell(value, fact, ['deleted'])
  return resultCell(value, fact, isChanged ? ['staged'] : [])
}
