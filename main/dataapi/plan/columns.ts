import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import { wholeOf, wholeSight, type SightedTable } from '@common/principal/sight'
import { NameIndex } from '@common/wire/named'
import { resultColumn, type ComputedTable } from '@main/db/computed'

/**
 * Facts that the engine derives once from a table as a principal sees it. The table is the same object while the schema
 * and the rules stay the same, so nothing here gets stale or mixes principals.
 */
export interface TableIndex {
  readonly table: SightedTable
  /** By exact name or title. No title equals the name of another column (`decorate.ts`). */
  readonly byKey: ReadonlyMap<string, Column>
  /** Like `byKey`, with computed columns, and ignoring case if exactly one column matches. */
  readonly anyKey: NameIndex<Column>
  /** By name in the database. */
  readonly byName: ReadonlyMap<string, Column>
  /** Position of each column in the table. */
  readonly position: ReadonlyMap<Column, number>
  /** Columns of the primary key, in key order; empty without one. */
  readonly key: readonly Column[]
  /** Columns that text search includes. */
  readonly searchable: readonly Column[]
  /** Titles and ids of computed columns that this index leaves out because the caller may not read them. */
  readonly leftOut?: ReadonlySet<string>
  /** Computed columns by title, to name them in errors of writes. */
  readonly readOnly: ReadonlyMap<string, Column>
  /** For writes of a principal from whom something is hidden: what it sees. The index itself has all columns. */
  readonly seen?: TableIndex
}

const indexes = new WeakMap<SightedTable, TableIndex>()

export function tableIndex(table: SightedTable): TableIndex {
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

/** Returns the index of a table with all its columns, for work of the server itself. */
export const wholeTableIndex = (table: Table): TableIndex => tableIndex(wholeSight(wholeOf(table)))

/** Returns the index with all columns, for SQL that follows links or filters rows by hidden columns. */
export const wholeIndex = ({ table }: TableIndex): TableIndex => tableIndex(wholeSight(table.sight.whole))

const writing = new WeakMap<TableIndex, TableIndex>()

/**
 * Returns the index for writes: statements and events need all columns, values and conditions of the caller only visible
 * ones. A hidden key names no row.
 */
export function writeIndex(index: TableIndex): TableIndex {
  if (!index.table.sight.restricted) return index
  const known = writing.get(index) ?? { ...wholeIndex(index), key: index.key, seen: index }
  writing.set(index, known)
  return known
}

/** Returns what the caller of a write sees. */
export const seenIndex = (index: TableIndex): TableIndex => index.seen ?? index

const numbers = new WeakMap<TableIndex, number>()
let tablesSeen = 0

/** Number of a table in cache keys. A change of the schema, the metadata or the rules makes another table. */
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
 * Finds a column by name or title, ignoring surrounding blanks.
 * @throws AppError COLUMN_NOT_FOUND
 */
export function columnByKey(index: TableIndex, key: string): Column {
  const column = columnNamed(index, key) ?? columnNamed(index, key.trim())
  if (column) return column
  throw new AppError('COLUMN_NOT_FOUND', { column: key.slice(0, 200), table: index.table.title })
}

/**
 * Like `columnByKey`, including computed columns. A title takes precedence over the name of another column.
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
