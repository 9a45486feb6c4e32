import type { Connection } from 'mysql2'
import type { StoredValue } from '@common/columns/column-type'
import { AppError, type ErrorCode } from '@common/errors'
import { connectionLimits, schemaSettlesMs } from '@main/db/connection-limits'
import type { Database, JsonShape, QueryResult, ReadOptions, WriteOptions } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import { isIsolated, isolatedError, isolatedParts } from '@main/db/isolated'
import { momentMs } from '@main/db/moment'
import { compileRowWriter, type RowWriter } from '@main/db/json-rows'
import { closedError } from '@main/db/closed'
import type { Statement, Step, StepResult } from '@main/db/statement'
import { dialectOf } from '.'
import { isConnectionLoss, isReplica, mayRunAgain, translateError } from './errors'
import { serverVersion, sessionPreparer, type ServerVersion } from './flavour'
import { readAtOneMoment } from './moment'
import { connectionOptions, serversOf, type MysqlSettings } from './options'
import { abandonConnection, command, connect, createPool, type Pool, type PoolOptions } from './pool'
import { beginReadOnly, refuseWriting, resetSession } from './read-only'
import { inSchemaTurn } from './schema-turn'
import { SchemaVersion } from './schema-version'
import { withSession, type SessionOptions } from './session'
import { openMysqlSession } from './sql-session'
import { createMysqlStandby, type MysqlStandby } from './standby'
import { run, runUpTo, type Result } from './statement'
import { runTransaction } from './transaction'

export interface OpenMysqlOptions {
  readonly settings: MysqlSettings
  /** Rejects addresses of this machine and of private networks. */
  readonly publicOnly?: boolean | undefined
  /** Maximum number of connections. */
  readonly max?: number | undefined
  /** False connects without encryption if `preferred` allows it. */
  readonly encrypted?: boolean
  /** Reads lists on replicas of the cluster. */
  readonly standbyReads?: boolean | undefined
}

/** Maximum runs of a transaction that the server rolled back because of concurrent ones. */
const attempts = 4

/**
 * Opens a database on a MySQL or MariaDB server.
 *
 * @throws AppError DATABASE_UNAVAILABLE if the server is unreachable or rejects the connection
 */
