import type { StoredValue } from '@common/columns/column-type'
import { valueKind } from '@common/columns/value-kind'
import type { Column, Table } from '@common/model'
import { keySeparator, parseRowIdSegment, rowIdSegment, untypedKeyText, untypedKeyValue } from '@common/query/row-id'

/** A row as the REST API returns it: titles of columns → values. */
export type Row = Readonly<Record<string, unknown>>

/** Key columns of a table and keys of its rows, which never change: a drawn cell asks for its row's key several times. */
interface KnownKeys {
  readonly columns: readonly Column[]
  readonly keys: WeakMap<Row, { readonly key: string | undefined }>
}

const knownKeys = new WeakMap<Table, KnownKeys>()

function keysOf(table: Table): KnownKeys {
  const known = knownKeys.get(table)
  if (known) return known
  const columns = table.primaryKey.flatMap((name) => table.columns.find((column) => column.name === name) ?? [])
  const made: KnownKeys = { columns, keys: new WeakMap() }
  knownKeys.set(table, made)
  return made
}

/** Returns the key columns of a table, in key order. */
export const keyColumns = (table: Table): readonly Column[] => keysOf(table).columns

/** Text that names a row in the id routes: key values joined with `___`; undefined when a part is missing. */
export function rowKey(table: Table, row: Row): string | undefined {
  const { columns, keys } = keysOf(table)
  const known = keys.get(row)
  if (known) return known.key
  const key = keyOf(columns, row)
  keys.set(row, { key })
  return key
}

function keyOf(columns: readonly Column[], row: Row): string | undefined {
  const values = columns.map((column) => row[column.title])
  if (columns.length === 0 || values.some((value) => value === null || value === undefined)) return undefined
  return values.map((value, at) => keyText(columns[at], value)).join(keySeparator)
}

/** Returns a key value as text. Quotes a text of digits in a column without a type: it isn't the number. */
function keyText(column: Column | undefined, value: unknown): string {
  const isUntyped = typeof value === 'string' && column !== undefined && valueKind(column) === 'untyped'
  return isUntyped ? untypedKeyText(value) : String(value)
}

/** Returns the path segment of a row; undefined if a part of its key is missing. */
export function rowIdOf(table: Table, row: Row): string | undefined {
  const key = keyColumns(table).map((column) => {
    const value = storedValue(row[column.title])
    return value === null || value instanceof Uint8Array ? undefined : keyText(column, value)
  })
  const known = key.filter((part) => part !== undefined)
  return known.length === 0 || known.length < key.length ? undefined : rowIdSegment(known)
}

/** Returns the key columns of the row that a path segment names; undefined if no row can have it. */
export function keyOfRowId(table: Table, rowId: string): Row | undefined {
  const columns = keyColumns(table)
  const parts = columns.length === 0 ? undefined : parseRowIdSegment(rowId, columns.length)
  if (parts === undefined) return undefined
  const value = (column: Column, part = ''): unknown => (valueKind(column) === 'untyped' ? untypedKeyValue(part) : part)
  return Object.fromEntries(columns.map((column, at) => [column.title, value(column, parts[at])]))
}

/** Returns the key of a row for bulk calls. */
export function keyValues(table: Table, row: Row): Record<string, unknown> {
  return Object.fromEntries(keyColumns(table).map((column) => [column.title, row[column.title]]))
}

/** A JSON value as columns know it: structures become their JSON text. */
export function storedValue(value: unknown): StoredValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return value
  return JSON.stringify(value)
}

/** A stored value as JSON carries it: whole numbers beyond the exact range travel as text. */
export function jsonValue(value: StoredValue): string | number | boolean | null {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return null
  return value
}
