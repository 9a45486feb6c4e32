import type { AppError } from '@common/errors'
import type { StorageClass, StoredValue } from '@common/columns/column-type'
import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnChange, ColumnDefinition, ForeignKey, Index, Table, TableStorage } from '@common/model'
import type { Capabilities } from '@common/dialects'
import type { Database, Statement, Step } from './database'
import type { CheckFacts, SchemaObjects } from './schema-objects'
import type { FormulaSql } from './formula-sql'
import type { Fragment } from './sql-fragment'
import type { QueryCompiler } from './query-compiler'

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
  /** Indexes, views, triggers and routines. */
  readonly objects: SchemaObjects
  /** Formulas, and values of linked rows. */
  readonly formula: FormulaSql
  /** Functions over columns of numbers that a double does not hold. */
  readonly exactMeasures?: ExactMeasures
  /**
   * LIKE, letter case ignored as far as the engine does. No sign takes the meaning from `%` and `_` but `escape`,
   * a single one where it is given. Nothing else has a meaning in the pattern.
   */
  readonly like: (expression: string, placeholder: string, negated: boolean, escape?: string) => string
  /** How values are compared with columns: engines with strict types refuse what does not fit. */
  readonly comparison: Comparison
  /** One key of ORDER BY. Missing values come first, or last when descending, on every engine. */
  readonly order: (expression: string, key: { readonly descending: boolean; readonly nullable: boolean }) => string
  /**
   * The end of a SELECT that answers one page, with a blank before it. `limit` and `offset` are placeholders, bound in
   * this order, or numbers; `ordered` tells whether ORDER BY comes before. The limit is never 0.
   */
  readonly page: (limit: string, offset: string, ordered: boolean) => string
  /**
   * Whether an index leads to the first rows of each key where those are asked for by a subquery of IN. Elsewhere they
   * are counted, all of them.
   */
  readonly pagesOfKeys?: true
  /** Writes of rows that answer what they wrote. */
  readonly rows: RowSql
  /** Runs a function or procedure with so many arguments, bound in their order. Absent where there are none. */
  readonly routineCall?: (kind: 'function' | 'procedure', name: string, args: number) => string
  /**
   * A stored column as rows answer it, where it would lose digits on its way through the driver: only at the outside of
   * a statement. By itself it is its name.
   */
  readonly selected?: (column: Column, name: string) => string
  /**
   * Converts a value that the engine would not understand for binding to a column.
   *
   * @throws AppError VALUE_CHECK_FAILED for text that the column can't hold
   */
  readonly bound?: (column: Column, value: StoredValue) => StoredValue
  /**
   * A condition that always holds, and stops its statement when it was cancelled or took too long: joined to
   * the filter of scans whose time grows with the table. Absent where the engine can be interrupted from outside.
   * It may count by the name of the table's row number, where it has one.
   */
  readonly cancellation?: (rowId: string | null) => string
  /** Rewrites SQL that our engines share, of new tables in the meta store. Absent where it is understood unchanged. */
  readonly sharedSql?: (sql: string) => string
  /** Loads the compiler of queries for the meta store. Absent where no meta store can be. */
  readonly loadQueryCompiler?: () => Promise<QueryCompiler>
  /**
   * Writes `step`, twice `step` … into a column of every row, in the order of the key. All names are quoted. Rows whose
   * key is NULL may be left out.
   */
  readonly numberRows: (of: RowNumbering) => string
  /** How scripts are written that somebody runs elsewhere. Statements of ours have their values bound. */
  readonly script: ScriptSql
  /** Driver error → ours. Anything unknown becomes INTERNAL with its cause. */
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
  /** A value as a literal that means the same whatever the settings of the session are. */
  readonly literal: (column: ComparedColumn, value: StoredValue) => string
  /** What stands before all rows, each without the sign at its end: settings of the session. */
  readonly before: readonly string[]
  /** Around rows that bring values of a column that the database counts by itself. */
  readonly counted?: (table: string) => { readonly before: string; readonly after: string }
}

