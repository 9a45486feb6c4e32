import type { Client } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import { AppError, type ErrorCode } from '@common/errors'
import { errorCode } from '@main/db/connection-failures'
import { schemaSettlesMs } from '@main/db/connection-limits'
import type { Database, JsonShape, ReadOptions, WriteOptions } from '@main/db/database'
import { compileRowWriter, type RowWriter } from '@main/db/json-rows'
import { momentMs } from '@main/db/moment'
import { closedError } from '@main/db/closed'
import { isIsolated, isolatedError, isolatedParts } from '@main/db/isolated'
import type { Statement, Step, StepResult } from '@main/db/statement'
import { createVersions } from '../versions'
import { postgresDialect } from '.'
import type { PrimaryConfig } from './connect'
import { isConnectionLoss, isStandby, mayRunAgain } from './errors'
import { readAtOneMoment } from './moment'
import { createGroupedReads, inOnePacket, mayShareConnection, type GroupRead } from './grouped-reads'
import { listenToNotices, noticeBytesMax } from './notices'
import { createPool, type Pool, type PoolOptions } from './pool'
import { poolOptionsOfUrl } from './pool-options'
import { PreparedStatements } from './prepared'
import { knowsListen, listenSql } from './probes'
import { beginReadOnly, endReadOnly, refuseWriting } from './read-only'
import { withSession, type Progress, type Work } from './session'
import { openPostgresSession } from './sql-session'
import { createPostgresStandby, type PostgresStandby } from './standby'
import { queryReadOnly, run } from './statement'
import { runTransaction } from './transaction'
import { versionSql } from './version-sql'

export interface OpenPostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: string
  /** Maximum number of connections. */
  readonly max?: number
  /** Schema of the tables. Default: the first of the server's search path, usually `public`. */
  readonly schema?: string
}

/** Maximum runs of a transaction that the server rolled back because of concurrent ones. */
const attempts = 4

/**
 * Held by each schema change, which makes it a transaction. If its caller disconnects, it rolls back unless the commit
 * was already sent.
 */
const schemaTurn: Statement = {
  // An arbitrary number; advisory locks are per database.
  sql: 'SELECT 1 FROM pg_catalog.pg_advisory_xact_lock(7020109140301)',
  params: [],
}

/**
 * Opens a database on a PostgreSQL server.
 *
 * @throws AppError DATABASE_UNAVAILABLE if the server is unreachable or rejects the connection
 */
export async function openPostgres(options: OpenPostgresOptions): Promise<Database> {
  const database = await openPostgresPool(poolOptionsOfUrl(options.url, options.max), options.schema)
  if (await canListen(database)) return database
  const { notices: _, ...others } = database
  return others
}

/** Some servers with this protocol have no notices. */
async function canListen(database: Database): Promise<boolean> {
  const answer = await database.transact([{ sql: listenSql, params: [] }]).then(
    () => ({ value: undefined }),
    (error: unknown) => ({ code: error instanceof AppError ? errorCode(error.cause) : '' }),
  )
  return knowsListen(answer)
}

