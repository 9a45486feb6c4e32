import { typeFor } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import type { Column, ColumnDefinition, Table } from '@common/model'
import { nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { Step } from '@main/db/statement'
import { copiedType, cut } from './columns/column-duplicate'
import { plainDefault } from './columns/plain-default'

/** Returns the columns of a duplicate. The key stays a key; references and generated columns become plain values. */
export function copiedColumns(database: Database, { columns }: Table): readonly ColumnDefinition[] {
  return columns.map((column) => ({
    name: column.name,
    title: column.title,
    uiType: isCountedKey(column) ? typeFor.key : copiedType(database, column),
    required: column.required,
    unique: column.unique && !column.primaryKey,
    primaryKey: column.primaryKey,
    defaultValue: column.generated || column.autoIncrement ? null : (plainDefault(column.defaultValue) ?? null),
    options: column.options,
    ...(isCountedKey(column) ? {} : { nativeType: column.nativeType }),
  }))
}

/** Copies rows with their keys, so that references within the table stay valid. */
export function copyRows({ dialect }: Database, from: Table, to: string): readonly Step[] {
  const { quote, rows } = dialect
  const names = from.columns.map(({ name }) => quote(name)).join(', ')
  const counted = from.columns.find(isCountedKey)
  const countOn = counted && rows.countOn?.(to, counted.name)
  const insert = { sql: `INSERT INTO ${quote(to)} (${names}) SELECT ${names} FROM ${quote(from.name)}`, params: [] }
  return [
    counted && rows.withOwnKeys ? rows.withOwnKeys(to, insert) : insert,
    ...(countOn === undefined ? [] : [countOn]),
  ]
}

const isCountedKey = (column: Column): boolean => column.primaryKey && (column.autoIncrement || hasRole(column, 'key'))

/** A name that no table has, nor a title: `tracks_copy`, `tracks_copy2` … */
export function freeTableName(
  name: string,
  taken: readonly { readonly name: string; readonly title: string }[],
): string {
  const names = new Set(taken.flatMap((table) => [nameKey(table.name), nameKey(table.title)]))
  for (let n = 1; ; n += 1) {
    const free = `${cut(name, 12)}_copy${n === 1 ? '' : n}`
    if (!names.has(nameKey(free))) return free
  }
}
