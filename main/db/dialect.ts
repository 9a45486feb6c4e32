import type { AppError } from '@common/errors'
import type { StorageClass } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnChange, ColumnDefinition, ForeignKey, Index } from '@common/model'
import type { Capabilities } from '@common/dialects'
import type { Database, Step } from './database'

/** What one kind of database does differently. A folder of `dialects/`, the same files in each. */
export interface Dialect {
  readonly name: string
  readonly capabilities: Capabilities
  /** Quotes an identifier. The only way a name enters SQL. */
  readonly quote: (identifier: string) => string
  /** The n-th placeholder, from 1. */
  readonly placeholder: (n: number) => string
  readonly nativeType: (storage: StorageClass, column: ColumnDefinition) => string
  /** Guess for a column that Basalt has not made. */
  readonly uiTypeOf: (column: NativeColumn) => UiType
  readonly introspect: Introspection
  readonly schema: SchemaSql
  /** LIKE, letter case ignored as far as the engine does. No sign takes the meaning from `%` and `_` unless ` ESCAPE '…'` follows. */
  readonly like: (expression: string, placeholder: string, negated: boolean) => string
  /**
   * A condition that always holds, and stops its statement when it was cancelled or took too long: joined to
   * the filter of scans whose time grows with the table. Absent where the engine can be interrupted from outside.
   * It may count by the name of the table's row number, where it has one.
   */
  readonly cancellation?: (rowId: string | null) => string
  /** Driver error → ours. Anything unknown becomes INTERNAL with its cause. */
  readonly translateError: (error: unknown) => AppError
}

/** A column as the database describes it. */
export interface NativeColumn {
  readonly name: string
  readonly nativeType: string
  readonly notNull: boolean
  readonly defaultValue: string | null
  /** Position in the key from 1, or 0. */
  readonly keyPosition: number
  readonly autoIncrement: boolean
  readonly generated: boolean
  /** The only values that its type takes, in the order of the type: ENUM, SET. */
  readonly choices?: readonly string[]
}

export interface NativeTable {
  readonly name: string
  readonly type: 'table' | 'view'
  readonly columns: readonly NativeColumn[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly Index[]
  readonly rowId: string | null
}

/** Names first, details when asked: opening a schema of thousands of tables stays fast. */
export interface Introspection {
  readonly listTables: (database: Database) => Promise<{ readonly name: string; readonly type: 'table' | 'view' }[]>
  readonly describeTable: (database: Database, name: string) => Promise<NativeTable | undefined>
  /** Foreign keys of all tables at once: what points to a table is not written in that table. */
  readonly listReferences: (database: Database) => Promise<TableReference[]>
}

/** A foreign key and the table that has it. */
export interface TableReference {
  readonly table: string
  readonly foreignKey: ForeignKey
}

/** Statements of a schema change and those that undo it. */
export interface SchemaPlan {
  readonly up: readonly Step[]
  readonly down: readonly Step[]
}

export interface SchemaSql {
  readonly createTable: (
    name: string,
    columns: readonly ColumnDefinition[],
    foreignKeys?: readonly ForeignKey[],
  ) => SchemaPlan
  readonly renameTable: (name: string, newName: string) => SchemaPlan
  readonly dropTable: (database: Database, name: string) => Promise<SchemaPlan>
  /** Adds, renames, changes and drops columns, keeping rows, indexes, triggers, views and foreign keys. */
  readonly changeColumns: (database: Database, name: string, changes: readonly ColumnChange[]) => Promise<SchemaPlan>
  /**
   * Adds a foreign key to a table, and first, in the same change, those of its columns that are not there yet.
   * The columns referred to are the other table's key, or unique. Rows that would break it fail the change with
   * VALUE_REFERENCE_MISSING.
   */
  readonly addForeignKey: (
    database: Database,
    name: string,
    key: ForeignKey,
    newColumns: readonly ColumnDefinition[],
  ) => Promise<SchemaPlan>
  /** Drops the foreign key from these columns to that table, and in the same change the columns named. */
  readonly dropForeignKey: (
    database: Database,
    name: string,
    key: ForeignKey,
    dropColumns: readonly string[],
  ) => Promise<SchemaPlan>
}
