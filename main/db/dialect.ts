import type { AppError } from '@common/errors'
import type { StorageClass, StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnChange, ColumnDefinition, ForeignKey, Index, Table, TableStorage } from '@common/model'
import type { Capabilities } from '@common/dialects'
import type { Database } from './database'
import type { SchemaModels } from './schema-diff'
import type { CheckFacts, SchemaObjects } from './schema-objects'
import type { FormulaSql } from './formula-sql'
import type { Fragment } from './sql-fragment'
import type { QueryCompiler } from './query-compiler'
import type { Statement, Step } from './statement'
import type { SchemaPlan } from './schema-plan'

/** Differences of one kind of database. Each has a folder in `dialects/` with the same files. */
export interface Dialect {
  readonly name: string
  readonly capabilities: Capabilities
  /** Quotes an identifier. Names enter SQL only through this function. */
  readonly quote: (identifier: string) => string
  /** Returns the n-th placeholder, one-based. */
  readonly placeholder: (n: number) => string
  readonly nativeType: (storage: StorageClass, column: ColumnDefinition) => string
  /** Guesses the UI type of a foreign column. */
  readonly uiTypeOf: (column: NativeColumn) => UiType
  readonly introspect: Introspection
  readonly schema: SchemaSql
  /** Indexes, views, triggers and routines. */
  readonly objects: SchemaObjects
  /** Schemas as data, to compare them. Absent if the engine has none yet. */
  readonly models?: SchemaModels
  /** Formulas, and values of linked rows. */
  readonly formula: FormulaSql
  /** Aggregates over numbers that a double can't hold. */
  readonly exactMeasures?: ExactMeasures
  /**
   * LIKE, as case-insensitive as the engine allows. Only `%` and `_` are special, and `escape`, a single character, if
   * given.
   */
  readonly like: (expression: string, placeholder: string, negated: boolean, escape?: string) => string
  /** Comparisons of values with columns. Engines with strict types reject values that don't fit. */
  readonly comparison: Comparison
  /** A key of ORDER BY. NULL sorts first, or last if descending, on every engine. */
  readonly order: (expression: string, key: { readonly descending: boolean; readonly nullable: boolean }) => string
  /**
   * The end of a SELECT for one page, with a leading blank. `limit` and `offset` are placeholders, bound in this order,
   * or numbers; `ordered` says if ORDER BY precedes. The limit is never 0.
   */
  readonly page: (limit: string, offset: string, ordered: boolean) => string
  /** True if a subquery in IN uses an index for the first rows of each key. Other engines number all rows. */
  readonly pagesOfKeys?: true
  /** Writes of rows that return the written rows. */
  readonly rows: RowSql
  /** Calls a function or procedure with bound arguments. Absent if the engine has none. */
  readonly routineCall?: (kind: 'function' | 'procedure', name: string, args: number) => string
  /** Selects a stored column without losing digits in the driver. For the outermost SELECT only. Default: its name. */
  readonly selected?: (column: Column, name: string) => string
  /**
   * Converts a value that the engine would not understand for binding to a column.
   *
   * @throws AppError VALUE_CHECK_FAILED for text that the column can't hold
   */
  readonly bound?: (column: Column, value: StoredValue) => StoredValue
  /**
   * A condition that is always true and stops its statement after a cancellation or timeout. Added to the filter of
   * long scans. Absent if the engine can be interrupted. May use the name of the table's row number.
   */
  readonly cancellation?: (rowId: string | null) => string
  /** Rewrites SQL that our engines share, of new tables in the meta store. Absent where it is understood unchanged. */
  readonly sharedSql?: (sql: string) => string
  /** Loads the compiler of queries for the meta store. Absent where no meta store can be. */
  readonly loadQueryCompiler?: () => Promise<QueryCompiler>
  /**
   * Writes `step`, 2 × `step` and so on into a column of every row, in key order. All names are quoted. Rows with a
   * NULL key may be skipped.
   */
  readonly numberRows: (of: RowNumbering) => string
  /** Format of SQL scripts for use elsewhere. Our own statements bind their values. */
  readonly script: ScriptSql
  /** Translates an error of the driver. Unknown errors become INTERNAL with their cause. */
  readonly translateError: (error: unknown) => AppError
}

export interface RowNumbering {
  readonly table: string
  readonly column: string
  readonly keys: readonly string[]
  readonly step: number
}

