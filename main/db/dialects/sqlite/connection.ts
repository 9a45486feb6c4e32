import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { StoredValue } from '@common/columns/column-type'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Database, JsonShape, ReadOptions, StepResult, WriteOptions } from '@main/db/database'
import { Lru } from '@main/lib/lru'
import { sqliteDialect } from '.'
import { SqliteFailure } from './errors'
import { checkFile } from './file'
import type { Lane, ThreadedDatabase } from './job'
import { notShortCode, type OpenSpec, type Pace, type Request, type VersionAnswer } from './protocol'
import type { SqliteThreads } from './threads'
import { VersionProbe, type ProbedVersions } from './version-probe'

export interface OpenSqliteOptions {
  readonly threads: SqliteThreads
  readonly filename: string
  /**
   * `builtIn`: a file of ours, kept in WAL mode. `inPlace`: somebody else's, in which opening changes nothing and
   * which keeps its journal mode.
   */
  readonly mode: 'builtIn' | 'inPlace'
  /** Refuses every write. */
  readonly readOnly?: boolean
  /** Makes the file when it is not there: ours only. */
  readonly create?: boolean
}

/** Others may hold a lock for a moment; the writer and long reads wait this long. */
const busyTimeoutMs = 5_000
/** The fast lane serves all databases: one that is locked is asked again where waiting hurts nobody. */
const fastBusyTimeoutMs = 20
/** A statement that was tried as a short one in vain is taken for a long one, whatever its values, for this long. */
const provedLongMs = 30_000
const provedLongKept = 1_000
/** Reads that take longer than this are stopped when the database is closed. */
const closeGraceMs = 3_000

let databasesOpened = 0

/**
 * Opens a SQLite file on the given threads.
 *
 * @throws AppError DATABASE_FILE_NOT_FOUND, DATABASE_FILE_INVALID, DATABASE_FILE_IN_USE, DATABASE_DAMAGED
 */
