import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { Dialect } from './dialect'
import type { OpenSqlSession } from './sql-session'
import type { Statement, Step, StepResult, RowsToAppend, JsonRows, InsertedKeys } from './statement'

/**
 * An open database of any engine. Statements are data, so that they can cross to a worker thread and be batched. No
 * call blocks the thread that serves HTTP.
 */
export interface Database {
  readonly dialect: Dialect
  /** Reads rows as arrays in column order. */
  readonly read: (statement: Statement, options?: ReadOptions) => Promise<StoredValue[][]>
  /**
   * Reads rows and serializes them once, in the worker: JSON bytes ready to send. With `shape.single`, only the first
   * row, or `shape.empty` without one.
   */
  readonly readJson: (statement: Statement, shape: JsonShape, options?: ReadOptions) => Promise<Uint8Array>
  /**
   * Reads one column of many integers with little memory. Undefined if there are more than `max`, or if one isn't an
   * exact number.
   */
  readonly readKeys?: (statement: Statement, max: number, options?: ReadOptions) => Promise<Float64Array | undefined>
  /**
   * Runs all steps in order in one transaction and resolves after a durable commit. Atomic: a failed step rolls
   * everything back and rejects with a translated AppError, whose `details.at` is the `{step, row}` of a batch if the
   * engine knows it. Concurrent calls can share one commit; each succeeds or fails alone.
   */
  readonly transact: (steps: readonly Step[], options?: WriteOptions) => Promise<StepResult[]>
  /**
   * Adds packed rows to a table in one transaction. The rows are durable only after a later `transact` or
   * `changeSchema`; use it for staging.
   */
  readonly appendRows?: (rows: RowsToAppend, options?: WriteOptions) => Promise<void>
  /**
   * Inserts the rows of an unparsed JSON list, all or nothing. Resolves once the commit is durable. For databases whose
   * writer can parse rows itself. Returns undefined, with nothing written, if any row needs the ordinary path: a wrong
   * value, an unknown key, a rule or a trigger.
   */
  readonly insertJson?: (rows: JsonRows, options?: WriteOptions) => Promise<InsertedKeys | undefined>
  /**
   * Runs schema statements. The built-in database rebuilds tables with foreign keys off, and checks them before the
   * commit.
   */
  readonly changeSchema: (steps: readonly Step[], options?: WriteOptions) => Promise<StepResult[]>
  /**
   * Resolves when no `changeSchema` is running, in any of our processes. A server finishes the statement of a killed
   * caller, and only then shows its outcome.
   *
   * @throws AppError QUERY_TIMEOUT
   */
  readonly schemaSettled: () => Promise<void>
  /**
   * Returns a version that changes with every possible schema change, by any client. Cheap enough to call before each
   * use of metadata, so servers may be queried less often. `now` always queries the server, for objects that may just
   * have been created.
   */
  readonly schemaVersion: (options?: SchemaVersionOptions) => Promise<number | string>
  /**
   * Returns a version that changes with every possible change of rows, by any client. Responses cached under it are
   * never stale. Undefined if the engine can't tell.
   */
  readonly dataVersion: () => Promise<number | string | undefined>
  /** Synchronous `dataVersion`; undefined if it isn't available at once. */
  readonly versionNow?: () => string | undefined
  /** Synchronous data and schema versions. */
  readonly versionsNow?: () => { readonly version: string; readonly schema: number | string } | undefined
  /** Concurrency limit of large pages, if they delay short reads. */
  readonly largeReadsAtOnce?: number
  /**
   * Runs one statement that a user wrote, in a read-only transaction: the engine rejects every change. Returns at most
   * `rowsMax` rows. Absent for engines without such transactions.
   */
  readonly query?: (sql: string, options: QueryOptions) => Promise<QueryResult>
  /** Opens a session for scripts of users. Absent for engines that can't enforce read-only sessions. */
  readonly openSqlSession?: OpenSqlSession
  /**
   * Runs work that reads all tables in the state of one moment. Never blocks writers of our own files and of servers. Absent
   * for engines without it.
   */
  readonly atOneMoment?: <T>(work: (tables: TablesOfMoment) => Promise<T>, options: MomentOptions) => Promise<T>
  /** Texts between the clients of this database, delivered at once. Absent for engines without them. */
  readonly notices?: Notices
  readonly close: () => Promise<void>
}