export type ExactFunction = 'min' | 'max' | 'sum' | 'avg' | 'sumDistinct' | 'avgDistinct'

/**
 * Aggregates without loss of digits. Rounds a mean with repeating decimals to the 15 significant digits of a double, or
 * beyond 1e15 to four places.
 */
export interface ExactMeasures {
  /** Type of the results, for comparing them. */
  readonly nativeType: string
  /** Returns a stored column with every digit; undefined where a double holds them all. */
  readonly column: (expression: Fragment, column: Column) => Fragment | undefined
  readonly functions: Readonly<Record<ExactFunction, (value: Fragment, column: Column) => Fragment>>
}

/** The part of a column that decides how it is compared. */
export type ComparedColumn = Pick<Column, 'nativeType' | 'uiType'>

export interface ScriptSql {
  /** Returns a value as a literal that doesn't depend on session settings. */
  readonly literal: (column: ComparedColumn, value: StoredValue) => string
  /** Session settings at the start of the script, without terminators. */
  readonly before: readonly string[]
  /** Statements around rows with values for a generated column. */
  readonly counted?: (table: string) => { readonly before: string; readonly after: string }
}

/** Comparison of columns. `name` is the quoted column, qualified if necessary. */
export interface Comparison {
  /** Returns SQL that can be compared, sorted and grouped, for any type. */
  readonly sortable: (column: ComparedColumn, name: string) => string
  /** Returns a tie-breaker for ORDER BY if `sortable` maps different values to the same. */
  readonly finer?: (column: ComparedColumn, name: string) => string | undefined
  /** SQL of a row's sort position by the column, as `sides` compares it; absent if the value itself is enough. */
  readonly place?: (column: ComparedColumn, name: string) => string | undefined
  /**
   * Returns both sides of a comparison. A value that the column can't hold makes it false or compares as text, without
   * failing the statement.
   *
   * @param by  `order` for `< <= > >= BETWEEN`, `equality` for `= <> IN`
   */
  readonly sides: (
    column: ComparedColumn,
    name: string,
    values: readonly StoredValue[],
    by?: 'equality' | 'order',
  ) => { readonly column: string; readonly value: (placeholder: string, value: StoredValue) => string }
  /** Returns a condition that finds a row by its key, using an index. The SQL doesn't depend on the value. */
  readonly keyEquals: (column: ComparedColumn, name: string, placeholder: string) => string
  /** SQL of the displayed text of a column, for LIKE; absent if the engine's own text is the same. */
  readonly readable?: (column: ComparedColumn, name: string) => string
  /**
   * SQL of a guard: the row still holds a value as it was read. One text for every value. Absent if `=` works for
   * every type.
   */
  readonly holds?: (column: ComparedColumn, name: string, placeholder: string) => string
  /** Returns a value as `keyEquals` binds it; null if no row can have it. */
  readonly keyValue: (column: ComparedColumn, value: StoredValue) => StoredValue
  /**
   * Like `keyEquals` for a complete key, in engines whose columns store values of several types: then one text can mean
   * several values, and the condition matches the first that exists.
   */
  readonly keyMatches?: (table: string, parts: readonly KeyPart[], bind: (value: StoredValue) => string) => string
}

/** One column of a key, quoted, and its value as text (`main/dataapi/parse/row-key.ts`). */
export interface KeyPart {
  readonly column: ComparedColumn
  readonly name: string
  readonly text: string
}

/**
 * Writes of rows. Each function returns one step that runs once per row of `rows`, whose values are in placeholder
 * order, and returns the columns `returned` of the written rows in order.
 */
