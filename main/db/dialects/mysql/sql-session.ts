import type { Connection, ConnectionOptions, FieldPacket, QueryOptions } from 'mysql2'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { SqlColumn, SqlColumnKind } from '@common/sql/shapes'
import { ResultRows } from '@main/db/result-rows'
import {
  sessionMessagesMax,
  SqlFailure,
  type ResultSink,
  type SessionOutcome,
  type SessionPlan,
  type SessionStatement,
  type SqlSession,
} from '@main/db/sql-session'
import { isConnectionLoss, translateError } from './errors'
import { abandonConnection, command, connect } from './pool'
import { beginReadOnly, endReadOnly, firstWord, refuseWriting } from './read-only'
import { stopOnServer } from './session'
import { planOfJson } from './sql-plan'
import { bindable, preparable } from './statement'
import { readValues } from './values'

export interface MysqlSessionOptions {
  readonly connection: ConnectionOptions
  /** Prepares the connection like those of the pool. */
  readonly prepare: (connection: Connection) => Promise<void>
  readonly readOnly: boolean
  /** Name of the database, whose tables are those of the project. */
  readonly database: string | undefined
  /** Called when the session ends; the schema may have changed. */
  readonly ended: () => void
}

/** Opens a session on a connection of its own. */
export async function openMysqlSession(options: MysqlSessionOptions): Promise<SqlSession> {
  try {
    let isBroken = (): void => undefined
    const connection = await connect(options.connection, () => isBroken())
    const session = new MysqlSession(connection, options)
    isBroken = session.broken
    await options.prepare(connection).catch((error: unknown) => {
      connection.destroy()
      throw error
    })
    return session
  } catch (error) {
    throw translateError(error)
  }
}

class MysqlSession implements SqlSession {
  #inTransaction = false
  #isCancelled = false
  #isBroken = false
  #isRunning = false
  /** A request to stop the statement, on its way. */
  #stopping: Promise<void> | undefined

  constructor(
    private readonly connection: Connection,
    private readonly options: MysqlSessionOptions,
  ) {}

  broken = (): void => {
    this.#isBroken = true
  }

  run = async (statement: SessionStatement, sink: ResultSink): Promise<SessionOutcome> => {
    if (this.options.readOnly) {
      refuseWriting(statement.sql)
      return this.#inReadOnly(statement.sql, () => this.#stream(statement, sink))
    }
    return this.#guarded(statement.sql, () => this.#stream(statement, sink))
  }

  explain = async (
    { sql, values }: SessionStatement,
    { analyze }: { readonly analyze: boolean },
  ): Promise<SessionPlan> => {
    // MariaDB measures with ANALYZE FORMAT=JSON. MySQL has no measured plan as JSON before 9.
    const prefix = analyze ? 'ANALYZE FORMAT=JSON ' : 'EXPLAIN FORMAT=JSON '
    let text = ''
    if (analyze) refuseWriting(sql)
    await this.#inReadOnly(sql, async () => {
      text = await firstValue(this.connection, prefix + sql, values)
      return nothingChanged
    })
    return { steps: planOfJson(JSON.parse(text)), text: JSON.stringify(JSON.parse(text), null, 2) }
  }

  cancel = (): void => {
    this.#isCancelled = true
    if (this.#isRunning) this.#stop()
  }

  close = async (): Promise<void> => {
    if (this.#isBroken || this.#isRunning) abandonConnection(this.connection)
    // Not destroyed at once: the server would log an aborted connection.
    else await new Promise<void>((resolve) => this.connection.end(() => resolve()))
    this.options.ended()
  }

  #stop(): void {
    // A server that rejects the request is lost; it rolls back when the connection ends.
    this.#stopping = stopOnServer(this.connection, this.options.connection).then((isHeard) => {
      if (!isHeard) abandonConnection(this.connection)
    })
  }

  /** The statement may have ended by itself before the request arrived. It must not hit the next one. */
  async #stopped(): Promise<void> {
    if (this.#stopping === undefined) return
    await this.#stopping
    this.#stopping = undefined
    // The server remembers the request until a statement begins.
    if (!this.#isBroken) await command(this.connection, 'DO 0').catch(() => undefined)
  }

  async #inReadOnly(sql: string, work: () => Promise<SessionOutcome>): Promise<SessionOutcome> {
    await this.#guarded(sql, () => beginReadOnly(this.connection))
    try {
      const { messages } = await this.#guarded(sql, work)
      return { affected: null, messages, inTransaction: false }
    } finally {
      await this.#stopped()
      if (!this.#isBroken) await endReadOnly(this.connection)
    }
  }

  async #guarded<T>(sql: string, work: () => Promise<T>): Promise<T> {
    if (this.#isCancelled) throw new AppError('QUERY_CANCELLED')
    if (this.#isBroken) throw new AppError('DATABASE_UNAVAILABLE')
    this.#isRunning = true
    try {
      return await work()
    } catch (error) {
      if (this.#isCancelled) throw new AppError('QUERY_CANCELLED', {}, { cause: error })
      if (error instanceof AppError || error instanceof SqlFailure) throw error
      if (this.#isBroken || isConnectionLoss(error)) throw new AppError('DATABASE_UNAVAILABLE', {}, { cause: error })
      throw failureOf(error, sql)
    } finally {
      this.#isRunning = false
    }
  }

  async #stream({ sql, values }: SessionStatement, sink: ResultSink): Promise<SessionOutcome> {
    const { connection } = this
    const rows = new ResultRows<FieldPacket>(sink, (fields) => Promise.resolve(this.#columns(fields)), {
      pause: () => connection.pause(),
      resume: () => connection.resume(),
      // Rows beyond the limit: nothing is written in a read-only session, so it can stop.
      enough: () => {
        if (this.options.readOnly) this.#stop()
      },
    })
    let fields: readonly FieldPacket[] = []
    let header: Header | undefined
    const finished = new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      const query: QueryOptions = { sql, rowsAsArray: true }
      const sent =
        values.length > 0 || preparable.test(sql)
          ? connection.execute(query, values.map(bindable))
          : connection.query(query)
      sent.on('error', reject)
      sent.on('fields', (given: FieldPacket[] | undefined) => {
        if (fields.length === 0 && given !== undefined) fields = given
      })
      sent.on('result', (row: unknown, result: number) => {
        if (!Array.isArray(row)) header = row as Header
        // A routine can return several lists; the first is its result.
        else if ((result ?? 0) === 0) rows.add(readValues([row as unknown[]], fields)[0] ?? [], fields)
      })
      sent.on('end', () => {
        connection.off('error', reject)
        resolve()
      })
    })
    try {
      await finished
      await rows.end(fields)
    } catch (error) {
      if (!rows.isEnough || this.#isCancelled) {
        rows.abandon()
        throw error
      }
      // Our own request stopped it.
    }
    if (header?.serverStatus !== undefined) this.#inTransaction = (header.serverStatus & inTransactionBit) !== 0
    const changes = changing.test(firstWord(sql))
    return {
      affected: header !== undefined && changes ? header.affectedRows : null,
      messages: (header?.warningStatus ?? 0) > 0 ? await this.#warnings() : [],
      inTransaction: this.#inTransaction,
    }
  }

  async #warnings(): Promise<string[]> {
    const rows = (await command(this.connection, 'SHOW WARNINGS').catch(() => [])) as { readonly Message: string }[]
    return rows.slice(0, sessionMessagesMax).map(({ Message }) => Message)
  }

  #columns(fields: readonly FieldPacket[]): SqlColumn[] {
    return fields.map((field) => {
      const { name, orgTable, orgName, db } = field as FieldPacket & Readonly<Record<'orgTable' | 'orgName', string>>
      const schema = (field as { readonly schema?: string }).schema ?? db
      const [type, kind] = typeOf(field)
      const isOwn = orgTable !== '' && orgName !== '' && schema === this.options.database
      return { name, type, kind, origin: isOwn ? { table: orgTable, column: orgName } : null }
    })
  }
}

