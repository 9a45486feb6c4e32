import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import { resultColumn, type ComputedTable } from '@main/db/computed'

/**
 * What the engine derives from a table once. Kept beside the table object: the metadata service answers
 * the same object while the schema stays the same, so nothing here can be stale.
 */
export interface TableIndex {
  readonly table: Table
  /** By title; a name counts where no column has it as its title. */
  readonly byKey: ReadonlyMap<string, Column>
  /** By name in the database. */
  readonly byName: ReadonlyMap<string, Column>
  /** Where each column stands in the table. */
  readonly position: ReadonlyMap<Column, number>
  /** Columns of the primary key, in key order; empty when there is none. */
  readonly key: readonly Column[]
  /** Columns that a free-text search looks into. */
  readonly searchable: readonly Column[]
  /** Columns that are computed, by title, to be named when somebody writes to one. */
  readonly readOnly: ReadonlyMap<string, Column>
}

const indexes = new WeakMap<Table, TableIndex>()

export function tableIndex(table: Table): TableIndex {
  const known = indexes.get(table)
  if (known) return known
  const byName = new Map(table.columns.map((column) => [column.name, column]))
  const byKey = new Map(byName)
  for (const column of table.columns) byKey.set(column.title, column)
  const index: TableIndex = {
    table,
    byKey,
    byName,
    position: new Map(table.columns.map((column, at) => [column, at])),
    key: table.primaryKey.flatMap((name) => byName.get(name) ?? []),
    searchable: table.columns.filter((column) => columnType(column.uiType).searchable),
    readOnly: new Map(
      table.virtualColumns
        .filter(({ kind }) => kind !== 'link')
        .map(({ id, title }) => [title, { ...resultColumn('Formula', '', {}), name: id, title }]),
    ),
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
 * The column that a caller means by title or name, as it is or without blanks around it.
 *
 * @throws AppError COLUMN_NOT_FOUND
 */
export function columnByKey(index: TableIndex, key: string): Column {
  const column = index.byKey.get(key) ?? index.byKey.get(key.trim())
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
  return computed?.byKey.get(trimmed) ?? columnByKey(index, key)
}

export { valueKind, type ValueKind } from '@common/columns/value-kind'
