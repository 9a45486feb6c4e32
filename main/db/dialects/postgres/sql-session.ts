import type { Client, FieldDef, Query, QueryArrayConfig } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { SqlColumn, SqlColumnKind } from '@common/sql/shapes'
import type { Database } from '@main/db/database'
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
import { cancelOnServer } from './cancel'
import { driver } from './driver'
import { isConnectionLoss, translateError } from './errors'
import { connectPrimary, destroy, type PrimaryConfig } from './connect'
import { beginReadOnly, endReadOnly, refuseWriting } from './read-only'
import { planOfJson } from './sql-plan'
import { valueTypes } from './values'

export interface PostgresSessionOptions {
  readonly client: PrimaryConfig
  /** Prepares the connection like those of the pool. */
  readonly prepare: ((client: Client) => Promise<void>) | undefined
  readonly readOnly: boolean
  /** Reads facts about columns, on another connection. */
  readonly read: Database['read']
  /** Called when the session ends; the schema may have changed. */
  readonly ended: () => void
}

/** Opens a session on a connection of its own. */
export async function openPostgresSession(options: PostgresSessionOptions): Promise<SqlSession> {
  let client: Client | undefined
  try {
    client = await connectPrimary(options.client, () => undefined)
    const session = new PostgresSession(client, options)
    await options.prepare?.(client)
    return session
  } catch (error) {
    if (client !== undefined) destroy(client)
    throw translateError(error)
  }
}

class PostgresSession implements SqlSession {
  #messages: string[] = []
  #inTransaction = false
  #isCancelled = false
  #isBroken = false
  #isRunning = false
  /** A request to stop the statement, on its way. */
  #stopping: Promise<void> | undefined