export async function openSqlite(options: OpenSqliteOptions): Promise<Database> {
  const filename = resolve(options.filename)
  const create = options.create === true && options.mode === 'builtIn'
  await checkFile(filename, create)
  const spec = { filename, mode: options.mode, create }
  const read: OpenSpec = { ...spec, access: 'read', busyTimeoutMs: fastBusyTimeoutMs }
  const database = new SqliteDatabase(options.threads, options.readOnly ?? false, {
    id: ++databasesOpened,
    specs: { read, patientRead: { ...read, busyTimeoutMs }, write: { ...spec, access: 'write', busyTimeoutMs } },
  })
  await database.begin()
  return database
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect
  /** Writes of ours that were acknowledged. */
  #writes = 0
  #closing: Promise<void> | undefined
  readonly #running = new Set<Promise<unknown>>()
  readonly #provedLong = new Lru<string, number>(provedLongKept)
  #hadLog = true
  /** Of files of ours, which are in WAL mode: what somebody else's costs to look at is not known. */
  readonly #probe: VersionProbe | undefined

  constructor(
    private readonly threads: SqliteThreads,
    private readonly readOnly: boolean,
    private handle: ThreadedDatabase,
  ) {
    const { mode, filename } = handle.specs.read
    this.#probe = mode === 'builtIn' ? new VersionProbe(filename) : undefined
  }

  /** Opens the first connection, which shows whether the file is a database. */
  async begin(): Promise<void> {
    this.#hadLog = await exists(this.#logName)
    const { id, specs } = this.handle
    try {
      // Of somebody else's file it is not known how long its first look takes.
      const lane = specs.read.mode === 'builtIn' ? 'short' : 'long'
      await this.#read({ lane }, '', (slot) => ['version', slot, id])
      // It is there now: a file that disappears while it is in use is not to be begun anew.
      const there = (spec: OpenSpec): OpenSpec => ({ ...spec, create: false })
      this.handle = {
        id,
        specs: { read: there(specs.read), patientRead: there(specs.patientRead), write: there(specs.write) },
      }
    } catch (error) {
      await this.close()
      throw openingError(error)
    }
  }

  read: Database['read'] = async ({ sql, params }, options = {}) =>
    (await this.#read(options, sql, (slot, pace) => [
      'read',
      slot,
      this.handle.id,
      sql,
      params,
      pace,
    ])) as StoredValue[][]

  readJson: Database['readJson'] = async ({ sql, params }, shape, options = {}) => {
    const text = shapeText(shape)
    return (await this.#read(options, sql, (slot, pace) => [
      'json',
      slot,
      this.handle.id,
      sql,
      params,
      pace,
      text,
    ])) as Uint8Array
  }

  readKeys: Database['readKeys'] = async ({ sql, params }, max, options) => {
    const asked = { ...options, lane: 'long' } as const
    const answer = await this.#read(asked, sql, (slot) => ['keys', slot, this.handle.id, sql, params, max])
    return answer instanceof Buffer ? new Float64Array(answer.buffer, answer.byteOffset, answer.length / 8) : undefined
  }

  transact: Database['transact'] = (steps, options) =>
    this.#write(options, (slot) => ['write', slot, this.handle.id, steps])

  appendRows: NonNullable<Database['appendRows']> = async (rows, options) => {
    await this.#write(options, (slot) => ['append', slot, this.handle.id, rows])
  }

  changeSchema: Database['changeSchema'] = (steps, options) =>
    this.#write(options, (slot) => ['schema', slot, this.handle.id, steps])

  /** The threads that change a file end with our process. */
  schemaSettled = (): Promise<void> => Promise.resolve()

  schemaVersion = async (): Promise<number> => (await this.#probed())?.schema ?? (await this.#versions())[2]

  dataVersion = async (): Promise<string> => {
    const probed = await this.#probed()
    if (probed !== undefined) return probed.version
    const [connection, version] = await this.#versions()
    // A version counts for one connection only; another one has begun to count anew.
    return `${connection}.${version}.${this.#writes}`
  }

  versionNow = (): string | undefined => this.versionsNow()?.version

  versionsNow = (): ProbedVersions | undefined => (this.#closing === undefined ? this.#probe?.read() : undefined)

  close = (): Promise<void> => (this.#closing ??= this.#close())

  async #close(): Promise<void> {
    this.#probe?.end()
    await Promise.race([Promise.allSettled(this.#running), this.#closeGrace()])
    this.threads.cancelReads(this.handle)
    await Promise.allSettled(this.#running)
    await this.threads.closeDatabase(this.handle)
    // A read-only connection leaves an empty log behind: of a file that had none, it is ours to remove.
    if (this.#hadLog || !(await exists(this.#logName))) return
    await this.#run('writer', false, {}, (slot) => ['version', slot, this.handle.id]).catch(() => undefined)
    await this.threads.closeDatabase(this.handle)
  }

  /** What runs may finish, if that does not take too long. */
  #closeGrace(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, closeGraceMs).unref())
  }

  get #logName(): string {
    return `${this.handle.specs.write.filename}-wal`
  }

  /** Undefined when the file has to be asked by a worker. */
  async #probed(): Promise<ProbedVersions | undefined> {
    if (this.#probe === undefined || this.#closing !== undefined) return undefined
    if (!this.#probe.isReady) await this.#probe.ready()
    return this.#probe.read()
  }

  async #versions(): Promise<VersionAnswer> {
    return (await this.#read({}, '', (slot) => ['version', slot, this.handle.id])) as VersionAnswer
  }

  async #read(options: ReadOptions, sql: string, request: (slot: number, pace: Pace) => Request): Promise<unknown> {
    const pace = this.#paceOf(options, sql)
    const lane = pace === 'steady' ? 'slow' : 'fast'
    try {
      return await this.#tracked(() => this.#run(lane, false, options, (slot) => request(slot, pace)))
    } catch (error) {
      const elsewhere = retryLane(error, lane)
      if (elsewhere === undefined) throw error
      if (sqliteCode(error) === notShortCode) this.#provedLong.set(sql, performance.now() + provedLongMs)
      if (elsewhere === 'writer')
        await this.#tracked(() => this.#run('writer', false, options, (slot) => ['version', slot, this.handle.id]))
      return this.#tracked(() =>
        this.#run('slow', false, options, (slot) => request(slot, pace === 'tried' ? 'steady' : pace)),
      )
    }
  }

  #paceOf({ lane }: ReadOptions, sql: string): Pace {
    if (lane === 'long') return 'steady'
    if (lane !== 'likelyShort') return 'short'
    return (this.#provedLong.get(sql) ?? 0) > performance.now() ? 'steady' : 'tried'
  }

  async #write(options: WriteOptions | undefined, request: (slot: number) => Request): Promise<StepResult[]> {
    if (this.readOnly) throw new AppError('DATABASE_READ_ONLY')
    const results = await this.#tracked(() => this.#run('writer', true, options ?? {}, request))
    this.#writes++
    return results as StepResult[]
  }

  #run(lane: Lane, writes: boolean, options: WriteOptions, request: (slot: number) => Request): Promise<unknown> {
    return this.threads.run({
      database: this.handle,
      lane,
      writes,
      timeoutMs: options.timeoutMs ?? limits.statementTimeoutMs,
      signal: options.signal,
      request,
    })
  }

  /** Runs unless the database is being closed, which waits for what runs. */
  #tracked(start: () => Promise<unknown>): Promise<unknown> {
    if (this.#closing !== undefined) return Promise.reject(new AppError('DATABASE_UNAVAILABLE'))
    const running = start()
    this.#running.add(running)
    const done = (): void => void this.#running.delete(running)
    running.then(done, done)
    return running
  }
}

/** Shapes are sent as text, made once for each: the engine keeps them with its plans. */
const shapeTexts = new WeakMap<JsonShape, string>()
function shapeText(shape: JsonShape): string {
  const known = shapeTexts.get(shape)
  if (known !== undefined) return known
  const text = JSON.stringify(shape)
  shapeTexts.set(shape, text)
  return text
}

/** Where a read that failed may succeed. */
function retryLane(error: unknown, lane: Lane): 'slow' | 'writer' | undefined {
  const code = sqliteCode(error)
  // A writer that crashed left a journal, which only a connection that may write can put right.
  if (/^SQLITE_READONLY_(ROLLBACK|RECOVERY|CANTINIT)$/.test(code)) return 'writer'
  return lane === 'fast' && (code === notShortCode || /^SQLITE_(BUSY|LOCKED)/.test(code)) ? 'slow' : undefined
}

function openingError(error: unknown): unknown {
  const code = sqliteCode(error)
  const cause = { cause: error }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return new AppError('DATABASE_FILE_IN_USE', {}, cause)
  if (code === 'SQLITE_NOTADB') return new AppError('DATABASE_FILE_INVALID', {}, cause)
  return error
}

function sqliteCode(error: unknown): string {
  return error instanceof AppError && error.cause instanceof SqliteFailure ? error.cause.code : ''
}

function exists(filename: string): Promise<boolean> {
  return access(filename).then(
    () => true,
    () => false,
  )
}
