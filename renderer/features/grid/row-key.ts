import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'

/** A row as the REST API answers it: titles of columns → values. */
export type Row = Readonly<Record<string, unknown>>

/** Key columns of a table, in key order. */
export function keyColumns(table: Table): Column[] {
  return table.primaryKey.flatMap((name) => table.columns.find((column) => column.name === name) ?? [])
}

/** Text that names a row in the id routes: key values joined with `___`; undefined when a part is missing. */
export function rowKey(table: Table, row: Row): string | undefined {
  const columns = keyColumns(table)
  const values = columns.map((column) => row[column.title])
  if (columns.length === 0 || values.some((value) => value === null || value === undefined)) return undefined
  return values.map((value) => String(value)).join('___')
}

/** The key part of a row, as bulk calls want it. */
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
