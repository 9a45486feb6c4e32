import type { StoredValue } from '@common/columns/column-type'
import type { SchemaVersionOptions } from '@main/db/database'

/** Counters that grow with every schema change on the server, by any client. */
const counters = [
  'Com_alter_table',
  'Com_create_index',
  'Com_create_table',
  'Com_create_view',
  'Com_drop_db',
  'Com_drop_index',
  'Com_drop_table',
  'Com_drop_view',
  'Com_rename_table',
  'Com_create_sequence',
  'Com_drop_sequence',
]
const countersSql = `SHOW GLOBAL STATUS WHERE Variable_name IN ('Uptime', ${counters.map((name) => `'${name}'`).join(', ')})`

/** A hash of all facts in our table descriptions. */
const fingerprintSql = `
  SELECT concat_ws('.',
    (SELECT concat_ws('.', count(*), sum(crc32(concat_ws('|', TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION, COLUMN_TYPE, IS_NULLABLE,
      COLUMN_DEFAULT, EXTRA, COLUMN_KEY, COLLATION_NAME, COLUMN_COMMENT))))
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = database()),
    (SELECT concat_ws('.', count(*), sum(crc32(concat_ws('|', TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, ORDINAL_POSITION,
      REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME))))
     FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = database()),
    (SELECT concat_ws('.', count(*), sum(crc32(concat_ws('|', TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX, COLUMN_NAME, NON_UNIQUE))))
     FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = database()))`

/** Maximum age of a cached schema, because another server of a cluster doesn't increase these counters. */
const cacheMs = 60_000
/**
 * Maximum share of time for reading a large schema while others change theirs, and a duration that is always
 * acceptable.
 */
const shareOfTime = 0.05
const alwaysAffordableMs = 20
/** The start time, computed from two readings of the uptime, is exact to a second. */
const startToleranceSeconds = 2

/**
 * The version of a schema, which this kind of server doesn't provide. Reads the cheap counters first, and the whole
 * schema only if they changed.
 */
export class SchemaVersion {
  #known:
    | {
        readonly counters: string
        readonly startedAt: number
        readonly version: string
        readonly readAt: number
        readonly askAgainAt: number
      }
    | undefined

  /** Time at which the newest of the finished reads began. */
  #lookedAt = -Infinity
  #now: Promise<unknown> = Promise.resolve()
  #next: Promise<string> | undefined
  #isNextUrgent = false
  #isNextAnew = false

  constructor(private readonly run: (sql: string) => Promise<StoredValue[][]>) {}

  /** Invalidates the cached version after a schema change. */
  forget(): void {
    this.#known = undefined
  }

  /** Callers during a running read share the next one, so that no answer is older than its request. */
  read({ now: isUrgent = false, anew = false, sinceMs = Infinity }: SchemaVersionOptions = {}): Promise<string> {
    if (this.#known !== undefined && !isUrgent && !anew && this.#lookedAt >= sinceMs)
      return Promise.resolve(this.#known.version)
    this.#isNextUrgent ||= isUrgent
    this.#isNextAnew ||= anew
    this.#next ??= this.#now
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        if (this.#isNextAnew) this.forget()
        const asked = this.#ask(this.#isNextUrgent)
        this.#isNextUrgent = false
        this.#isNextAnew = false
        this.#now = asked
        return asked
      })
    return this.#next
  }

  async #ask(isUrgent: boolean): Promise<string> {
    const lookedAt = performance.now()
    const version = await this.#current(isUrgent)
    this.#lookedAt = Math.max(this.#lookedAt, lookedAt)
    return version
  }

  async #current(isUrgent: boolean): Promise<string> {
    const known = this.#known
    const { text, startedAt } = counted(await this.run(countersSql))
    const fresh =
      known !== undefined &&
      known.counters === text &&
      Math.abs(known.startedAt - startedAt) <= startToleranceSeconds &&
      performance.now() - known.readAt < cacheMs
    if (fresh || (!isUrgent && known !== undefined && performance.now() < known.askAgainAt)) return known.version
    const beganAt = performance.now()
    const [row] = await this.run(fingerprintSql)
    const readAt = performance.now()
    const version = String(row?.[0])
    const tookMs = Math.max(0, readAt - beganAt - alwaysAffordableMs)
    this.#known = { counters: text, startedAt, version, readAt, askAgainAt: readAt + tookMs / shareOfTime }
    return version
  }
}

function counted(rows: readonly StoredValue[][]): { text: string; startedAt: number } {
  const values = new Map(rows.map(([name, value]) => [String(name), String(value)]))
  const startedAt = performance.now() / 1_000 - Number(values.get('Uptime') ?? 0)
  return { text: counters.map((name) => values.get(name) ?? '').join('.'), startedAt }
}