export interface RowSql {
  /** Moves a generated key behind the highest existing one. Absent if the engine does it by itself. */
  readonly countOn?: (table: string, column: string) => Step
  /** Clause between columns and values of an insert into a column GENERATED ALWAYS AS IDENTITY. */
  readonly overriding?: string
  /** Inserts rows that set the same columns; no columns for rows of defaults. */
  readonly insert: (write: {
    readonly table: Table
    readonly columns: readonly Column[]
    readonly rows: readonly (readonly StoredValue[])[]
    readonly returned: readonly Column[]
  }) => Step
  /** Returns the clause after INSERT … SELECT that returns the inserted rows. Absent if the engine has none. */
  readonly returning?: (columns: readonly Column[]) => string
  /** Selects a value of a column as it can be bound again. Absent if the name of the column does. */
  readonly rebound?: (column: Column, name: string) => string
  /** Returns the condition that a key of several columns is among those of a table. Absent if the engine compares lists. */
  readonly among?: (key: readonly string[], columns: readonly string[], from: string) => string
  /**
   * Updates a table by a join, with SQL for each column. Absent if the engine finds the rows of a subquery by their keys.
   */
  readonly updateJoined?: (write: {
    readonly table: Table
    /** The other table and its alias. */
    readonly from: string
    readonly on: string
    readonly set: string
    readonly where: string
  }) => string
  /** Rejects a value that the column would round or truncate. @throws AppError VALUE_CHECK_FAILED */
  readonly refuseCut?: (column: Column, value: StoredValue) => void
  /** Wraps the placeholder of a value that UPDATE sets; absent if the placeholder alone works. */
  readonly assigned?: (column: Column, placeholder: string) => string
  /** Wraps an INSERT with values for a generated key; absent if the engine needs no wrapper. */
  readonly withOwnKeys?: (table: string, insert: Step) => Step
  /** Updates rows by key. `set` and `where` are SQL; the first `setCount` placeholders stand in `set`. The key stays. */
  readonly update: (write: {
    readonly table: Table
    readonly set: string
    readonly setCount: number
    readonly where: string
    readonly rows: readonly (readonly StoredValue[])[]
    readonly returned: readonly Column[]
  }) => Step
  /**
   * Deletes rows by key and returns their values. If the table has children, the name of the table that stored the row
   * follows the columns.
   */
  readonly remove: (write: {
    readonly table: Table
    readonly where: string
    readonly rows: readonly (readonly StoredValue[])[]
    readonly returned: readonly Column[]
  }) => Step
  /**
   * Selects rows and locks them until the end of the transaction; waits for other clients that are writing them. Absent
   * if the engine runs one writing transaction at a time.
   *
   * @param columns  SQL of the selected columns, for rows that an update follows
   */
  readonly lock?: (table: Table, where: string, columns?: string) => string
  /** Returns the statements that the engine sends for a batch of a write; absent if it sends one for each row. */
  readonly sent?: (step: Step) => readonly SentStatement[]
  /** Reads rows that this table itself stores, not its children. For engines whose tables inherit from others. */
  readonly storedIn?: (read: {
    readonly table: Table
    readonly where: string
    readonly rows: readonly (readonly StoredValue[])[]
  }) => Step
}

/** A statement as it reaches the database, and the number of rows of the batch that it writes. */
export interface SentStatement extends Statement {
  readonly rows: number
}

/** A column as the database describes it. */
export interface NativeColumn {
  readonly name: string
  readonly nativeType: string
  readonly notNull: boolean
  readonly defaultValue: string | null
  /** One-based position in the key, or 0. */
  readonly keyPosition: number
  readonly autoIncrement: boolean
  readonly generated: boolean
  /** Description stored in the database; absent without one. */
  readonly comment?: string
  /** Allowed values of ENUM and SET, in order. */
  readonly choices?: readonly string[]
}

