import type { StoredValue } from '@common/columns/column-type'
import type { Actor, Table } from '@common/model'

/** A stored row, by column names of the database. */
export type StoredRow = Readonly<Record<string, StoredValue>>

/**
 * An acknowledged write, published after its commit. Audit, undo, live updates and caches subscribe. Only the row
 * service, upserts and linked writes change rows, and each publishes its events.
 */
export interface ChangeEvent {
  readonly kind: 'create' | 'update' | 'delete'
  readonly projectId: string
  readonly table: Table
  /** Key values of each changed row as text, in order. Empty texts for tables without a key. */
  readonly keys: readonly (readonly string[])[]
  /** Rows before the change, in key order; empty for a create. */
  readonly before: readonly StoredRow[]
  /** Rows after the change; empty for a delete, and for a create whose rows weren't read. */
  readonly after: readonly StoredRow[]
  readonly who: Actor
  /** ISO 8601, UTC. */
  readonly when: string
  /** Id of the change in the change log: the same for all events of a request. */
  readonly change?: string
  /**
   * Names of the columns that the update set explicitly; triggers may have changed others. Absent if all changed
   * columns were set.
   */
  readonly set?: readonly string[]
  /** Rows of other tables that the delete cascaded to, parents first. */
  readonly along?: readonly AlongRows[]
  /**
   * Deleted rows with all columns of the table that stored them, parallel to `before`; undefined for rows of `table`
   * itself. Absent if no other table inherits from it.
   */
  readonly own?: readonly (OwnRow | undefined)[]
  /** True if rows were read `asStored`: in columns that tell 1 from 1.0, integers are bigint. */
  readonly typed?: true
  /** Source of the change: `rest`, `graphql`, `import`, `undo` and so on. */
  readonly why: string
}

/** A row of a table that inherits from another one, with all of its columns. */
export interface OwnRow {
  readonly table: Table
  readonly row: StoredRow
}

/** Rows of another table that a delete affected, as they were. */
export interface AlongRows {
  readonly table: Table
  readonly rows: readonly StoredRow[]
  /** Columns set to NULL; absent if the rows were deleted. */
  readonly cleared?: readonly string[]
}