/** Like `openPostgres`, from options of the driver (`pool-options.ts`). */
export async function openPostgresPool(
  { max, ...client }: PrimaryConfig & { readonly max: number },
  schema: string | undefined,
  standbyReads = false,
): Promise<Database> {
  const prepare = schema === undefined ? undefined : lookFirstIn(schema)
  const options = { client, max, ...(prepare !== undefined && { prepare }) }
  const database = new PostgresDatabase(createPool(options), prepare, standbyReads ? options : undefined)
  try {
    await database.read({ sql: 'SELECT 1', params: [] })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Types and functions of extensions stay reachable through the server's own search path. */
function lookFirstIn(schema: string): (client: Client) => Promise<void> {
  return async (client) => {
    const { rowCount } = await client.query(
      `SELECT set_config('search_path', quote_ident(nspname) || coalesce(', ' || nullif(current_setting('search_path'), ''), ''), false)
       FROM pg_catalog.pg_namespace WHERE nspname = $1`,
      [schema],
    )
    // Otherwise the next schema of the path would be used silently.
    if (rowCount === 0) throw Object.assign(new Error('There is no such schema'), { code: '3F000' })
  }
}

class PostgresDatabase implements Database {
  readonly dialect = postgresDialect
  #closing: Promise<void> | undefined
  readonly #prepared = new PreparedStatements()
  readonly #versions = createVersions((sql) => this.#read({ sql, params: [], repeats: true }, {}), versionSql)
  readonly #standby: PostgresStandby | undefined

  constructor(
    private readonly pool: Pool,
    private readonly prepare: ((client: Client) => Promise<void>) | undefined,
    standby: PoolOptions | undefined,
  ) {
    this.#standby = standby && createPostgresStandby(standby, (sql) => this.#read({ sql, params: [] }, {}))
  }

  readonly #readGrouped = createGroupedReads(
    (statement) => this.#readAlone(statement, { lane: 'short' }),
    (statements) => this.#readTogether(statements),
  )

  read: Database['read'] = (statement, options = {}) => this.#read(statement, options)

  readJson: Database['readJson'] = async (statement, shape, options = {}) => {
    const text = rowWriter(shape)(await this.#read(statement, options), true)
    // Large integers are exact here, so no row is rejected.
    return Buffer.from(text ?? 'null')
  }

  query: NonNullable<Database['query']> = (sql, { rowsMax, ...options }) =>
    this.#session((client) => queryReadOnly(client, sql, rowsMax), { ...options, answerAtOnce: true })

  openSqlSession: NonNullable<Database['openSqlSession']> = ({ readOnly }) =>
    openPostgresSession({
      client: this.pool.client,
      prepare: this.prepare,
      readOnly,
      read: this.read,
      ended: () => this.#versions.forget(),
    })

  atOneMoment: NonNullable<Database['atOneMoment']> = (work, { signal }) =>
    this.#session((client) => readAtOneMoment(client, work), {
      ...(signal && { signal }),
      timeoutMs: momentMs,
      answerAtOnce: false,
    })

  transact: Database['transact'] = (steps, options = {}) => this.#transact(steps, options)

  changeSchema: Database['changeSchema'] = async (steps, options = {}) => {
    try {
      const [, ...results] = await this.#transact([schemaTurn, ...steps], options, 'schema')
      return results
    } catch (error) {
      throw withoutFirstStep(error)
    } finally {
      this.#versions.forget()
    }
  }

  schemaSettled = async (): Promise<void> => {
    await this.#read(schemaTurn, { timeoutMs: schemaSettlesMs })
  }

  schemaVersion: Database['schemaVersion'] = (options) => this.#versions.schema(options)

  dataVersion = (): Promise<string | undefined> => this.#versions.data()

  notices: NonNullable<Database['notices']> = {
    bytesMax: noticeBytesMax,
    send: async (channel, texts) => {
      const batch = texts.map((text) => [channel, text])
      await this.#transact([{ sql: 'SELECT pg_catalog.pg_notify($1, $2)', params: [], batch }], {})
    },
    listen: (channel, listener) => listenToNotices(this.pool.client, channel, listener),
  }

  close = (): Promise<void> =>
    (this.#closing ??= Promise.all([this.pool.close(), this.#standby?.close()]).then(() => undefined))

  #read(statement: Statement, options: ReadOptions): Promise<StoredValue[][]> {
    return mayShareConnection(statement, options) ? this.#readGrouped(statement) : this.#readAlone(statement, options)
  }

  async #readTogether(statements: readonly Statement[]): Promise<GroupRead> {
    const work: Work<GroupRead> = async (client) => {
      const startedMs = performance.now()
      const sent = inOnePacket(client, () =>
        statements.map((statement) =>
          run(client, statement.sql, statement.params, { name: this.#prepared.nameOf(statement) }),
        ),
      )
      const outcomes = await Promise.allSettled(sent)
      const lost = outcomes.find((each) => each.status === 'rejected' && isConnectionLoss(each.reason))
      // The session must not give this connection to others.
      if (lost?.status === 'rejected') throw lost.reason
      const rows = outcomes.map((each) => (each.status === 'fulfilled' ? each.value.rows : undefined))
      return { rows, tookMs: performance.now() - startedMs }
    }
    try {
      return await this.#session(work, { answerAtOnce: true })
    } catch (error) {
      if (!(error instanceof AppError) || !isConnectionLoss(error.cause)) throw error
      return { rows: [], tookMs: 0 }
    }
  }

  async #readAlone(statement: Statement, options: ReadOptions): Promise<StoredValue[][]> {
    const { sql, params } = statement
    const step = options.asStored && { asStored: { columns: options.asStored } }
    if (isIsolated(sql)) return this.#readIsolated({ sql, params }, options, step)
    const work: Work<StoredValue[][]> = async (client) =>
      (await run(client, sql, params, { ...step, name: this.#prepared.nameOf(statement) })).rows
    const session = { ...options, answerAtOnce: true }
    const found = options.mayUseStandby === true ? await this.#standby?.read(work, session) : undefined
    if (found !== undefined) return found
    try {
      return await this.#session(work, session)
    } catch (error) {
      if (!(error instanceof AppError) || options.signal?.aborted === true) throw error
      if (!this.#prepared.recover(error.cause) && !isConnectionLoss(error.cause)) throw error
      // The server may have closed the other idle connections too: the second attempt gets a new one.
      this.pool.forgetIdle()
      return this.#session(work, session)
    }
  }

  async #readIsolated(
    { sql, params }: Statement,
    options: ReadOptions,
    step: Pick<Step, 'asStored'> | undefined,
  ): Promise<StoredValue[][]> {
    const work: Work<StoredValue[][]> = async (client) => {
      isolatedParts(sql).forEach(refuseWriting)
      await beginReadOnly(client)
      try {
        return (await run(client, sql, params, { ...step, isOne: true })).rows
      } finally {
        await endReadOnly(client)
      }
    }
    return this.#session(work, { ...options, answerAtOnce: true }).catch((error: unknown) => {
      throw isolatedError(error)
    })
  }

  async #transact(steps: readonly Step[], options: WriteOptions, verb?: 'schema'): Promise<StepResult[]> {
    if (steps.some(({ sql }) => isIsolated(sql))) throw new AppError('NOT_SUPPORTED')
    for (let attempt = 1; ; attempt++) {
      const place: { current?: Progress } = {}
      try {
        return await this.#session(
          (client, progress) => {
            place.current = progress
            if (verb !== undefined) progress.verb = verb
            return runTransaction(client, steps, progress, this.#prepared)
          },
          { ...options, answerAtOnce: false, closes: steps.some(({ names }) => names === true) },
        )
      } catch (error) {
        if (!(error instanceof AppError) || attempt >= attempts) throw error
        const isLost = isConnectionLoss(error.cause)
        // The server may have closed the other idle connections too.
        if (isLost) this.pool.forgetIdle()
        // Before the first statement, a connection that the server closed is only replaced.
        const isReplaced = isLost && place.current !== undefined && place.current.begun !== true
        const hasMoved = isStandby(error.cause) && this.pool.client.servers !== undefined
        const isStale = attempt === 1 && verb === undefined && this.#prepared.recover(error.cause)
        if (!mayRunAgain(error.cause) && !((isReplaced || hasMoved || isStale) && attempt === 1)) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
      }
    }
  }

  async #session<T>(work: Work<T>, options: Parameters<typeof withSession>[2]): Promise<T> {
    if (this.#closing !== undefined) throw closedError()
    try {
      return await withSession(this.pool, work, options)
    } catch (error) {
      // The former primary became a standby: the next request finds the new one. Reads have read-only transactions.
      const isWrite = !options.answerAtOnce && error instanceof AppError && isStandby(error.cause)
      if (isWrite && this.pool.client.servers !== undefined) {
        this.pool.forgetIdle()
        throw new AppError('DATABASE_UNAVAILABLE', {}, { cause: error.cause })
      }
      // The schema has just changed.
      if (error instanceof AppError && goneCodes.includes(error.code)) this.#versions.forget()
      throw error
    }
  }
}

const goneCodes: readonly ErrorCode[] = ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND']

/** Numbers the place of an error without the step before those of the caller. */
function withoutFirstStep(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { at } = error.details
  if (typeof at !== 'object' || at === null || !('step' in at) || typeof at.step !== 'number') return error
  return new AppError(error.code, { ...error.details, at: { ...at, step: at.step - 1 } }, { cause: error.cause })
}

const writers = new WeakMap<JsonShape, RowWriter>()
function rowWriter(shape: JsonShape): RowWriter {
  const known = writers.get(shape)
  if (known !== undefined) return known
  const writer = compileRowWriter(shape)
  writers.set(shape, writer)
  return writer
}