export interface NativeTable {
  readonly name: string
  readonly type: 'table' | 'view'
  readonly columns: readonly NativeColumn[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly Index[]
  readonly rowId: string | null
  readonly storage?: TableStorage
}

/** Reads names first and details on demand, so that schemas with thousands of tables open fast. */
export interface Introspection {
  readonly listTables: (database: Database) => Promise<{ readonly name: string; readonly type: 'table' | 'view' }[]>
  readonly describeTable: (database: Database, name: string) => Promise<NativeTable | undefined>
  /** All foreign keys at once, because a table's description doesn't contain the references to it. */
  readonly listReferences: (database: Database) => Promise<TableReference[]>
  /** All tables and views with their columns, in few queries. Used to detect changes by other programs. */
  readonly listOutlines: (database: Database) => Promise<TableOutline[]>
}

/** Facts for detecting changes of a table's columns. Texts are only compared with each other. */
export interface TableOutline {
  readonly name: string
  readonly type: 'table' | 'view'
  /** A number that survives renaming; null if the engine has none. */
  readonly identity: string | null
  /** Empty for a view whose tables are missing. */
  readonly columns: readonly ColumnOutline[]
}

export interface ColumnOutline {
  readonly name: string
  readonly nativeType: string
  readonly notNull: boolean
  /** One-based position in the key, or 0. */
  readonly keyPosition: number
  /** Like that of the table; unique within it. */
  readonly identity: string | null
}

/** A foreign key with its table. */
export interface TableReference {
  readonly table: string
  readonly foreignKey: ForeignKey
}

/** A column change that can convert values. */
export type ColumnRefit = Extract<ColumnChange, { kind: 'change' }>

/** SQL conditions on rows, without placeholders. */
export interface LostValues {
  /** The row has a value. */
  readonly filled: string
  /** The value would be lost. */
  readonly lost: string
}

/** A part of a column: its full type, its default, a rule or an index. */
export interface ColumnPart {
  readonly column: string
  readonly kind: 'type' | 'default' | 'rule' | 'index'
  /** Name for messages. */
  readonly name: string
  readonly sql: string
  /** Replaces `sql` if the column now has to accept rows without a value. */
  readonly optionalSql?: string
  /** A rule that only `objects.createCheck` can restore; `sql` is just its name. */
  readonly check?: CheckFacts
}

/** Statements that create an outbox: numbers are never used again, and grow with the order of the inserts. */
export interface OutboxPlan {
  readonly schema: readonly Step[]
  /** Rows that the engine needs to count from `first`. */
  readonly rows?: readonly Step[]
}

export interface SchemaSql {
  readonly createTable: (
    name: string,
    columns: readonly ColumnDefinition[],
    foreignKeys?: readonly ForeignKey[],
  ) => SchemaPlan
  readonly renameTable: (database: Database, name: string, newName: string) => Promise<SchemaPlan>
  /** Creates the table of an outbox (`outbox.ts`) unless it exists. */
  readonly createOutbox: (name: string, first: number) => OutboxPlan
  readonly dropTable: (database: Database, name: string) => Promise<SchemaPlan>
  /** Adds, renames, changes and drops columns. Preserves rows, indexes, triggers, views and foreign keys. */
  readonly changeColumns: (database: Database, name: string, changes: readonly ColumnChange[]) => Promise<SchemaPlan>
  /**
   * Returns conditions for values that a type change would lose, by the rules of the change.
   *
   * @throws AppError COLUMN_NOT_FOUND; NOT_SUPPORTED if the engine can't check in advance
   */
  readonly lostValues: (database: Database, name: string, change: ColumnRefit) => Promise<LostValues>
  /**
   * Adds a foreign key, and its missing columns in the same change. The referenced columns are a key or unique. Rows
   * that violate it fail the change with VALUE_REFERENCE_MISSING.
   */
  readonly addForeignKey: (
    database: Database,
    name: string,
    key: ForeignKey,
    newColumns: readonly ColumnDefinition[],
  ) => Promise<SchemaPlan>
  /** Drops a foreign key, and the given columns in the same change. */
  readonly dropForeignKey: (
    database: Database,
    name: string,
    key: ForeignKey,
    dropColumns: readonly string[],
  ) => Promise<SchemaPlan>
  /**
   * Moves a table to the trash: renames it and drops its foreign keys, so that it doesn't restrict other rows. Rejected
   * if dropping it would be. `putBack` restores it, `addForeignKey` its references.
   *
   * @throws AppError TABLE_NOT_FOUND, TABLE_READ_ONLY, TABLE_IN_USE
   */
  readonly setAside: (database: Database, name: string, newName: string) => Promise<SchemaPlan>
  readonly putBack: (database: Database, aside: string, name: string) => Promise<SchemaPlan>
  /** True for columns that the database may set on every update of their row, unless the update sets them itself. */
  readonly setsOnUpdate?: (column: Pick<Column, 'nativeType' | 'generated'>) => boolean
  /** Returns the parts that are dropped along with columns, with the SQL that restores each of them. */
  readonly columnParts?: (
    database: Database,
    table: string,
    columns: readonly string[],
  ) => Promise<readonly ColumnPart[]>
  /** Creates a table from the values of some columns under other names, with their types and without rules. */
  readonly copyValues: (
    from: string,
    columns: readonly { readonly name: string; readonly as: string }[],
    into: string,
  ) => Step
  /** Creates a table from a SELECT, with its names and types and without rules. */
  readonly tableOf: (select: string, into: string) => Step
}
