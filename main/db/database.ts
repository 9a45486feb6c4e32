import type { ErrorCode } from '@common/errors'
import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { PackedRows } from '@main/lib/packed-rows'
import type { Dialect } from './dialect'
import type { EarlierValue } from './earlier-values'

/**
 * An open database, whatever its engine. Statements are data, so that they can cross to a worker
 * thread and be grouped with others; nothing here ever blocks the thread that serves HTTP.
 */
export interface Database {
  readonly dialect: Dialect
  /** Reads rows as arrays, in the order of the columns selected. */
  readonly read: (statement: Statement, options?: ReadOptions) => Promise<StoredValue[][]>
  /**
   * Reads rows and serialises them once, where they are read: JSON bytes ready to send.
   * With `shape.single` the first row alone, or `shape.empty` when there is none.
   */
  readonly readJson: (statement: Statement, shape: JsonShape, options?: ReadOptions) => Promise<Uint8Array>
  /**
   * Reads one column of whole numbers, many of them, in little memory: for databases that can. Undefined when there are
   * more than `max`, or one that is not exact as a number.
   */
  readonly readKeys?: (statement: Statement, max: number, options?: ReadOptions) => Promise<Float64Array | undefined>
  /**
   * Runs every step in one transaction, in order, and answers after the commit is durable. Whole or
   * absent: any failing step undoes all and rejects with a translated AppError, whose `details.at` is the
   * `{step, row}` of a batch where the engine can tell. Concurrent calls may share one commit (each still
   * stands or falls alone).
   */
  readonly transact: (steps: readonly Step[], options?: WriteOptions) => Promise<StepResult[]>
  /**
   * Adds many rows to a table in one transaction, as they were packed: for databases that can take them so. They are for
   * sure on the disk when a later `transact` or `changeSchema` is: it is for rows that wait for something else.
   */
  readonly appendRows?: (rows: RowsToAppend, options?: WriteOptions) => Promise<void>
  /**
   * Inserts the rows of an unparsed JSON list, all or nothing. Resolves once the commit is durable. For databases whose
   * writer can parse rows itself. Returns undefined, with nothing written, if any row needs the ordinary path: a wrong
   * value, an unknown key, a rule or a trigger.
   */
  readonly insertJson?: (rows: JsonRows, options?: WriteOptions) => Promise<InsertedKeys | undefined>
  /** Runs schema statements; the built-in database rebuilds tables with foreign keys switched off, checked before the commit. */
  readonly changeSchema: (steps: readonly Step[], options?: WriteOptions) => Promise<StepResult[]>
  /**
   * Ends when no call of `changeSchema` is still at work, in whatever process of ours it began: a server goes on with
   * the statement of a caller that was killed, and only then shows what became of it.
   *
   * @throws AppError QUERY_TIMEOUT when that takes too long
   */
  readonly schemaSettled: () => Promise<void>
  /**
   * A number that changes whenever the schema of the database may have changed, whoever changed it.
   * Cheap enough to ask before metadata is used, so a server may be asked less often than we are; with `now` it is
   * asked whatever that costs: for what is not known, since somebody may have made it a moment ago.
   */
  readonly schemaVersion: (options?: { readonly now?: boolean }) => Promise<number | string>
  /**
   * A number that changes whenever rows may have changed, whoever changed them: answers kept under it
   * are never stale. Undefined where the engine cannot say.
   */
  readonly dataVersion: () => Promise<number | string | undefined>
  /** The same at once, without leaving this thread: for databases that can tell. Undefined when not now. */
  readonly versionNow?: () => string | undefined
  /** That of the schema along with it. */
  readonly versionsNow?: () => { readonly version: string; readonly schema: number | string } | undefined
  /** Concurrency limit of large pages, if they delay short reads. */
  readonly largeReadsAtOnce?: number
  readonly close: () => Promise<void>
}

export interface Statement {
  /** With the dialect's own placeholders. Identifiers in it come from metadata only. */
  readonly sql: string
  readonly params: readonly StoredValue[]
}

