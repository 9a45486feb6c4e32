import type { Table, TableSummary } from '@common/model'
import type { Filter } from '@common/query/tree'
import type { Principal } from '.'
import type { TablesByName } from './hidden-columns'
import { fullRules, rulesFor } from './rules'
import type { RowRights, TableRules } from './table-rules'

/** Rights of a principal on a table, and hidden columns and rows. */
export interface Sight extends RowRights {
  /** The table with all its columns. Only for SQL that computes visible columns or filters visible rows. */
  readonly whole: Table
  /** Visible rows; all rows if absent. */
  readonly rows?: Filter
  /** True if columns or rows are hidden, or columns can't be written. */
  readonly restricted: boolean
  /** Columns that may be written, by name; all columns if absent. */
  readonly writable?: ReadonlySet<string>
  /** Referenced tables whose rows are hidden, some or all: a write must not tell which of their keys exist. */
  readonly guarded?: ReadonlySet<string>
  /** True for a visitor with a link, who writes only through a form. */
  readonly visitor: boolean
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
/** True if nothing of a table, and of what its links and computed columns reach, is hidden from a principal. */
export type SeesAll = (principal: Principal, projectId: string, table: SightedTable) => Promise<boolean>

const sights = new WeakMap<TableRules, WeakMap<Table, SightedTable>>()

/** Returns the table as these rules show it. */
export function sightUnder(rules: TableRules, whole: Table): SightedTable {
  const tables = sights.get(rules) ?? new WeakMap<Table, SightedTable>()
  sights.set(rules, tables)
  const known = tables.get(whole)
  if (known !== undefined) return known
  const { columns, rows, writable, visitor } = rules
  const isOpen = [columns, rows, writable, visitor].every((each) => each === undefined)
  const made = isOpen ? open(rules, whole) : restricted(rules, whole)
  tables.set(whole, made)
  return made
}

/**
 * Returns the table as a principal sees it.
 *
 * @param tables  what links and computed columns of the table reach, if `needsTables`
 */
export const sight = (principal: Principal, table: Table, tables?: TablesByName): SightedTable =>
  sightUnder(rulesFor(principal, table, tables), table)

/** Returns the table with all columns, rows and rights. */
export const wholeSight = (table: Table): SightedTable => sightUnder(fullRules, table)

/** Returns the table with all its columns, whoever sees it. */
export const wholeOf = (table: Table): Table => ('sight' in table ? (table as SightedTable).sight.whole : table)

function open(rules: TableRules, whole: Table): SightedTable {
  const { read, create, change, delete: remove, guarded } = rules
  return {
    ...whole,
    ...(rules.isUnseen && { foreignKeys: seenReferences(rules, whole) }),
    sight: {
      read,
      create,
      change,
      delete: remove,
      whole,
      restricted: false,
      visitor: false,
      ...(guarded && { guarded }),
    },
  }
}

const seenReferences = ({ isUnseen, isUnrelated }: TableRules, { foreignKeys }: Table): Table['foreignKeys'] =>
  foreignKeys.filter(
    ({ columns, referencedTable }) => isUnseen?.(referencedTable) !== true && isUnrelated?.(columns) !== true,
  )

function restricted(rules: TableRules, whole: Table): SightedTable {
  const { columns: visible, rows, writable, guarded, visitor = false } = rules
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
    foreignKeys: seenReferences(rules, whole).filter(({ columns }) => areVisible(columns)),
    indexes: whole.indexes.filter(({ columns }) => areVisible(columns)),
    sight: {
      read: rules.read,
      create: rules.create,
      // Without its key, a row can't be named.
      change: rules.change && hasKey,
      delete: rules.delete && hasKey,
      whole,
      restricted: true,
      visitor,
      ...(writable && { writable }),
      ...(rows && { rows }),
      ...(guarded && { guarded }),
    },
  }
}
