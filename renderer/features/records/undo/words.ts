import type { Table } from '@common/model'
import type { StepWords } from '@renderer/features/undo'
import { t } from '@renderer/i18n'
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
    const given = { count: cells, records: t('undo.records', { count: rows }), table: table.title }
    return { label: t('undo.changedCells', given), undone: t('undo.back.changedCells', given) }
  }
  if (titles.length > 1) {
    const given = { count: titles.length, record }
    return { label: t('undo.changedFields', given), undone: t('undo.back.changedFields', given) }
  }
  const given = { column: titles[0] ?? '', record }
  return { label: t('undo.changedCell', given), undone: t('undo.back.changedCell', given) }
}

/** Returns the messages of deleted rows. */
export function removedWords(table: Table, rows: readonly Row[]): StepWords {
  const [only] = rows
  const count = rows.length
  if (only === undefined || count > 1)
    return {
      label: t('undo.removedMany', { count, table: table.title }),
      undone: t('undo.back.removedMany', { count }),
    }
  const record = nameOf(table, only)
  return { label: t('undo.removed', { record, table: table.title }), undone: t('undo.back.removed', { record }) }
}

/** Returns the messages of created rows. */
export function madeWords(table: Table, rows: readonly Row[]): StepWords {
  const [only] = rows
  const count = rows.length
  if (only !== undefined && count === 1) return addedWords(table, nameOf(table, only))
  return {
    label: t('undo.addedMany', { count, table: table.title }),
    undone: t('undo.removedMany', { count, table: table.title }),
  }
}
