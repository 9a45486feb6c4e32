import type { StoredValue } from '@common/columns/column-type'
import { exactNumber, plainNumber, plainNumberText } from '@common/columns/values/numeric'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { parseRowIdSegment, untypedKeyText } from '@common/query/row-id'
import type { Filter } from '@common/query/tree'
import { isExactNumber } from '@common/util/parse-json'
import { filterValue, isInfinite } from './coerce'
import { valueKind, type TableIndex } from '../plan/columns'
import type { SqlText } from '../compile/sql-text'

/*
 * A key is a list of texts, one per column: numbers in plain digits, binary data as base64, other values as in
 * responses. Quotes distinguish `""`, the empty text, and in an untyped column the text `"1"` from the number `1`.
 */

/**
 * Returns the key in a path part.
 *
 * @throws AppError TABLE_WITHOUT_KEY, ROW_KEY_INVALID if no row of this table can have this key
 */
export function keyFromSegment(index: TableIndex, segment: string): string[] {
  requireKey(index)
  const key = parseRowIdSegment(segment, index.key.length)
  if (!key) throw keyInvalid(index, segment)
  return index.key.map((column, at) => {
    const text = key[at] ?? ''
    if (valueKind(column) === 'untyped') return text === '' ? emptyText : text
    const part = plainPart(index, column, text)
    if (part === undefined) throw keyInvalid(index, key.join('___'))
    return part
  })
}

/**
 * Returns the key in a row of a body, by title or name.
 *
 * @throws AppError TABLE_WITHOUT_KEY, ROW_KEY_INVALID
 */
export function keyFromRow(index: TableIndex, row: Readonly<Record<string, unknown>>): string[] {
  requireKey(index)
  return index.key.map((column) => {
    const value = Object.hasOwn(row, column.title)
      ? row[column.title]
      : Object.hasOwn(row, column.name)
        ? row[column.name]
        : undefined
    const part = sentPart(index, column, value)
    if (part === undefined) throw new AppError('ROW_KEY_INVALID', { column: column.title, table: index.table.title })
    return part
  })
}

/** True if a sent or stored value equals this part of a key. */
export function isKeyPart(column: Column, value: unknown, part: string | undefined): boolean {
  if (isExactNumber(value)) return digits(value.rawJSON) === part
  return isKeyValue(value) && (partOf(column, value) === part || String(value) === part)
}

const isKeyValue = (value: unknown): value is NonNullable<StoredValue> =>
  ['string', 'boolean', 'bigint'].includes(typeof value) ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  value instanceof Uint8Array

function sentPart(index: TableIndex, column: Column, value: unknown): string | undefined {
  if (isExactNumber(value)) return digits(value.rawJSON)
  if (!isKeyValue(value)) return undefined
  const isWritten = typeof value === 'string' && valueKind(column) !== 'untyped'
  return isWritten ? plainPart(index, column, value) : partOf(column, value)
}

/** Returns a condition that matches the one row with this key. Its SQL text is the same for every key of a table. */
export function boundKey(sql: SqlText, index: TableIndex, key: readonly string[]): string {
  const { comparison, capabilities } = sql.dialect
  const parts = index.key.map((column, at) => ({ column, name: sql.name(column), text: key[at] ?? '' }))
  const own = comparison.keyMatches?.(sql.name(index.table), parts, (value) => sql.bind(value))
  if (own !== undefined) return own
  return parts
    .map(({ column, name, text }) => {
      const value = filterValue(column, unquoted(text), capabilities)
      return comparison.keyEquals(column, name, sql.bind(comparison.keyValue(column, value)))
    })
    .join(' AND ')
}

/** Returns the same condition as a filter over the table. */
export function keyFilter({ key: [first] }: TableIndex, key: readonly string[]): Filter {
  return { kind: 'condition', column: first?.title ?? '', operator: 'eq', value: null, key }
}

/**
 * Returns the spelling of a key under which a row is known. A path has no types: in a column without a type, `07` may
 * mean the text, which is `"07"` in the key of a stored row, or the number 7.
 *
 * @param isKnown  true for the key of a stored row
 */
export function knownKey(
  index: TableIndex,
  key: readonly string[],
  isKnown: (key: readonly string[]) => boolean,
): readonly string[] | undefined {
  const spellings = index.key.map((column, at) => {
    const part = key[at] ?? ''
    return valueKind(column) === 'untyped' ? [...new Set([part, untypedKeyText(part), digits(part)])] : [part]
  })
  const keys = spellings.reduce<string[][]>(
    (all, parts) => all.flatMap((of) => parts.map((part) => [...of, part])),
    [[]],
  )
  return keys.find(isKnown)
}

/** Returns the key of a stored row. */
export function keyOfRow(index: TableIndex, valueOf: (column: Column) => StoredValue | undefined): string[] {
  return index.key.map((column) => partOf(column, valueOf(column) ?? ''))
}

/** Returns the key with these stored values. */
export function keyParts(index: TableIndex, values: readonly StoredValue[]): string[] {
  return index.key.map((column, at) => partOf(column, values[at] ?? ''))
}

export function requireKey(index: TableIndex): void {
  if (index.key.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: index.table.title })
}

const emptyText = '""'

/** Returns a stored value as a part of a key. */
export function partOf(column: Column, value: NonNullable<StoredValue>): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64') || emptyText
  const kind = valueKind(column)
  if (typeof value !== 'string') return kind === 'text' ? String(value) : digits(String(value))
  if (kind === 'number') return value === '' ? emptyText : digits(value)
  if (kind === 'text') return quoted(value)
  return untypedKeyText(value)
}

/** Returns a key as it was written in a path or as a text: `01`, `1.0` and `1` are one number. */
function plainPart({ table }: TableIndex, column: Column, text: string): string | undefined {
  const part = quoted(text)
  const isWhole = /int|serial/i.test(column.nativeType)
  if (valueKind(column) !== 'number' || (isInfinite(text) && !isWhole)) return part
  if (plainNumber(text.trim()) !== undefined) return digits(text.trim())
  // Only SQLite has row ids: its columns store values of any type, except the INTEGER key.
  const keepsAll = table.rowId !== null && !/^integer$/i.test(column.nativeType)
  return keepsAll ? part : undefined
}

function digits(text: string): string {
  const number = plainNumber(text)
  return number === undefined ? text : String(exactNumber(plainNumberText(number)))
}

/** Adds two quotes to an empty text and to a text of quotes only. */
const quoted = (text: string): string => (onlyQuotes.test(text) ? `${text}""` : text)
const unquoted = (text: string): string => (text !== '' && onlyQuotes.test(text) ? text.slice(2) : text)
const onlyQuotes = /^(?:"")*$/

function keyInvalid(index: TableIndex, key: string): AppError {
  return new AppError('ROW_KEY_INVALID', { key: key.slice(0, 100), table: index.table.title })
}
