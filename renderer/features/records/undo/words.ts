import type { Table } from '@common/model'
import type { StepWords } from '@renderer/features/undo'
import { sentence } from '@renderer/i18n'
import type { Row } from '../rows/row-key'
import { addedWords, nameOf } from './row-steps'

/** Returns the messages of changed values. @param record  name of a single record */
export function changedWords(
  table: Table,
  rows: number,
  cells: number,
  titles: readonly string[],
  record: string,
): StepWords {
  if (rows > 1) {
    const given = { count: cells, records: sentence('undo.records', { count: rows }), table: table.title }
    return { label: sentence('undo.changedCells', given), undone: sentence('undo.back.changedCells', given) }
  }
  if (titles.length > 1) {
    const given = { count: titles.length, record }
    return { label: sentence('undo.changedFields', given), undone: sentence('undo.back.changedFields', given) }
  }
  const given = { column: titles[0] ?? '', record }
  return { label: sentence('undo.changedCell', given), undone: sentence('undo.back.changedCell', given) }
}

/** Returns the messages of deleted rows. */
export function removedWords(table: Table, rows: readonly Row[]): StepWords {
  const [only] = rows
  const count = rows.length
  if (only === undefined || count > 1)
    return {
      label: sentence('undo.removedMany', { count, table: table.title }),
      undone: sentence('undo.back.removedMany', { count }),
    }
  const record = nameOf(table, only)
  return {
    label: sentence('undo.removed', { record, table: table.title }),
    undone: sentence('undo.back.removed', { record }),
  }
}

/** Returns the messages of created rows. */
export function madeWords(table: Table, rows: readonly Row[]): StepWords {
  const [only] = rows
  const count = rows.length
  if (only !== undefined && count === 1) return addedWords(table, nameOf(table, only))
  return {
    label: sentence('undo.addedMany', { count, table: table.title }),
    undone: sentence('undo.removedMany', { count, table: table.title }),
  }
}
