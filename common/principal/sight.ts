import type { Table, TableSummary } from '@common/model'
import type { Filter } from '@common/query/tree'
import type { Principal } from '.'
import { fullRules, rulesFor, type RowRights, type TableRules } from './rules'

/** Rights of a principal on a table, and hidden columns and rows. */
export interface Sight extends RowRights {
  /** The table with all its columns. Only for SQL that computes visible columns or filters visible rows. */
  readonly whole: Table
  /** Visible rows; all rows if absent. */
  readonly rows?: Filter
  /** True if columns or rows are hidden. */
  readonly restricted: boolean
}

/**
 * A table as a principal sees it: hidden columns don't exist in it. The data API takes no other tables. The same rules
 * and table give the same object, so a cache that uses it as a key never mixes principals with different rules.
 */
export interface SightedTable extends Table {
  readonly sight: Sight
}

/** Look-ups of tables of a project, as one principal sees them. */
export interface TablesInSight {
  /** Tables and views that the principal finds; the same list while nothing about them changes. */
  readonly list: (projectId: string) => Promise<readonly TableSummary[]>
  /** A table or view by name or title (`NameIndex`). */
  readonly find: (projectId: string, nameOrTitle: string) => Promise<SightedTable | undefined>
  /** A table or view by its name in the database: where a link leads. Undefined if it is gone. */
  readonly named: (projectId: string, name: string) => Promise<SightedTable | undefined>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly get: (projectId: string, nameOrTitle: string) => Promise<SightedTable>
}

/** Looks up a table or view by name or title, as a principal sees it. @throws AppError TABLE_NOT_FOUND */
export type GetTable = (principal: Principal, projectId: string, nameOrTitle: string) => Promise<SightedTable>
export type FindTable = (
  principal: Principal,
  projectId: string,
  nameOrTitle: string,
) => Promise<SightedTable | undefined>

const sights = new WeakMap<TableRules, WeakMap<Table, SightedTable>>()

/** Returns the table as these rules show it. */
export function sightUnder(rules: TableRules, whole: Table): SightedTable {
  const tables = sights.get(rules) ?? new WeakMap<Table, SightedTable>()
  sights.set(rules, tables)
  const known = tables.get(whole)
  if (known !== undefined) return known
  const made = rules.columns === undefined && rules.rows === undefined ? open(rules, whole) : restricted(rules, whole)
  tables.set(whole, made)
  return made
}

/** Returns the table as a principal sees it. */
export const sight = (principal: Principal, table: Table): SightedTable => sightUnder(rulesFor(principal, table), table)

/** Returns the table with all columns, rows and rights. */
export const wholeSight = (table: Table): SightedTable => sightUnder(fullRules, table)

/** Returns the table with all its columns, whoever sees it. */
export const wholeOf = (table: Table): Table => ('sight' in table ? (table as SightedTable).sight.whole : table)

function open({ read, create, change, delete: remove }: TableRules, whole: Table): SightedTable {
  return { ...whole, sight: { read, create, change, delete: remove, whole, restricted: false } }
}

function restricted({ columns: visible, rows, read, create }: TableRules, whole: Table): SightedTable {
  const isVisible = (name: string): boolean => visible === undefined || visible.has(name)
  const areVisible = (names: readonly string[]): boolean => names.every(isVisible)
  const hasKey = areVisible(whole.primaryKey)
  return {
    ...whole,
    columns: whole.columns.filter(({ name }) => isVisible(name)),
    virtualColumns: whole.virtualColumns.filter(({ id }) => isVisible(id)),
    // Part of a key names no row, and a row id is often the key itself.
    primaryKey: hasKey ? whole.primaryKey : [],
    rowId: hasKey ? whole.rowId : null,
    foreignKeys: whole.foreignKeys.filter(({ columns }) => areVisible(columns)),
    indexes: whole.indexes.filter(({ columns }) => areVisible(columns)),
    // A row that is hidden must not change either, so nothing may be changed or deleted.
    sight: { read, create, change: false, delete: false, whole, restricted: true, ...(rows && { rows }) },
  }
}
