import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import { NameIndex } from '@common/wire/named'
import { resultColumn, type ComputedTable } from '@main/db/computed'

/**
 * What the engine derives from a table once. Kept beside the table object: the metadata service answers
 * the same object while the schema stays the same, so nothing here can be stale.
 */
export interface TableIndex {
  readonly table: Table
  /** By exact name or title. No title equals the name of another column (`decorate.ts`). */
  readonly byKey: ReadonlyMap<string, Column>
  /** Like `byKey`, with computed columns, and ignoring letter case if exactly one column matches. */
  readonly anyKey: NameIndex<Column>
  /** By name in the database. */
  readonly byName: ReadonlyMap<string, Column>
  /** Where each column stands in the table. */
  readonly position: ReadonlyMap<Column, number>
  /** Columns of the primary key, in key order; empty when there is none. */
  readonly key: readonly Column[]
  /** Columns that a free-text search looks into. */
  readonly searchable: readonly Column[]
  /** Titles and ids of computed columns that this index leaves out because the caller may not read them. */
  readonly leftOut?: ReadonlySet<string>
  /** Columns that are computed, by title, to be named when somebody writes to one. */
  readonly readOnly: ReadonlyMap<string, Column>
}

const indexes = new WeakMap<Table, TableIndex>()

export function tableIndex(table: Table): TableIndex {
  const known = indexes.get(table)
  if (known) return known
  const byName = new Map(table.columns.map((column) => [column.name, column]))
  const readOnly = new Map(
    table.virtualColumns
      .filter(({ kind }) => kind !== 'link')
      .map(({ id, title }) => [title, { ...resultColumn(typeFor.formula, '', {}), name: id, title }]),
  )
  // Responses use a computed column's title as its key. A value under that key must never write another column.
  const byKey = new Map([...byName].filter(([name]) => !readOnly.has(name)))
  for (const column of table.columns) byKey.set(column.title, column)
  const index: TableIndex = {
    table,
    byKey,
    anyKey: new NameIndex<Column>([...table.columns, ...readOnly.values()], (column) => column),
    byName,
    position: new Map(table.columns.map((column, at) => [column, at])),
    key: table.primaryKey.flatMap((name) => byName.get(name) ?? []),
    searchable: table.columns.filter((column) => columnType(column.uiType).searchable),
    readOnly,
  }
  indexes.set(table, index)
  return index
}

const numbers = new WeakMap<TableIndex, number>()
let tablesSeen = 0

/** Tells tables apart in what is kept of them: any change of the schema, or of what people say of it, makes another. */
export function tableNumber(index: TableIndex): number {
  const known = numbers.get(index)
  if (known !== undefined) return known
  numbers.set(index, ++tablesSeen)
  return tablesSeen
}

/**
 * Returns the stored column by exact name, by exact title, or ignoring letter case if exactly one matches.
 */
export function columnNamed(index: TableIndex, key: string): Column | undefined {
  const exact = index.byKey.get(key)
  if (exact !== undefined) return exact
  const found = index.anyKey.find(key)
  // The title of a computed column never resolves to a stored column in another letter case.
  return found !== undefined && index.position.has(found) ? found : undefined
}

/**
 * The column that a caller means by name or title, also with blanks around it.
 *
 * @throws AppError COLUMN_NOT_FOUND
 */
export function columnByKey(index: TableIndex, key: string): Column {
  const column = columnNamed(index, key) ?? columnNamed(index, key.trim())
  if (column) return column
  throw new AppError('COLUMN_NOT_FOUND', { column: key.slice(0, 200), table: index.table.title })
}

/**
 * The same, computed columns included: what can be read. A title comes before the name of another column.
 *
 * @throws AppError COLUMN_NOT_FOUND
 */
export function readableByKey(index: TableIndex, computed: ComputedTable | undefined, key: string): Column {
  const trimmed = index.byKey.has(key) || computed?.byKey.has(key) === true ? key : key.trim()
  const stored = index.byKey.get(trimmed)
  if (stored?.title === trimmed) return stored
  const found = computed?.byKey.get(trimmed) ?? (stored === undefined ? index.anyKey.find(trimmed) : stored)
  return (found && computed?.byKey.get(found.name)) ?? columnByKey(index, key)
}

export { valueKind, type ValueKind } from '@common/columns/value-kind'
