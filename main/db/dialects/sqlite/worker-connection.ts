import { threadId } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { QueryResult } from '@main/db/database'
import { hasInexactInteger, plainIntegers } from '@main/db/json-rows'
import { Lru } from '@main/lib/lru'
import { registerDecimalFunctions } from './exact-decimal'
import { registerExactMeasures } from './exact-measures'
import { registerFormulaFunctions } from './formula-functions'
import { fileIdentity } from './file-identity'
import { fileReplacedCode, type OpenSpec, type Params, type VersionAnswer } from './protocol'
import { refuseLeaving } from './session-guard'
import { stopIfCancelled } from './worker-slots'
import { NeedsGuard, runsWithWrites } from './write-guard'

/** Prepared statements cached per connection. Preparing one costs as much as reading a page of rows. */
const statementsMax = 200
/** Rows between two checks for cancellation. */
const rowsBetweenChecks = 256

/** How much room for keys is made at a time. */
const keyBytesAtOnce = 256 * 1024

/** The write-ahead log is cut back to this size when it has been emptied. */
const logBytesMax = 32 * 1024 * 1024

type PreparedStatement = Sqlite.Statement<unknown[]>

let connectionsOpened = 0

/** One thread's connection to one database, with the statements prepared on it. */
export class Connection {
  readonly database: Sqlite.Database
  /** Unique among our connections. */
  readonly #name = `${process.pid}-${threadId}-${++connectionsOpened}`
  /** Identity of the open file, even if its path now leads to another one. */
  readonly #identity: string | undefined
  readonly #filename: string
  #cacheKiB = 0
  #waitsForDisk = true
  /** True if a commit without a sync can lose only itself: our own files, which use a write-ahead log. */
  readonly #keepsLog: boolean
  /** True if this process is killable, so that statements of any duration may run. */
  readonly #isGuarded: boolean
  /** Version of the last schema without SQL that runs with writes. */
  #plainSchema: number | undefined
  readonly #statements = new Lru<string, PreparedStatement>(statementsMax)

  constructor(spec: OpenSpec) {
    this.database = openFile(spec)
    this.#identity = spec.identity
    this.#filename = spec.filename
    this.#keepsLog = spec.mode === 'builtIn'
    this.#isGuarded = spec.access === 'guardedWrite'
  }

  prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.database.prepare<unknown[]>(sql)
    // Rows as arrays, for statements that have any.
    if (statement.reader) statement.raw(true)
    this.#statements.set(sql, statement)
    return statement
  }

  /**
   * Checks, inside a transaction that is about to write, whether SQL of the schema may run with it. Only a killable
   * process may run such SQL.
   *
   * @throws NeedsGuard
   */
  refuseUnguarded(): void {
    if (this.#isGuarded) return
    const version = Number(this.rows('PRAGMA schema_version', [], false, false)[0]?.[0])
    if (version === this.#plainSchema) return
    const objects = this.rows('SELECT type, sql FROM main.sqlite_schema WHERE sql IS NOT NULL', [], false, false)
    if (objects.some(([type, sql]) => runsWithWrites({ type: String(type), sql: String(sql) }))) throw new NeedsGuard()
    this.#plainSchema = version
  }

  /**
   * Checks the file before a transaction and right before its commit: a commit to a replaced or deleted file is lost.
   *
   * @throws FileReplaced
   */
  refuseReplaced(): void {
    checkIdentity(this.#filename, this.#identity)
  }

  get isGuarded(): boolean {
    return this.#isGuarded
  }

  /** Drops what was prepared: for after a change of the schema. */
  forgetStatements(): void {
    this.#statements.clear()
  }

  /**
   * Runs a statement that a user wrote. This connection can't write; the check also excludes statements that leave the
   * file, such as ATTACH.
   */
  query(sql: string, rowsMax: number): QueryResult {
    // Some settings of the connection change while SQLite prepares a statement.
    refuseLeaving(sql, true)
    const statement = this.database.prepare<unknown[]>(sql)
    if (!statement.reader || !statement.readonly) throw new AppError('SQL_NOT_READING')
    const names = statement.columns().map(({ name }) => name)
    const rows: StoredValue[][] = []
    statement.raw(true).safeIntegers(true)
    for (const row of statement.iterate() as Iterable<StoredValue[]>) {
      rows.push(row.map(plainInteger))
      if (rows.length >= rowsMax) break
      if (rows.length % rowsBetweenChecks === 0) stopIfCancelled()
    }
    return { names, rows }
  }

  /**
   * Reads rows.
   *
   * @param long   looks now and then whether anybody still waits
   * @param exact  large whole numbers come as bigint, and so do all others
   */
  rows(sql: string, params: Params, long: boolean, exact: boolean): StoredValue[][] {
    const statement = this.prepare(sql)
    if (!statement.reader) {
      statement.run(bindable(params))
      return []
    }
    statement.safeIntegers(exact)
    if (!long) return statement.all(bindable(params)) as StoredValue[][]
    const rows: StoredValue[][] = []
    for (const row of statement.iterate(bindable(params)) as Iterable<StoredValue[]>) {
      rows.push(row)
      if (rows.length % rowsBetweenChecks === 0) stopIfCancelled()
    }
    return rows
  }

  /**
   * Reads rows whose whole numbers are exact: numbers up to 2^53, bigint beyond.
   *
   * @param asStored  places where every integer is bigint, so that a number there is floating point
   */
  exactRows(sql: string, params: Params, long: boolean, asStored: readonly number[] = []): StoredValue[][] {
    if (asStored.length > 0) return plainIntegers(this.rows(sql, params, long, true), asStored)
    const rows = this.rows(sql, params, long, false)
    // Exact integers cost time for every value and are needed for very few: only then it is read twice.
    return hasInexactInteger(rows) ? plainIntegers(this.rows(sql, params, long, true)) : rows
  }

  /** Reads one column of whole numbers, as doubles. Undefined when they are more than `max`, or not exact. */
  keys(sql: string, params: Params, max: number): ArrayBuffer | undefined {
    const statement = this.prepare(sql)
    statement.safeIntegers(false)
    // Grows where it is: copies of megabytes would stay with the allocator.
    const bytes = new ArrayBuffer(0, { maxByteLength: max * Float64Array.BYTES_PER_ELEMENT })
    const keys = new Float64Array(bytes)
    let count = 0
    for (const [key] of statement.iterate(bindable(params)) as Iterable<StoredValue[]>) {
      if (!Number.isSafeInteger(key) || count === max) return undefined
      if (count === keys.length) bytes.resize(Math.min(bytes.maxByteLength, bytes.byteLength + keyBytesAtOnce))
      keys[count++] = Number(key)
      if (count % rowsBetweenChecks === 0) stopIfCancelled()
    }
    return bytes.slice(0, count * Float64Array.BYTES_PER_ELEMENT)
  }

  /** Writes a copy of one state of the file. Other connections read and write meanwhile. */
  copyInto(path: string): void {
    const isReading = this.rows('PRAGMA query_only', [], false, false)[0]?.[0] === 1
    // It forbids writing the copy too.
    if (isReading) this.database.pragma('query_only = OFF')
    try {
      this.database.prepare('VACUUM INTO ?').run(path)
    } finally {
      if (isReading) this.database.pragma('query_only = ON')
    }
  }

  versions(): VersionAnswer {
    const number = (pragma: string): number => Number(this.rows(`PRAGMA ${pragma}`, [], false, false)[0]?.[0])
    return [this.#name, number('data_version'), number('schema_version')]
  }

  /** How much of the file it keeps in memory, in KiB. Less than before is let go at once. */
  keepPages(kibibytes: number): void {
    if (this.#cacheKiB === kibibytes) return
    this.#cacheKiB = kibibytes
    this.database.pragma(`cache_size = -${kibibytes}`)
  }

  /** Sets if commits wait for the disk. Not allowed within a transaction. */
  waitForDisk(waits: boolean): void {
    if (!this.#keepsLog || this.#waitsForDisk === waits) return
    this.database.pragma(`synchronous = ${waits ? 'FULL' : 'NORMAL'}`)
    this.#waitsForDisk = waits
  }

  /** Frees the memory of cached pages. */
  letGo(): void {
    if (!this.database.inTransaction) this.database.pragma('shrink_memory')
  }

  close(): void {
    this.#statements.clear()
    this.database.close()
  }
}

class FileReplaced extends Error {
  readonly code = fileReplacedCode
}

function checkIdentity(filename: string, identity: string | undefined): void {
  if (identity !== undefined && fileIdentity(filename) !== identity) throw new FileReplaced()
}

/** Integers come as bigint; a number holds most of them exactly. */
const plainInteger = (value: StoredValue): StoredValue =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value

function openFile({ filename, identity, mode, access, busyTimeoutMs, create }: OpenSpec): Sqlite.Database {
  const readonly = mode === 'inPlace' && access === 'read'
  const database = new Sqlite(filename, { readonly, fileMustExist: !create, timeout: busyTimeoutMs })
  try {
    // Checked before the first statement, which would apply the log of the replaced file to the new one.
    checkIdentity(filename, identity)
    // The schema of a user's file may call harmless functions only.
    database.pragma('trusted_schema = OFF')
    if (mode === 'builtIn') {
      database.pragma('journal_mode = WAL')
      // The log shrinks again after a long read or a large import.
      database.pragma(`journal_size_limit = ${logBytesMax}`)
    }
    // Explicit, because the driver's default for WAL syncs only at checkpoints, so a power failure would lose commits.
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    // `query_only` instead of a read-only connection, which couldn't checkpoint the write-ahead log when it closes
    // last.
    if (mode === 'builtIn' && access === 'read') database.pragma('query_only = ON')
    database.function('basalt_tick', { deterministic: false, directOnly: true }, () => {
      stopIfCancelled()
      return 1
    })
    registerDecimalFunctions(database)
    registerExactMeasures(database)
    registerFormulaFunctions(database, stopIfCancelled)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Converts values for the driver. Booleans become 1 and 0. Integers become bigint, because the driver binds numbers as
 * floating point, and a text or untyped column would store `3.0`.
 *
 * @param asStored  positions of numbers to bind as floating point
 */
export function bindable(params: Params, asStored: readonly number[] = []): Params {
  if (!params.some(needsChange)) return params
  return params.map((value, at) => (typeof value === 'number' && asStored.includes(at) ? value : changed(value)))
}

/** Like `bindable`, but modifies a reusable list. */
export function bindInPlace(values: StoredValue[]): void {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? null
    if (needsChange(value)) values[at] = changed(value)
  }
}

function needsChange(value: StoredValue): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  return typeof value === 'boolean' || (typeof value === 'bigint' && BigInt.asIntN(64, value) !== value)
}

function changed(value: StoredValue): StoredValue {
  if (typeof value === 'boolean') return value ? 1n : 0n
  // SQLite stores integers beyond 64 bits as doubles.
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : Number(value)
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}
