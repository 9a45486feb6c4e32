import type { Connection } from 'tedious'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { connectionLimits, schemaSettlesMs } from '@main/db/connection-limits'
import { ConnectionPool } from '@main/db/connection-pool'
import type { Database, JsonShape, ReadOptions, WriteOptions } from '@main/db/database'
import { addResult, withEarlierValues } from '@main/db/earlier-values'
import { compileRowWriter, type RowWriter } from '@main/db/json-rows'
import { closedError } from '@main/db/closed'
import type { Statement, Step, StepResult } from '@main/db/statement'
import { createVersions } from '../versions'
import { mssqlDialect } from '.'
import { connect, end, isOpen, run } from './driver'
import { isConnectionLoss, mayRunAgain, translateError } from './errors'
import { schemaVersionSql } from './introspect'
import { connectionOptions, type MssqlSettings } from './options'
import { withSession, type SessionOptions } from './session'
import { chunksOf, severalTimes } from './several-rows'

export interface OpenMssqlOptions {
  readonly settings: MssqlSettings
  /** Rejects addresses of this machine and of private networks. */
  readonly publicOnly?: boolean | undefined
  /** Maximum number of connections. */
  readonly max?: number | undefined
  /** False connects without encryption if `preferred` allows it. */
  readonly encrypted?: boolean
}

/** Maximum runs of a transaction that the server rolled back because of concurrent ones. */
const attempts = 4

/** Held by each schema change until the end of its transaction. */
const schemaTurn: Statement = {
  sql: `EXEC sp_getapplock @Resource = N'basalt schema', @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = -1`,
  params: [],
}

/**
 * Opens a database on a SQL Server.
 *
 * @throws AppError DATABASE_UNAVAILABLE if the server is unreachable or rejects the connection
 */
export async function openMssql(options: OpenMssqlOptions): Promise<Database> {
  const connection = connectionOptions(options.settings, options)
  const database = new MssqlDatabase(
    new ConnectionPool({
      max: options.max ?? connectionLimits.max,
      connect: () => connect(connection, options.settings),
      isOpen,
      end,
      translateError,
    }),
  )
  try {
    await database.read({ sql: 'SELECT 1', params: [] })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

class MssqlDatabase implements Database {
  readonly dialect = mssqlDialect
  readonly #versions = createVersions((sql) => this.#read({ sql, params: [] }, {}), { schema: schemaVersionSql })
  #closing: Promise<void> | undefined

  constructor(private readonly pool: ConnectionPool<Connection>) {}

  read: Database['read'] = (statement, options = {}) => this.#read(statement, options)

  readJson: Database['readJson'] = async (statement, shape, options = {}) => {
    const text = rowWriter(shape)(await this.#read(statement, options), true)
    // Large integers are exact here, so no row is rejected.
    return Buffer.from(text ?? 'null')
  }

  transact: Database['transact'] = (steps, options = {}) => this.#transact(steps, options)

  changeSchema: Database['changeSchema'] = async (steps, options = {}) => {
    try {
      const [, ...results] = await this.#transact([schemaTurn, ...steps], options)
      return results
    } finally {
      this.#versions.forget()
    }
  }

  schemaSettled = async (): Promise<void> => {
    await this.#transact([schemaTurn], { timeoutMs: schemaSettlesMs })
  }

  schemaVersion: Database['schemaVersion'] = (options) => this.#versions.schema(options)

  dataVersion = (): Promise<string | undefined> => this.#versions.data()

  close = (): Promise<void> => (this.#closing ??= this.pool.close())

  async #read({ sql, params }: Statement, options: ReadOptions): Promise<StoredValue[][]> {
    const work = async (connection: Connection): Promise<StoredValue[][]> => (await run(connection, sql, params)).rows
    const session = { ...options, answerAtOnce: true }
    try {
      return await this.#session(work, session)
    } catch (error) {
      if (!isConnectionLoss(error) || options.signal?.aborted === true) throw error
      // The server may have closed the other idle connections too.
      this.pool.forgetIdle()
      return this.#session(work, session)
    }
  }

  async #transact(steps: readonly Step[], options: WriteOptions): Promise<StepResult[]> {
    const progress: Progress = { connected: false, begun: false, oneByOne: false, isRowUnknown: false }
    for (let attempt = 1; ; attempt++) {
      progress.connected = false
      progress.begun = false
      try {
        return await this.#session(
          (connection, stopped) => {
            progress.connected = true
            return runTransaction(connection, steps, stopped, progress)
          },
          { ...options, answerAtOnce: false, closes: steps.some(({ names }) => names === true) },
        )
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // A row of a batch failed and everything was rolled back: retries row by row to find it.
        const isSearch = progress.isRowUnknown && !progress.oneByOne
        const isLost = isConnectionLoss(error)
        // The server may have closed the other idle connections too.
        if (isLost) this.pool.forgetIdle()
        // Before the first statement, a connection that the server closed is only replaced.
        const isReplaced = attempt === 1 && isLost && progress.connected && !progress.begun
        const again = isReplaced || (mayRunAgain(error.cause) && attempt < attempts)
        if (!again && !isSearch) throw await this.#withColumns(error)
        if (again) await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
        else progress.oneByOne = true
        progress.isRowUnknown = false
      }
    }
  }

  /** Adds the columns of a violated index; the server reports only its name. */
  async #withColumns(error: AppError): Promise<AppError> {
    const { key, table } = error.details
    if (error.code !== 'VALUE_NOT_UNIQUE' || typeof key !== 'string' || typeof table !== 'string') return error
    const { key: _, ...details } = error.details
    const rows = await this.#read({ sql: keyColumnsSql, params: [table, key] }, {}).catch(() => [])
    const columns = rows.map(([name]) => String(name))
    return new AppError(
      error.code,
      columns.length === 0 ? details : { ...details, columns, column: columns.join(', ') },
      { cause: error.cause },
    )
  }

  #session<T>(
    work: (connection: Connection, stopped: () => boolean) => Promise<T>,
    options: SessionOptions,
  ): Promise<T> {
    return this.#closing === undefined ? withSession(this.pool, work, options) : Promise.reject(closedError())
  }
}

