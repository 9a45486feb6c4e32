import type { Client, QueryArrayConfig } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import { AppError, type ErrorCode } from '@common/errors'
import { errorCode } from '@main/db/connection-failures'
import { schemaSettlesMs } from '@main/db/connection-limits'
import type {
  Database,
  JsonShape,
  QueryResult,
  ReadOptions,
  Statement,
  Step,
  StepResult,
  WriteOptions,
} from '@main/db/database'
import { addResult, withEarlierValues } from '@main/db/earlier-values'
import { compileRowWriter, type RowWriter } from '@main/db/json-rows'
import { momentMs } from '@main/db/moment'
import { createVersions } from '../versions'
import { postgresDialect } from '.'
import { isIsolated, isolatedError, isolatedParts } from '@main/db/isolated'
import type { PrimaryConfig } from './connect'
import { isConnectionLoss, isStandby, mayRunAgain, type Verb } from './errors'
import { readAtOneMoment } from './moment'
import { listenToNotices, noticeBytesMax } from './notices'
import { createPool, type Pool, type PoolOptions } from './pool'
import { poolOptionsOfUrl } from './pool-options'
import { PreparedStatements } from './prepared'
import { knowsListen, listenSql } from './probes'
import { beginReadOnly, endReadOnly, refuseWriting } from './read-only'
import { severalRows } from './several-rows'
import { withSession, type Progress, type Work } from './session'
import { openPostgresSession } from './sql-session'
import { createPostgresStandby, type PostgresStandby } from './standby'
import { readDecimals, typesFor, valueTypes } from './values'
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

  async #read(statement: Statement, options: ReadOptions): Promise<StoredValue[][]> {
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
    if (this.#closing !== undefined) throw new AppError('DATABASE_UNAVAILABLE')
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

async function runTransaction(
  client: Client,
  steps: readonly Step[],
  progress: Progress,
  prepared: PreparedStatements,
): Promise<StepResult[]> {
  const [only] = steps
  // A single statement is a transaction of its own.
  if (only !== undefined && steps.length === 1 && only.batch === undefined && only.expectRows === undefined) {
    progress.begun = true
    return [await runStep(client, only, progress, prepared)]
  }
  await client.query('BEGIN')
  progress.begun = true
  try {
    const results: StepResult[] = []
    for (const [at, step] of steps.entries()) {
      progress.step = at
      addResult(results, step, await runStep(client, withEarlierValues(step, results), progress, prepared))
    }
    await client.query('COMMIT')
    return results
  } catch (error) {
    // If the rollback fails too, the connection is lost and the server rolls back.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Numbers the place of an error without the step before those of the caller. */
function withoutFirstStep(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { at } = error.details
  if (typeof at !== 'object' || at === null || !('step' in at) || typeof at.step !== 'number') return error
  return new AppError(error.code, { ...error.details, at: { ...at, step: at.step - 1 } }, { cause: error.cause })
}

async function runStep(
  client: Client,
  step: Step,
  progress: Progress,
  prepared: PreparedStatements,
): Promise<StepResult> {
  if (progress.verb !== 'schema') progress.verb = verbIn(step.sql) ?? progress.verb
  progress.sql = step.sql
  progress.params = step.params
  const several = step.together === true ? severalRows(step) : undefined
  if (several !== undefined) {
    let changes = 0
    for (const { sql, params } of several) changes += (await run(client, sql, params)).changes
    return { changes, rows: [] }
  }
  if (step.readBack !== undefined) return runWithReadBack(client, step, step.readBack, progress)
  const named = { ...step, name: prepared.nameOf(step) }
  const results =
    step.batch === undefined
      ? [await run(client, step.sql, step.params, named)]
      : await runBatch(client, { ...named, batch: step.batch }, progress)
  const rows = results.flatMap((result) => result.rows)
  const changes = results.reduce((sum, result) => sum + result.changes, 0)
  if (step.expectRows !== undefined && Math.max(changes, rows.length) < step.expectRows)
    throw new AppError(step.tooFew ?? 'ROW_NOT_FOUND')
  const names = step.names === true ? { names: results[0]?.names } : {}
  return { changes, rows: step.returns === true ? rows : [], ...names }
}

/** Reads each row by itself after it was written, on the same connection. */
async function runWithReadBack(
  client: Client,
  step: Step,
  readBack: NonNullable<Step['readBack']>,
  progress: Progress,
): Promise<StepResult> {
  const rows: StoredValue[][] = []
  let changes = 0
  for (const [at, params] of (step.batch ?? [step.params]).entries()) {
    if (step.batch !== undefined) progress.row = at
    progress.params = params
    const back = async () => rows.push(...(await run(client, readBack.sql, readBack.batch[at] ?? [])).rows)
    if (readBack.when === 'before') await back()
    changes += (await run(client, step.sql, params)).changes
    if (readBack.when === 'after') await back()
  }
  if (step.expectRows !== undefined && Math.max(changes, rows.length) < step.expectRows)
    throw new AppError(step.tooFew ?? 'ROW_NOT_FOUND')
  return { changes, rows: step.returns === true ? rows : [] }
}

/** Number of pipelined statements: neither side waits for the other. */
const rowsOnTheWay = 250

async function runBatch(
  client: Client,
  step: Step & RunOptions & { readonly batch: readonly (readonly StoredValue[])[] },
  progress: Progress,
): Promise<Result[]> {
  const { sql, batch } = step
  const results: Result[] = []
  for (let from = 0; from < batch.length; from += rowsOnTheWay) {
    const sent = batch.slice(from, from + rowsOnTheWay).map((params) => run(client, sql, params, step))
    for (const [at, outcome] of (await Promise.allSettled(sent)).entries()) {
      // The following rows fail because of it.
      if (outcome.status === 'rejected') {
        progress.row = from + at
        progress.params = batch[from + at] ?? []
        throw outcome.reason
      }
      results.push(outcome.value)
    }
  }
  return results
}

/** The extended protocol takes one statement only, and a cursor takes only one that reads. */
async function queryReadOnly(client: Client, sql: string, rowsMax: number): Promise<QueryResult> {
  const one = (text: string): QueryArrayConfig & { readonly queryMode: 'extended' } => ({
    text,
    values: [],
    rowMode: 'array',
    types: valueTypes,
    queryMode: 'extended',
  })
  refuseWriting(sql)
  await beginReadOnly(client)
  try {
    const isCursor = !/^\s*(?:explain|show)\b/i.test(sql)
    if (isCursor) await client.query(one(`DECLARE basalt_query NO SCROLL CURSOR FOR ${sql}`))
    const { rows, fields } = await client.query<StoredValue[]>(
      one(isCursor ? `FETCH ${rowsMax} FROM basalt_query` : sql),
    )
    return { names: fields.map(({ name }) => name), rows }
  } finally {
    await endReadOnly(client)
  }
}

interface Result {
  readonly rows: StoredValue[][]
  readonly changes: number
  readonly names?: readonly string[]
}

interface RunOptions extends Pick<Step, 'asStored'> {
  readonly isOne?: true
  /** Name of the prepared statement. */
  readonly name?: string | undefined
}

async function run(
  client: Client,
  sql: string,
  params: readonly StoredValue[],
  step: RunOptions = {},
): Promise<Result> {
  const types = typesFor(step)
  const query: QueryArrayConfig & { readonly queryMode?: 'extended' } = {
    text: sql,
    values: params.map(bindable),
    rowMode: 'array',
    types,
    // Takes one statement only, also without values.
    ...(step.isOne === true && { queryMode: 'extended' }),
    ...(step.name !== undefined && { name: step.name }),
  }
  const result = await client.query<StoredValue[]>(query)
  const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command)
  const { rows, rowCount, fields } = result
  if (types !== valueTypes) readDecimals(rows, fields, step.asStored?.columns ?? [])
  // Evaluated lazily.
  return {
    rows,
    changes: changed ? (rowCount ?? 0) : 0,
    get names() {
      return fields.map(({ name }) => name)
    },
  }
}

/** The driver accepts binary data only as a Buffer, and no bigint. */
function bindable(value: StoredValue): string | number | boolean | Buffer | null {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

function verbIn(sql: string): Verb | undefined {
  return /\b(insert|update|delete)\b/i.exec(sql)?.[1]?.toLowerCase() as Verb | undefined
}

const writers = new WeakMap<JsonShape, RowWriter>()
function rowWriter(shape: JsonShape): RowWriter {
  const known = writers.get(shape)
  if (known !== undefined) return known
  const writer = compileRowWriter(shape)
  writers.set(shape, writer)
  return writer
}
