import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { parseRowIdSegment } from '@common/query/row-id'
import { filterValue, numberOf } from './coerce'
import { valueKind, type TableIndex } from './columns'
import type { SqlText } from './sql-text'

/**
 * The key values in a path part, as text.
 *
 * @throws AppError TABLE_WITHOUT_KEY, ROW_KEY_INVALID when it can be no key of this table
 */
export function keyFromSegment(index: TableIndex, segment: string): string[] {
  requireKey(index)
  const key = parseRowIdSegment(segment, index.key.length)
  if (!key) throw keyInvalid(index, segment)
  return checkedKey(index, key)
}

/**
 * The key values in a row of a body, by title or name.
 *
 * @throws AppError TABLE_WITHOUT_KEY, ROW_KEY_INVALID
 */
export function keyFromRow(index: TableIndex, row: Readonly<Record<string, unknown>>): string[] {
  requireKey(index)
  const key = index.key.map((column) => {
    const value = Object.hasOwn(row, column.title)
      ? row[column.title]
      : Object.hasOwn(row, column.name)
        ? row[column.name]
        : undefined
    if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
    if (typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))) return String(value)
    throw new AppError('ROW_KEY_INVALID', { column: column.title, table: index.table.title })
  })
  return checkedKey(index, key)
}

/** A condition that the one row with this key fulfils. */
export function boundKey(sql: SqlText, index: TableIndex, key: readonly string[]): string {
  return index.key.map((column, at) => boundKeyColumn(sql, column, key[at] ?? '')).join(' AND ')
}

function boundKeyColumn(sql: SqlText, column: Column, text: string): string {
  const name = sql.name(column)
  const { comparison, capabilities } = sql.dialect
  const value = filterValue(column, text, capabilities)
  // Always two placeholders, so that every key of a table makes the same statement.
  return valueKind(column) === 'untyped'
    ? `${name} IN (${sql.bind(value)}, ${sql.bind(numberOf(text) ?? text)})`
    : comparison.keyEquals(column, name, sql.bind(comparison.keyValue(column, value)))
}

/** The key of a stored row, as text. */
export function keyOfRow(index: TableIndex, valueOf: (column: Column) => StoredValue | undefined): string[] {
  return index.key.map((column) => String(valueOf(column) ?? ''))
}

export function requireKey(index: TableIndex): void {
  if (index.key.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: index.table.title })
}

function checkedKey(index: TableIndex, key: string[]): string[] {
  return index.key.map((column, at) => {
    const text = key[at] ?? ''
    if (valueKind(column) !== 'number') return text
    const number = numberOf(text)
    if (number === undefined) throw keyInvalid(index, key.join('___'))
    // `01`, `1.0` and `1` are one key: written as the database answers it.
    return String(number)
  })
}

function keyInvalid(index: TableIndex, key: string): AppError {
  return new AppError('ROW_KEY_INVALID', { key: key.slice(0, 100), table: index.table.title })
}