/** Sends texts to the clients of a database that listen at this moment. */
export interface Notices {
  /** Maximum length of a text, in bytes. */
  readonly bytesMax: number
  readonly send: (channel: string, texts: readonly string[]) => Promise<void>
  /** Connects again by itself. @returns the function that ends it */
  readonly listen: (channel: string, listener: NoticeListener) => () => void
}

export interface NoticeListener {
  /** Called for the sender's own texts too. */
  readonly received: (text: string) => void
  /** Called after a lost connection is replaced: texts may be missing. */
  readonly missed: () => void
  /** Called once when listening fails, until it works again. */
  readonly failed: (error: unknown) => void
}

export interface SchemaVersionOptions {
  /** Never returns an older version to save work. */
  readonly now?: boolean
  /** Also ignores counters that only know changes through the server of this connection, in a cluster. */
  readonly anew?: boolean
  /** The version may have been read since then, by `performance.now()`. Default: now. */
  readonly sinceMs?: number
}

/** The tables of a database at one moment. */
export interface TablesOfMoment {
  /** Yields all rows of a table in chunks, with the values of the columns in order. */
  readonly rows: (
    table: Pick<Table, 'name' | 'rowId' | 'primaryKey'>,
    columns: readonly Column[],
  ) => AsyncIterable<StoredValue[][]>
}

export interface MomentOptions extends Pick<ReadOptions, 'signal'> {
  /** Folder for a temporary copy of a file. */
  readonly folder: string
}

export interface QueryOptions extends Pick<ReadOptions, 'signal' | 'timeoutMs'> {
  readonly rowsMax: number
}

export interface QueryResult {
  readonly names: readonly string[]
  readonly rows: StoredValue[][]
}

export interface ReadOptions {
  /** Cancels the statement when the caller disconnects. */
  readonly signal?: AbortSignal
  /** Rejects with QUERY_TIMEOUT after this time. Default: `limits.statementTimeoutMs`. */
  readonly timeoutMs?: number
  /**
   * `short` runs in a lane without long queries: reads by key, or pages along an index. `long` is for queries whose
   * time grows with the table. `likelyShort` starts in the short lane and restarts in the other one after a limit. The
   * engine decides by the query plan.
   */
  readonly lane?: 'short' | 'likelyShort' | 'long'
  /** Places of columns whose values are returned exactly as stored, as in `Step.asStored.columns`. */
  readonly asStored?: readonly number[]
  /** True if a standby may read that has everything that was committed before. */
  readonly mayUseStandby?: boolean
}

export interface WriteOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** How rows become JSON. Keys are in the order of the selected columns. */
export interface JsonShape {
  readonly keys: readonly string[]
  /**
   * Kind of each column unless it contains plain numbers, texts and NULL: `json` text is embedded unchanged, `bigint`
   * beyond
   * 2^53 becomes text, `boolean` converts the engine's format.
   */
  readonly kinds?: readonly (JsonKind | undefined)[]
  readonly single?: boolean
  /** Index of the first visible column; earlier ones are omitted. */
  readonly first?: number
  /**
   * Emits one row per line. The last line holds these columns of every row, so callers can continue without parsing
   * rows.
   * `readLines` parses it.
   */
  readonly lines?: readonly number[]
  /** Text for a missing single row. Default: `{}`. */
  readonly empty?: string
}
export type JsonKind = 'json' | 'number' | 'bigint' | 'boolean' | 'blob'
