import type { StoredValue } from '@common/columns/column-type'
import type { SqlColumn, SqlPlanStep } from '@common/sql/shapes'
import type { PackedRows } from '@main/lib/packed-rows'

/**
 * A connection of its own for the script of a user. It never returns to a pool, because scripts can change the settings
 * of their connection.
 */
export interface SqlSession {
  /**
   * Runs one statement and streams its result. A read-only session runs each statement in a read-only transaction of the
   * database, which is rolled back afterwards.
   *
   * @throws SqlFailure errors of the database; AppError SQL_NOT_READING, SQL_STATEMENT_FORBIDDEN, QUERY_CANCELLED,
   * DATABASE_UNAVAILABLE
   */
  readonly run: (statement: SessionStatement, sink: ResultSink) => Promise<SessionOutcome>
  /** Returns the plan of one statement. @throws like `run` */
  readonly explain: (statement: SessionStatement, options: { readonly analyze: boolean }) => Promise<SessionPlan>
  /** Stops the running statement on the server of the database; it then rejects with QUERY_CANCELLED. */
  readonly cancel: () => void
  /** Closes the connection. The database rolls back an open transaction. */
  readonly close: () => Promise<void>
}

export type OpenSqlSession = (options: { readonly readOnly: boolean }) => Promise<SqlSession>

export interface SessionStatement {
  readonly sql: string
  readonly values: readonly StoredValue[]
}

export interface ResultSink {
  /** Receives the columns, once, before the first rows. */
  readonly columns: (columns: readonly SqlColumn[]) => Promise<void>
  /** Receives rows. The session waits for the promise before it reads on. @returns false if no more are needed */
  readonly rows: (rows: PackedRows) => Promise<boolean>
}

export interface SessionOutcome {
  /** Changed rows; null if the statement changes none by its kind. */
  readonly affected: number | null
  /** Notices of the database. */
  readonly messages: readonly string[]
  /** True if a transaction is open after the statement. */
  readonly inTransaction: boolean
}

export interface SessionPlan {
  readonly steps: SqlPlanStep[]
  readonly text: string
}

/** An error of the database about a statement of a user. */
export class SqlFailure extends Error {
  override readonly name = 'SqlFailure'

  constructor(
    /** Words of the database. */
    readonly reason: string,
    /** UTF-16 offset in the statement as sent. */
    readonly offset: number | undefined,
    cause?: unknown,
  ) {
    super(reason, { cause })
  }
}

/** Rows in one packet to the sink. */
export const sessionPacketRows = 5_000
/** Messages per statement. */
export const sessionMessagesMax = 100
