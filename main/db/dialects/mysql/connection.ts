import mysql, { type Connection, type ExecuteValues, type FieldPacket, type QueryOptions } from 'mysql2'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { connectionLimits } from '@main/db/connection-limits'
import type { Database, JsonShape, ReadOptions, Statement, Step, StepResult, WriteOptions } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import { compileRowWriter, type RowWriter } from '@main/db/json-rows'
import { dialectOf } from '.'
import { isConnectionLoss, mayRunAgain, translateError } from './errors'
import { prepareSession, serverVersion, type ServerVersion } from './flavour'
import { dropHelpersSql } from './literals'
import { connectionOptions, type MysqlSettings } from './options'
import { command, connect, Pool } from './pool'
import { SchemaVersion } from './schema-version'
import { withSession } from './session'
import { uniqueDetails, writtenTable, type Ask } from './unique-key'
import { readValues } from './values'

// One of those that a bundle cannot import by their names from this package.
const { TypedParameter } = mysql

export interface OpenMysqlOptions {
  readonly settings: MysqlSettings
  /** Refuses addresses of this machine and of private networks. */
  readonly publicOnly?: boolean | undefined
  /** Connections at once. */
  readonly max?: number | undefined
  /** False to do without encryption where `preferred` lets us. */
  readonly encrypted?: boolean
}

/** How often a transaction that the server undid because of others is run. */
const attempts = 4

/**
 * Opens a database on a MySQL or MariaDB server.
 *
 * @throws AppError DATABASE_UNAVAILABLE when it cannot be reached or refuses us
 */
export async function openMysql(options: OpenMysqlOptions): Promise<Database> {
  try {
    const connection = connectionOptions(options.settings, options)
    const version = await askVersion(connection)
    const pool = new Pool({
      connection,
      max: options.max ?? connectionLimits.max,
      prepare: (made) => prepareSession(made, version),
    })
    const database = new MysqlDatabase(pool, connection, version)
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
  #closing: Promise<void> | undefined

  constructor(
    private readonly pool: Pool,
    private readonly connection: ReturnType<typeof connectionOptions>,
    version: ServerVersion,
  ) {
    this.dialect = dialectOf(version)
    this.#schema = new SchemaVersion((sql) => this.#read({ sql, params: [] }, {}))
  }

  read: Database['read'] = (statement, options = {}) => this.#read(statement, options)

  readJson: Database['readJson'] = async (statement, shape, options = {}) => {
    const text = rowWriter(shape)(await this.#read(statement, options), true)
    // Large whole numbers are exact here: no row is refused.
    return Buffer.from(text ?? 'null')
  }

  transact: Database['transact'] = (steps, options = {}) => this.#transact(steps, options)

  /**
   * Each schema statement is atomic and commits what was before it: the dialect writes a change so that all but its
   * last statement change nothing that anybody sees.
   */
  changeSchema: Database['changeSchema'] = async (steps, options = {}) => {
    try {
      return await this.#transact(steps, options)
    } finally {
      this.#schema.forget()
    }
  }

  schemaVersion = (): Promise<string> => this.#schema.read()

  dataVersion = (): Promise<undefined> => Promise.resolve(undefined)

  close = (): Promise<void> => (this.#closing ??= this.pool.close())

  async #read({ sql, params }: Statement, options: ReadOptions): Promise<StoredValue[][]> {
    const work = async (connection: Connection): Promise<StoredValue[][]> => (await run(connection, sql, params)).rows
    const session = { ...options, answerAtOnce: true }
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#session(work, session)
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : undefined
        const again = isConnectionLoss(cause) ? attempt === 1 : mayRunAgain(cause) && attempt < attempts
        if (!again || options.signal?.aborted === true) throw error
      }
  }

  async #transact(steps: readonly Step[], options: WriteOptions): Promise<StepResult[]> {
    for (let attempt = 1; ; attempt++) {
      const progress = { begun: false }
      try {
        return await this.#session((connection, stopped) => runTransaction(connection, steps, stopped, progress), {
          ...options,
          answerAtOnce: false,
        })
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : undefined
        // Before anything was asked for, a connection that the server has closed meanwhile is only replaced.
        const again = progress.begun ? mayRunAgain(cause) : isConnectionLoss(cause) && attempt === 1
        if (!again || attempt >= attempts) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
      }
    }
  }

  #session<T>(
    work: (connection: Connection, stopped: () => boolean) => Promise<T>,
    options: ReadOptions & { readonly answerAtOnce: boolean },
  ): Promise<T> {
    return this.#closing === undefined
      ? withSession(this.pool, work, { ...options, connection: this.connection })
      : Promise.reject(new AppError('DATABASE_UNAVAILABLE'))
  }
}