/** `name` is the quoted column, with its table where that is needed. */
export interface Comparison {
  /** The column as something that can be compared, sorted and grouped, whatever its type. */
  readonly sortable: (column: ComparedColumn, name: string) => string
  /** A second key of ORDER BY, where `sortable` takes different values for the same. */
  readonly finer?: (column: ComparedColumn, name: string) => string | undefined
  /** SQL of a row's sort position by the column, as `sides` compares it; absent if the value itself is enough. */
  readonly place?: (column: ComparedColumn, name: string) => string | undefined
  /**
   * Both sides of a comparison with these values: a value that the column can never hold makes it false, or compares as
   * text, but does not fail the statement.
   *
   * @param by  `order` for `< <= > >= BETWEEN`, `equality` for `= <> IN`
   */
  readonly sides: (
    column: ComparedColumn,
    name: string,
    values: readonly StoredValue[],
    by?: 'equality' | 'order',
  ) => { readonly column: string; readonly value: (placeholder: string, value: StoredValue) => string }
  /** A condition that finds a row by a value of its key, with an index: one text for every value. */
  readonly keyEquals: (column: ComparedColumn, name: string, placeholder: string) => string
  /** SQL of the displayed text of a column, for LIKE; absent if the engine's own text is the same. */
  readonly readable?: (column: ComparedColumn, name: string) => string
  /**
   * SQL of a guard: the row still holds a value as it was read. One text for every value. Absent if `=` works for
   * every type.
   */
  readonly holds?: (column: ComparedColumn, name: string, placeholder: string) => string
  /** A value as `keyEquals` binds it; null when no row can have it. */
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
 * Writes of rows. Each makes one step that runs once for each of `rows`, the values of one row in the order of the
 * placeholders, and answers the columns `returned` of every row that it wrote, in their order.
 */
export interface RowSql {
  /** Lets a counted key go on behind the highest that there is. Absent where the engine does so by itself. */
  readonly countOn?: (table: string, column: string) => Step
  /** Stands between the columns and the values of an insert that brings values of a column GENERATED ALWAYS AS IDENTITY. */
  readonly overriding?: string
  /** Inserts rows that set the same columns; none for rows of defaults. */
  readonly insert: (write: {
    readonly table: Table
    readonly columns: readonly Column[]
    readonly rows: readonly (readonly StoredValue[])[]
    readonly returned: readonly Column[]
  }) => Step
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
  /** Position in the key from 1, or 0. */
  readonly keyPosition: number
  readonly autoIncrement: boolean
  readonly generated: boolean
  /** What the database keeps as the column's description; absent where there is none. */
  readonly comment?: string
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
  readonly storage?: TableStorage
}

/** Names first, details when asked: opening a schema of thousands of tables stays fast. */
export interface Introspection {
  readonly listTables: (database: Database) => Promise<{ readonly name: string; readonly type: 'table' | 'view' }[]>
  readonly describeTable: (database: Database, name: string) => Promise<NativeTable | undefined>
  /** Foreign keys of all tables at once: what points to a table is not written in that table. */
  readonly listReferences: (database: Database) => Promise<TableReference[]>
  /** All tables and views with their columns, in few questions: what tells that another program has changed them. */
  readonly listOutlines: (database: Database) => Promise<TableOutline[]>
}

/** A table as far as a change of its columns shows. Texts are compared with each other only. */
export interface TableOutline {
  readonly name: string
  readonly type: 'table' | 'view'
  /** A number that the table keeps under another name; null where the engine has none. */
  readonly identity: string | null
  /** None for a view whose tables are gone. */
  readonly columns: readonly ColumnOutline[]
}

export interface ColumnOutline {
  readonly name: string
  readonly nativeType: string
  readonly notNull: boolean
  /** Position in the key from 1, or 0. */
  readonly keyPosition: number
  /** As of the table; unique in it. */
  readonly identity: string | null
}

/** A foreign key and the table that has it. */
export interface TableReference {
  readonly table: string
  readonly foreignKey: ForeignKey
}

/** A change of a column that may convert its values. */
export type ColumnRefit = Extract<ColumnChange, { kind: 'change' }>

/** Conditions over the rows of a table: SQL without placeholders. */
export interface LostValues {
  /** There is a value. */
  readonly filled: string
  /** It would be lost. */
  readonly lost: string
}

/** Statements of a schema change and those that undo it. */
export interface SchemaPlan {
  readonly up: readonly Step[]
  readonly down: readonly Step[]
}

/** Something that belongs to a column: its type in full, its default, a rule or an index. */
export interface ColumnPart {
  readonly column: string
  readonly kind: 'type' | 'default' | 'rule' | 'index'
  /** Name for messages. */
  readonly name: string
  readonly sql: string
  /** Replaces `sql` if the column now has to accept rows without a value. */
  readonly optionalSql?: string
  /** A rule that no statement can add: `objects.createCheck` makes it again, and `sql` only names it. */
  readonly check?: CheckFacts
}

export interface SchemaSql {
  readonly createTable: (
    name: string,
    columns: readonly ColumnDefinition[],
    foreignKeys?: readonly ForeignKey[],
  ) => SchemaPlan
  readonly renameTable: (database: Database, name: string, newName: string) => Promise<SchemaPlan>
  readonly dropTable: (database: Database, name: string) => Promise<SchemaPlan>
  /** Adds, renames, changes and drops columns, keeping rows, indexes, triggers, views and foreign keys. */
  readonly changeColumns: (database: Database, name: string, changes: readonly ColumnChange[]) => Promise<SchemaPlan>
  /**
   * Which values a column would lose by a change that fits them to another type, by the very rules of the change.
   *
   * @throws AppError COLUMN_NOT_FOUND; NOT_SUPPORTED where the engine cannot look before it changes
   */
  readonly lostValues: (database: Database, name: string, change: ColumnRefit) => Promise<LostValues>
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
  /**
   * Takes a table away without losing it: it gets another name, and refers to no other table any more, so that rows
   * there stay free. Refused where dropping it would be. `putBack` brings it back, `addForeignKey` what it referred to.
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
  /** Makes a table of the values of some columns of another, under other names: their types, no rules. */
  readonly copyValues: (
    from: string,
    columns: readonly { readonly name: string; readonly as: string }[],
    into: string,
  ) => Step
  /** Makes a table of what a SELECT answers: its names and types, no rules. */
  readonly tableOf: (select: string, into: string) => Step
}