  constructor(
    private readonly client: Client,
    private readonly options: PostgresSessionOptions,
  ) {
    // Without a listener, a lost connection would end this process.
    client.on('error', () => (this.#isBroken = true))
    client.on('end', () => (this.#isBroken = true))
    client.on('notice', ({ message }) => {
      if (message !== undefined && this.#messages.length < sessionMessagesMax) this.#messages.push(message)
    })
    if ('connection' in client)
      client.connection.on('readyForQuery', ({ status }: { readonly status?: string }) => {
        this.#inTransaction = status === 'T' || status === 'E'
      })
  }

  run = async (statement: SessionStatement, sink: ResultSink): Promise<SessionOutcome> => {
    this.#messages = []
    if (this.options.readOnly) {
      refuseWriting(statement.sql)
      return this.#inReadOnly(statement.sql, () => this.#stream(statement, sink))
    }
    const affected = await this.#guarded(() => this.#stream(statement, sink), statement.sql)
    return { affected, messages: this.#messages, inTransaction: this.#inTransaction }
  }

  explain = async (
    { sql, values }: SessionStatement,
    { analyze }: { readonly analyze: boolean },
  ): Promise<SessionPlan> => {
    const prefix = `EXPLAIN (FORMAT JSON${analyze ? ', ANALYZE' : ''}) `
    let plan: unknown
    const read = async (): Promise<null> => {
      const { rows } = await this.client.query<[string]>(oneStatement(prefix + sql, values))
      plan = JSON.parse(rows[0]?.[0] ?? '[]')
      return null
    }
    if (analyze) refuseWriting(sql)
    await this.#inReadOnly(sql, read, prefix)
    return { steps: planOfJson(plan), text: JSON.stringify(plan, null, 2) }
  }

  cancel = (): void => {
    this.#isCancelled = true
    if (this.#isRunning) this.#stopOnServer()
  }

  close = async (): Promise<void> => {
    if (this.#isBroken || this.#isRunning) destroy(this.client)
    else await this.client.end().catch(() => undefined)
    this.options.ended()
  }

  #stopOnServer(): void {
    // A server that rejects the request is lost; it rolls back when the connection ends.
    this.#stopping = cancelOnServer(this.client, this.options.client).then((isHeard) => {
      if (!isHeard) destroy(this.client)
    })
  }

  async #inReadOnly(sql: string, work: () => Promise<number | null>, prefix = ''): Promise<SessionOutcome> {
    await this.#guarded(() => beginReadOnly(this.client))
    try {
      await this.#guarded(work, sql, prefix)
      return { affected: null, messages: this.#messages, inTransaction: false }
    } finally {
      // The statement may have ended by itself before the request arrived. It must not hit the next one.
      await this.#stopping
      this.#stopping = undefined
      if (!this.#isBroken) await endReadOnly(this.client)
    }
  }

  async #guarded<T>(work: () => Promise<T>, sql = '', prefix = ''): Promise<T> {
    if (this.#isCancelled) throw new AppError('QUERY_CANCELLED')
    if (this.#isBroken) throw new AppError('DATABASE_UNAVAILABLE')
    this.#isRunning = true
    try {
      return await work()
    } catch (error) {
      if (this.#isCancelled) throw new AppError('QUERY_CANCELLED', {}, { cause: error })
      if (this.#isBroken || isConnectionLoss(error)) throw new AppError('DATABASE_UNAVAILABLE', {}, { cause: error })
      throw failureOf(error, prefix + sql, prefix.length)
    } finally {
      this.#isRunning = false
    }
  }

  /** @returns the number of changed rows */
  async #stream({ sql, values }: SessionStatement, sink: ResultSink): Promise<number | null> {
    const query = new (driver().Query)(oneStatement(sql, values)) as Query & NodeJS.EventEmitter
    const rows = new ResultRows<FieldDef>(sink, (fields) => this.#columns(fields), {
      pause: () => this.#socket?.pause(),
      resume: () => this.#socket?.resume(),
      // Rows beyond the limit: nothing is written in a read-only session, so it can stop.
      enough: () => {
        if (this.options.readOnly) this.#stopOnServer()
      },
    })
    query.on('row', (row: StoredValue[], result: { readonly fields: FieldDef[] }) => rows.add(row, result.fields))
    let onEnd = (): void => undefined
    const finished = new Promise<Finished>((resolve, reject) => {
      query.on('end', (result: Finished) => resolve(result))
      query.on('error', reject)
      onEnd = () => reject(new AppError('DATABASE_UNAVAILABLE'))
      this.client.on('end', onEnd)
    })
    this.client.query(query)
    try {
      const { command, rowCount, fields } = await finished
      await rows.end(fields)
      return changing.has(command) ? (rowCount ?? 0) : null
    } catch (error) {
      if (!rows.isEnough || this.#isCancelled) {
        rows.abandon()
        throw error
      }
      // Our own request stopped it.
      await rows.end([])
      return null
    } finally {
      this.client.off('end', onEnd)
    }
  }

  get #socket() {
    return 'connection' in this.client ? this.client.connection.stream : undefined
  }

  async #columns(fields: readonly FieldDef[]): Promise<SqlColumn[]> {
    const places = fields.map(({ tableID, columnID, dataTypeID, dataTypeModifier }, at) => {
      return `(${at}, ${Number(tableID)}::oid, ${Number(columnID)}, ${Number(dataTypeID)}::oid, ${Number(dataTypeModifier)})`
    })
    const facts =
      places.length === 0
        ? []
        : await this.options
            .read({ sql: columnFactsSql(places), params: [] }, { timeoutMs: factsTimeoutMs })
            .catch(() => [])
    return fields.map(({ name, dataTypeID }, at) => {
      const [, type, table, column] = facts[at] ?? []
      return {
        name,
        type: typeof type === 'string' ? type : '',
        kind: kinds[dataTypeID] ?? 'text',
        origin: typeof table === 'string' && typeof column === 'string' ? { table, column } : null,
      }
    })
  }
}

/** Names are known without these facts. */
const factsTimeoutMs = 5_000

const columnFactsSql = (places: readonly string[]): string => `
  SELECT f.at, pg_catalog.format_type(f.type, f.modifier), c.relname, a.attname
  FROM (VALUES ${places.join(', ')}) AS f (at, relation, number, type, modifier)
  LEFT JOIN pg_catalog.pg_class c ON c.oid = f.relation AND c.relnamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident(current_schema()))
  LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = f.number AND f.number > 0
  ORDER BY f.at`

interface Finished {
  readonly command: string
  readonly rowCount: number | null
  readonly fields: FieldDef[]
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'])

const oneStatement = (text: string, values: readonly StoredValue[]): QueryArrayConfig & { queryMode: 'extended' } => ({
  text,
  values: [...values],
  rowMode: 'array',
  types: valueTypes,
  queryMode: 'extended',
})

/** `SELECT oid, typname FROM pg_type`, fixed for built-in types. */
const kinds: Readonly<Record<number, SqlColumnKind>> = {
  16: 'boolean',
  17: 'binary',
  20: 'number',
  21: 'number',
  23: 'number',
  26: 'number',
  114: 'json',
  700: 'number',
  701: 'number',
  790: 'number',
  1082: 'date',
  1083: 'date',
  1114: 'date',
  1184: 'date',
  1266: 'date',
  1700: 'number',
  3802: 'json',
}

interface ServerError extends Error {
  readonly position?: string
  readonly detail?: string
  readonly hint?: string
}

/** @param sent  the statement with its prefix of `prefixLength` */
function failureOf(error: unknown, sent: string, prefixLength: number): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const { message, detail, hint, position } = error as ServerError
  const reason = [message, detail, hint].filter((part) => part !== undefined && part !== '').join('\n')
  if (position === undefined) return new SqlFailure(reason, undefined, error)
  // The server counts characters, not UTF-16 units.
  const offset = [...sent].slice(0, Number(position) - 1).join('').length - prefixLength
  return new SqlFailure(reason, Math.max(0, offset), error)
}
