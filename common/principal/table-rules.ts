import type { Filter } from '../query/tree'

/** Rights of a principal on the rows of a table. */
export interface RowRights {
  /** False for a table that is reachable through links only. */
  readonly read: boolean
  readonly create: boolean
  readonly change: boolean
  readonly delete: boolean
}

/** Rules of a principal for one table. The same rules are the same object. */
export interface TableRules extends RowRights {
  /** Visible columns by name, computed columns and links by id; all columns if absent. */
  readonly columns?: ReadonlySet<string>
  /** Columns that may be written, by name; all columns if absent. */
  readonly writable?: ReadonlySet<string>
  /** Visible rows; all rows if absent. Its names refer to the whole table. */
  readonly rows?: Filter
  /** Tables whose rows are hidden from the principal, some or all, and that this one references. */
  readonly guarded?: ReadonlySet<string>
  /** Tables that don't exist for the principal. */
  readonly isUnseen?: (table: string) => boolean
  /** References of this table, by its columns, that don't exist for the principal. */
  readonly isUnrelated?: (columns: readonly string[]) => boolean
  /** The principal is a visitor with a link, who reads or answers one table. */
  readonly visitor?: true
}