export async function openMysql(options: OpenMysqlOptions): Promise<Database> {
  try {
    const connection = connectionOptions(options.settings, options)
    const version = await askVersion(connection)
    const pool: PoolOptions = {
      connection,
      max: options.max ?? connectionLimits.max,
      prepare: sessionPreparer(version),
    }
    const standby = options.standbyReads === true ? pool : undefined
    const database = new MysqlDatabase(createPool(pool), pool, version, options.settings.database, standby)
    try {
      await database.read({ sql: 'SELECT 1', params: [] })
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    throw translateError(error)
  }
}

async function askVersion(options: ReturnType<typeof connectionOptions>): Promise<ServerVersion> {
  const connection = await connect(options)
  try {
    const [row] = (await command(connection, 'SELECT version() AS version')) as { version: string }[]
    return serverVersion(String(row?.version ?? ''))
  } finally {
    connection.destroy()
  }
}

class MysqlDatabase implements Database {
  readonly dialect: Dialect
  readonly #schema: SchemaVersion
  readonly #standby: MysqlStandby | undefined
  #closing: Promise<void> | undefined

  constructor(
    private readonly pool: Pool,
    private readonly how: PoolOptions,
    version: ServerVersion,
    private readonly name: string | undefined,
    standby: PoolOptions | undefined,
  ) {
    this.#standby =
      standby && createMysqlStandby(standby, version.flavour, (sql) => this.#read({ sql, params: [] }, {}))
    this.dialect = dialectOf(version)
    this.#schema = new SchemaVersion((sql) => this.#read({ sql, params: [] }, {}))
  }

  read: Database['read'] = (statement, options = {}) => this.#read(statement, options)

  readJson: Database['readJson'] = async (statement, shape, options = {}) => {
    const text = rowWriter(shape)(await this.#read(statement, options), true)
    // Large integers are exact here, so no row is rejected.
    return Buffer.from(text ?? 'null')
  }

  query: NonNullable<Database['query']> = (sql, { rowsMax, ...options }) =>
    this.#session((connection) => this.#query(connection, sql, rowsMax), { ...options, answerAtOnce: true })

  openSqlSession: NonNullable<Database['openSqlSession']> = ({ readOnly }) =>
    openMysqlSession({
      connection: this.how.connection,
      prepare: this.how.prepare,
      readOnly,
      database: this.name,
      ended: () => this.#schema.forget(),
    })

  atOneMoment: NonNullable<Database['atOneMoment']> = (work, { signal }) =>
    this.#session((connection) => readAtOneMoment(connection, this.dialect, work), {
      ...(signal && { signal }),
      timeoutMs: momentMs,
      answerAtOnce: false,
    })

  transact: Database['transact'] = (steps, options = {}) => this.#transact(steps, options)

  /**
   * Each schema statement is atomic and commits everything before it. The dialect writes changes so that only the last
   * statement has a visible effect.
   */
  changeSchema: Database['changeSchema'] = async (steps, options = {}) => {
    try {
      return await this.#transact(steps, options, inSchemaTurn)
    } finally {
      this.#schema.forget()
    }
  }

  schemaSettled = async (): Promise<void> => {
    await this.#transact([], { timeoutMs: schemaSettlesMs }, inSchemaTurn)
  }

  schemaVersion: Database['schemaVersion'] = (options) => this.#schema.read(options)

  dataVersion = (): Promise<undefined> => Promise.resolve(undefined)

  close = (): Promise<void> =>
    (this.#closing ??= Promise.all([this.pool.close(), this.#standby?.close()]).then(() => undefined))

  async #read({ sql, params }: Statement, options: ReadOptions): Promise<StoredValue[][]> {
    const isOfUser = isIsolated(sql)
    const work = async (connection: Connection): Promise<StoredValue[][]> =>
      (await (isOfUser ? this.#runIsolated(connection, sql, params) : run(connection, sql, params))).rows
    const session = { ...options, answerAtOnce: true }
    const found = options.mayUseStandby === true && !isOfUser ? await this.#standby?.read(work, session) : undefined
    if (found !== undefined) return found
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#session(work, session)
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : undefined
        const again = isConnectionLoss(cause) ? attempt === 1 : mayRunAgain(cause) && attempt < attempts
        if (!again || options.signal?.aborted === true) throw isOfUser ? isolatedError(error) : error
        // The server may have closed the other idle connections too.
        if (isConnectionLoss(cause)) this.pool.forgetIdle()
      }
  }

  async #runIsolated(connection: Connection, sql: string, params: readonly StoredValue[]): Promise<Result> {
    isolatedParts(sql).forEach(refuseWriting)
    await beginReadOnly(connection)
    try {
      return await run(connection, sql, params)
    } finally {
      await resetSession(connection, this.how.prepare)
    }
  }

  async #query(connection: Connection, sql: string, rowsMax: number): Promise<QueryResult> {
    refuseWriting(sql)
    await beginReadOnly(connection)
    try {
      await command(connection, `SET SESSION sql_select_limit = ${rowsMax}`)
      // A LIMIT in the statement counts instead of that of the session. The end of the connection ends the statement.
      return await runUpTo(connection, sql, rowsMax, () => abandonConnection(connection))
    } finally {
      await resetSession(connection, this.how.prepare)
    }
  }

  async #transact(
    steps: readonly Step[],
    options: WriteOptions,
    inTurn: typeof inSchemaTurn = (_connection, work) => work(),
  ): Promise<StepResult[]> {
    if (steps.some(({ sql }) => isIsolated(sql))) throw new AppError('NOT_SUPPORTED')
    for (let attempt = 1; ; attempt++) {
      const progress = { connected: false, begun: false }
      const isSchema = inTurn === inSchemaTurn
      try {
        return await this.#session(
          (connection, stopped) => {
            progress.connected = true
            return inTurn(connection, () => runTransaction(connection, steps, stopped, progress), stopped)
          },
          { ...options, answerAtOnce: false, closes: steps.some(({ names }) => names === true) },
        )
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : undefined
        const isLost = isConnectionLoss(cause)
        // The server may have closed the other idle connections too.
        if (isLost) this.pool.forgetIdle()
        // Before the first statement, a connection that the server closed is only replaced. A replica has rolled back
        // everything but schema statements.
        const isReplaced = isLost && progress.connected && !progress.begun
        const isAway = attempt === 1 && (isReplaced || (this.#hasMoved(cause) && !isSchema))
        if (!isAway && !(progress.begun && mayRunAgain(cause))) throw error
        if (attempt >= attempts) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
      }
    }
  }

  /** True if another server of the cluster became the primary. */
  #hasMoved(cause: unknown): boolean {
    return isReplica(cause) && serversOf(this.how.connection) !== undefined
  }

  async #session<T>(
    work: (connection: Connection, stopped: () => boolean) => Promise<T>,
    options: Pick<SessionOptions, 'signal' | 'timeoutMs' | 'answerAtOnce' | 'closes'>,
  ): Promise<T> {
    if (this.#closing !== undefined) throw closedError()
    try {
      return await withSession(this.pool, work, { ...options, connection: this.how.connection })
    } catch (error) {
      // The former primary became a replica: the next request finds the new one.
      if (error instanceof AppError && this.#hasMoved(error.cause)) {
        this.pool.forgetIdle()
        throw new AppError('DATABASE_UNAVAILABLE', {}, { cause: error.cause })
      }
      // The schema has just changed.
      if (error instanceof AppError && goneCodes.includes(error.code)) this.#schema.forget()
      throw error
    }
  }
}

const goneCodes: readonly ErrorCode[] = ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND']

const writers = new WeakMap<JsonShape, RowWriter>()
function rowWriter(shape: JsonShape): RowWriter {
  const known = writers.get(shape)
  if (known !== undefined) return known
  const writer = compileRowWriter(shape)
  writers.set(shape, writer)
  return writer
}
