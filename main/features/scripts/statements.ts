import { typeFor } from '@common/columns/new-types'
import { AppError } from '@common/errors'
import { columnType } from '@common/columns/registry'
import type { Column, ColumnDefinition, Table } from '@common/model'
import { definitionOf as wireDefinition } from '@common/model/column-definition'
import type { Dialect } from '@main/db/dialect'

/* Statements over a table as text with placeholders. They are never run. */

export function selectStatement({ quote }: Dialect, table: Table): string {
  return `SELECT ${table.columns.map(({ name }) => quote(name)).join(', ')} FROM ${quote(table.name)}`
}

/** @throws AppError TABLE_NOT_FOUND for a view */
export function insertStatement({ quote, placeholder }: Dialect, table: Table): string {
  const columns = writable(table)
  const names = columns.map(({ name }) => quote(name)).join(', ')
  return `INSERT INTO ${quote(table.name)} (${names}) VALUES (${columns.map((_, at) => placeholder(at + 1)).join(', ')})`
}

/** @throws AppError TABLE_NOT_FOUND for a view */
export function updateStatement(dialect: Dialect, table: Table): string {
  const { quote, placeholder } = dialect
  const columns = writable(table).filter(({ primaryKey }) => !primaryKey)
  const set = columns.map(({ name }, at) => `${quote(name)} = ${placeholder(at + 1)}`).join(', ')
  return `UPDATE ${quote(table.name)} SET ${set}${whereKey(dialect, table, columns.length)}`
}

/** @throws AppError TABLE_NOT_FOUND for a view */
export function deleteStatement(dialect: Dialect, table: Table): string {
  requireTable(table)
  return `DELETE FROM ${dialect.quote(table.name)}${whereKey(dialect, table, 0)}`
}

/**
 * The statement that would create the table; the original fails here on SQLite. @throws AppError TABLE_NOT_FOUND for a
 * view
 */
export function createStatement(dialect: Dialect, table: Table): string {
  requireTable(table)
  const plan = dialect.schema.createTable(table.name, table.columns.map(definitionOf), table.foreignKeys)
  return plan.up.map(({ sql }) => `${sql};`).join('\n')
}

function definitionOf(column: Column): ColumnDefinition {
  const { nativeType, autoIncrement } = column
  const definition = { ...wireDefinition(column), defaultValue: plainDefault(column) }
  // A counted key is written in the words of its database: its type alone would not count.
  return autoIncrement ? { ...definition, uiType: typeFor.key, defaultValue: null } : { ...definition, nativeType }
}

/** Returns a literal default; null for expressions. */
function plainDefault({ defaultValue }: Column): string | null {
  const [, quoted, word] =
    /^(?:'((?:[^']|'')*)'(?:::[\w .()]+)?|(-?\d+(?:\.\d+)?|CURRENT_(?:TIMESTAMP|DATE|TIME)))$/i.exec(
      defaultValue ?? '',
    ) ?? []
  return quoted?.replaceAll("''", "'") ?? word ?? null
}

/** Without a key, the condition is left open, because copying a statement for every row would be dangerous. */
function whereKey({ quote, placeholder }: Dialect, { primaryKey, columns }: Table, before: number): string {
  const names = primaryKey.length > 0 ? primaryKey : columns.map(({ name }) => name)
  return ` WHERE ${names.map((name, at) => `${quote(name)} = ${placeholder(before + at + 1)}`).join(' AND ')}`
}

function writable(table: Table): readonly Column[] {
  requireTable(table)
  return table.columns.filter(
    (column) => !column.autoIncrement && !column.generated && columnType(column.uiType).writable,
  )
}

function requireTable({ type, title }: Table): void {
  if (type === 'view') throw new AppError('TABLE_NOT_FOUND', { table: title })
}