/** Facts about a statement without rows. */
interface Header {
  readonly affectedRows: number
  readonly warningStatus?: number
  readonly serverStatus?: number
}
/** https://mariadb.com/kb/en/ok_packet/#server-status-flag */
const inTransactionBit = 1
const nothingChanged: SessionOutcome = { affected: null, messages: [], inTransaction: false }
const changing = /^(?:INSERT|UPDATE|DELETE|REPLACE|LOAD|WITH)$/

const binaryCharset = 63

/** https://mariadb.com/kb/en/result-set-packets/#field-types */
const types: Readonly<Record<number, readonly [string, SqlColumnKind]>> = {
  0: ['decimal', 'number'],
  1: ['tinyint', 'number'],
  2: ['smallint', 'number'],
  3: ['int', 'number'],
  4: ['float', 'number'],
  5: ['double', 'number'],
  7: ['timestamp', 'date'],
  8: ['bigint', 'number'],
  9: ['mediumint', 'number'],
  10: ['date', 'date'],
  11: ['time', 'date'],
  12: ['datetime', 'date'],
  13: ['year', 'number'],
  16: ['bit', 'number'],
  245: ['json', 'json'],
  246: ['decimal', 'number'],
  247: ['enum', 'text'],
  248: ['set', 'text'],
  255: ['geometry', 'binary'],
}

function typeOf({
  columnType,
  characterSet,
}: FieldPacket & { readonly characterSet?: number }): readonly [string, SqlColumnKind] {
  const known = types[columnType ?? -1]
  if (known !== undefined) return known
  const isBinary = characterSet === binaryCharset
  if (columnType !== undefined && columnType >= 249 && columnType <= 252)
    return isBinary ? ['blob', 'binary'] : ['text', 'text']
  return isBinary ? ['varbinary', 'binary'] : ['varchar', 'text']
}

function firstValue(connection: Connection, sql: string, values: readonly StoredValue[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const answer = (error: Error | null, rows: unknown): void => {
      if (error !== null) reject(error)
      else resolve(Array.isArray(rows) && Array.isArray(rows[0]) ? String(rows[0][0]) : '{}')
    }
    const query: QueryOptions = { sql, rowsAsArray: true }
    if (values.length > 0) connection.execute(query, values.map(bindable), answer)
    else connection.query(query, answer)
  })
}

/** Finds the place in the words of the server: it quotes the rest of a wrong statement, or the unknown name. */
function failureOf(error: unknown, sql: string): unknown {
  if (!(error instanceof Error)) return error
  const reason = (error as { readonly sqlMessage?: string }).sqlMessage ?? error.message
  const near = /near '(.*)' at line (\d+)$/s.exec(reason)
  if (near !== null) {
    const [, rest = '', line = '1'] = near
    const lineStart = sql
      .split('\n')
      .slice(0, Number(line) - 1)
      .join('\n').length
    // A short rest is the end of the statement.
    const found = sql.endsWith(rest) ? sql.length - rest.length : sql.indexOf(rest, lineStart)
    return new SqlFailure(reason, found === -1 ? undefined : found, error)
  }
  const name = /(?:column|table|function|procedure|database|variable) '([^']+)'/i.exec(reason)?.[1]?.split('.').at(-1)
  const at = name === undefined ? -1 : sql.toLowerCase().indexOf(name.toLowerCase())
  return new SqlFailure(reason, at === -1 ? undefined : at, error)
}