const keyColumnsSql = `
  SELECT c.name FROM sys.indexes AS i
  JOIN sys.index_columns AS x ON x.object_id = i.object_id AND x.index_id = i.index_id AND x.key_ordinal > 0
  JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
  WHERE i.object_id = OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + '.' + QUOTENAME(@p1)) AND i.name = @p2
  ORDER BY x.key_ordinal`

/** Progress of a transaction, partly over all of its attempts. */
interface Progress {
  /** True if the attempt got a connection. */
  connected: boolean
  /** True when the server may have begun to change data. */
  begun: boolean
  /** Rows of a batch are sent one by one. */
  oneByOne: boolean
  /** True if the failed statement held several rows of a batch. */
  isRowUnknown: boolean
}

async function runTransaction(
  connection: Connection,
  steps: readonly Step[],
  stopped: () => boolean,
  progress: Progress,
): Promise<StepResult[]> {
  // XACT_ABORT (`options.ts`): the first error or a lost connection rolls the transaction back.
  await run(connection, 'BEGIN TRANSACTION', [])
  progress.begun = true
  try {
    const results: StepResult[] = []
    for (const [at, step] of steps.entries())
      addResult(results, step, await runStep(connection, withEarlierValues(step, results), at, stopped, progress))
    await run(connection, 'COMMIT TRANSACTION', [])
    return results
  } catch (error) {
    // If the rollback fails too, the connection is lost and the server rolls back.
    await run(connection, 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION', []).catch(() => undefined)
    throw error
  }
}

async function runStep(
  connection: Connection,
  step: Step,
  at: number,
  stopped: () => boolean,
  progress: Progress,
): Promise<StepResult> {
  const rows: StoredValue[][] = []
  let changes = 0
  let names: readonly string[] | undefined
  const { batch } = step
  const chunks =
    batch === undefined ? [[step.params]] : progress.oneByOne ? batch.map((params) => [params]) : chunksOf(batch)
  let row = 0
  for (const chunk of chunks) {
    // A cancel request between two statements cancels neither.
    if (stopped()) throw new AppError('QUERY_CANCELLED')
    const sql = severalTimes(step.sql, chunk.length, chunk[0]?.length ?? 0)
    const result = await run(connection, sql, chunk.flat()).catch((error: unknown) => {
      if (batch === undefined) throw error
      const { code, details, cause } = translateError(error)
      if (chunk.length === 1) throw new AppError(code, { ...details, at: { step: at, row } }, { cause })
      progress.isRowUnknown = step.together !== true && !isConnectionLoss(error) && !stopped()
      throw new AppError(code, details, { cause })
    })
    row += chunk.length
    rows.push(...result.rows)
    names ??= result.names
    // A write returns the rows that it wrote.
    changes += writing.test(step.sql) ? (step.returns === true ? result.rows.length : result.counted) : 0
  }
  if (step.expectRows !== undefined && Math.max(changes, rows.length) < step.expectRows)
    throw new AppError(step.tooFew ?? 'ROW_NOT_FOUND')
  return { changes, rows: step.returns === true ? rows : [], ...(step.names === true && { names }) }
}

const writing = /\b(?:insert|update|delete|merge)\b/i

const writers = new WeakMap<JsonShape, RowWriter>()
function rowWriter(shape: JsonShape): RowWriter {
  const known = writers.get(shape)
  if (known !== undefined) return known
  const writer = compileRowWriter(shape)
  writers.set(shape, writer)
  return writer
}