async function runTransaction(
  connection: Connection,
  steps: readonly Step[],
  stopped: () => boolean,
  progress: { begun: boolean },
): Promise<StepResult[]> {
  await command(connection, 'START TRANSACTION')
  progress.begun = true
  try {
    const results: StepResult[] = []
    for (const [at, step] of steps.entries()) results.push(await runStep(connection, step, at, stopped))
    await command(connection, 'COMMIT')
    return results
  } catch (error) {
    // When this fails as well, the connection is gone and the server undoes it.
    await command(connection, 'ROLLBACK').catch(() => undefined)
    await cleanUp(connection, steps)
    throw error
  }
}

/** What a schema change that failed half-way leaves behind, though nobody sees it. */
async function cleanUp(connection: Connection, steps: readonly Step[]): Promise<void> {
  if (!steps.some(({ sql }) => sql.startsWith('LOCK TABLES'))) return
  await command(connection, 'UNLOCK TABLES').catch(() => undefined)
  for (const { sql } of steps) {
    const undo = dropHelpersSql(sql)
    if (undo !== undefined) await command(connection, undo).catch(() => undefined)
  }
}

async function runStep(connection: Connection, step: Step, at: number, stopped: () => boolean): Promise<StepResult> {
  const { readBack } = step
  const rows: StoredValue[][] = []
  let changes = 0
  const readRow = async (row: number): Promise<void> => {
    if (readBack !== undefined) rows.push(...(await run(connection, readBack.sql, readBack.batch[row] ?? [])).rows)
  }
  for (const [row, params] of (step.batch ?? [step.params]).entries()) {
    // A request to stop that arrives between two statements stops neither.
    if (stopped()) throw new AppError('QUERY_CANCELLED')
    if (readBack?.when === 'before') await readRow(row)
    const result = await runWrite(connection, step, params, { step: at, row })
    rows.push(...result.rows)
    changes += result.changes
    if (readBack?.when === 'after' && result.changes > 0) await readRow(row)
  }
  if (step.expectRows !== undefined && Math.max(changes, rows.length) < step.expectRows)
    throw new AppError('ROW_NOT_FOUND')
  return { changes, rows: step.returns === true ? rows : [] }
}

async function runWrite(
  connection: Connection,
  step: Step,
  params: readonly StoredValue[],
  at: { readonly step: number; readonly row: number },
): Promise<Result> {
  try {
    return await run(connection, step.sql, params)
  } catch (error) {
    const { code, details } = translateError(error)
    const place = step.batch === undefined ? {} : { at }
    const table = writtenTable(step.sql)
    const named = details['column'] === undefined || table === undefined ? details : { table, ...details }
    if (code !== 'VALUE_NOT_UNIQUE') throw new AppError(code, { ...named, ...place }, { cause: error })
    const ask: Ask = async (sql, values) => (await run(connection, sql, values)).rows
    const unique =
      table === undefined
        ? {}
        : await uniqueDetails(table, typeof details['key'] === 'string' ? details['key'] : '', ask)
    throw new AppError(code, { ...unique, ...place }, { cause: error })
  }
}

interface Result {
  readonly rows: StoredValue[][]
  readonly changes: number
}

const writing = /^\s*(?:insert|update|delete|replace)\b/i
/** Statements that the server prepares; all others are of ours and have no values. */
const preparable = /^\s*(?:select|insert|update|delete|replace|with|show|\()/i

function run(connection: Connection, sql: string, params: readonly StoredValue[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const answer = (error: Error | null, result: unknown, fields: FieldPacket[] | undefined): void => {
      if (error !== null) {
        reject(error)
        return
      }
      if (Array.isArray(result)) {
        const rows = readValues(result as unknown[][], fields ?? [])
        resolve({ rows, changes: writing.test(sql) ? rows.length : 0 })
        return
      }
      const { affectedRows } = result as { affectedRows: number }
      resolve({ rows: [], changes: writing.test(sql) ? affectedRows : 0 })
    }
    const query: QueryOptions = { sql, rowsAsArray: true }
    if (params.length > 0 || preparable.test(sql)) connection.execute(query, params.map(bindable), answer)
    else connection.query(query, answer)
  })
}

/** The driver sends every number as a double, and bytes only of a Buffer; the server counts by whole numbers. */
function bindable(value: StoredValue): ExecuteValues {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? TypedParameter.LONGLONG(value) : value
    case 'bigint':
      if (BigInt.asIntN(64, value) === value) return TypedParameter.LONGLONG(value)
      return BigInt.asUintN(64, value) === value ? TypedParameter.LONGLONG.unsigned(value) : value.toString()
    case 'boolean':
      return TypedParameter.LONGLONG(value ? 1 : 0)
    default:
      return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
  }
}

const writers = new WeakMap<JsonShape, RowWriter>()
function rowWriter(shape: JsonShape): RowWriter {
  const known = writers.get(shape)
  if (known !== undefined) return known
  const writer = compileRowWriter(shape)
  writers.set(shape, writer)
  return writer
}