/** A step of a transaction. */
export type Step = Statement & {
  /** Rows to bind one after the other to the same statement, instead of `params` (bulk writes). */
  readonly batch?: readonly (readonly StoredValue[])[]
  /** Of an insert: which row of the batch failed need not be told, so that an engine may bind many to one statement. */
  readonly together?: boolean
  /** Whether the rows that the statement returns are wanted. */
  readonly returns?: boolean
  /** Whether the names of their columns are wanted, which nobody knows beforehand: those of a routine. */
  readonly names?: boolean
  /**
   * Positions of values that a JavaScript number can't hold exactly, in bound and in returned rows. SQLite: integers
   * are bigint there, and numbers are floating point. PostgreSQL: a decimal is text if its trailing zeros matter.
   */
  readonly asStored?: { readonly params?: readonly number[]; readonly columns?: readonly number[] }
  /**
   * For engines whose writes answer no rows, and made by their dialect only: what reads the rows written, on the same
   * connection right before or after the statement, once for each row of the batch. Its rows are those of the step.
   */
  readonly readBack?: {
    readonly when: 'before' | 'after'
    readonly sql: string
    readonly batch: readonly (readonly StoredValue[])[]
  }
  /** Parameters that earlier steps of the transaction give: they stand in it as tokens. */
  readonly earlier?: readonly EarlierValue[]
  /** Fails the transaction unless at least this many rows are changed or returned. */
  readonly expectRows?: number
  /** The error if there are fewer; ROW_NOT_FOUND by default. */
  readonly tooFew?: ErrorCode
}

/** Rows for `appendRows`. Names come from metadata only. */
export interface RowsToAppend {
  readonly table: string
  /** Those of the rows, then those of `same`, then that of `lines`. */
  readonly columns: readonly string[]
  readonly rows: PackedRows
  /** Values that every row has besides. */
  readonly same: readonly StoredValue[]
  /** A number of each row. */
  readonly lines: Uint32Array | undefined
}

/** Rows for `insertJson`, of a table whose key the database counts. */
export interface JsonRows {
  readonly table: string
  /** UTF-8 text of a list of objects. */
  readonly json: Uint8Array
  readonly columns: readonly Column[]
  /** Index in `columns` by key of a row; -1 for keys that accept empty values only. */
  readonly keys: ReadonlyMap<string, number>
  /** Indexes of columns that each row sets. */
  readonly required: readonly number[]
  /** Values of columns that a row doesn't set itself. */
  readonly fixed: readonly (readonly [place: number, value: StoredValue])[]
  readonly rowsMax: number
}

/** Generated keys: `count` of them, without a gap. */
export interface InsertedKeys {
  readonly firstKey: number
  readonly count: number
}

export interface StepResult {
  /** Rows changed. For a batch: the sum. */
  readonly changes: number
  /** Rows returned, as arrays; empty when not wanted. For a batch: those of every row in order. */
  readonly rows: StoredValue[][]
  /** Of the columns, where they were wanted and the driver tells. */
  readonly names?: readonly string[] | undefined
}

export interface ReadOptions {
  /** Stops the statement when the caller has left. */
  readonly signal?: AbortSignal
  /** Gives up with QUERY_TIMEOUT. Default: `limits.statementTimeoutMs`. */
  readonly timeoutMs?: number
  /**
   * `short` queries are answered by a lane that a long one can never occupy: by key, or by page along
   * an index. `long` is everything whose time grows with the table. `likelyShort` begins in the lane of the short and,
   * if that takes longer than they may, begins again in the other. The engine decides by its plan.
   */
  readonly lane?: 'short' | 'likelyShort' | 'long'
  /** Places of columns whose values are returned exactly as stored, as in `Step.asStored.columns`. */
  readonly asStored?: readonly number[]
}

export interface WriteOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** How rows become JSON. Keys are in the order of the selected columns. */
export interface JsonShape {
  readonly keys: readonly string[]
  /**
   * What each column holds, when it is not simply a number, text or null: `json` text is embedded as
   * it is, `bigint` integers beyond 2^53 are written as text, `boolean` as the engine keeps them.
   */
  readonly kinds?: readonly (JsonKind | undefined)[]
  readonly single?: boolean
  /** Place of the first column that is shown: those before it are not. */
  readonly first?: number
  /**
   * Rows one in a line instead of a list, and in the last line the values in these places, of each row: for what goes on
   * with rows without reading them. `readLines` reads it.
   */
  readonly lines?: readonly number[]
  /** Bytes for a single row that is missing; `{}` by default. */
  readonly empty?: string
}
export type JsonKind = 'json' | 'number' | 'bigint' | 'boolean' | 'blob'
