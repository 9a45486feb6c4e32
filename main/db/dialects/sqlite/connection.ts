import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { StoredValue } from '@common/columns/column-type'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Database, QueryResult, ReadOptions, WriteOptions } from '@main/db/database'
import { message } from '@common/messages'
import { isIsolated, isolatedError } from '@main/db/isolated'
import { momentMs } from '@main/db/moment'
import type { InsertedKeys, StepResult } from '@main/db/statement'
import { closedError } from '@main/db/closed'
import { sqliteDialect } from '.'
import { checkFile } from './file'
import { fileIdentity, logFilesOf, removeLogFiles, type LogFiles } from './file-identity'
import type { JobOptions, ThreadedDatabase } from './job'
import { LongStatements } from './long-statements'
import { readAtOneMoment } from './moment'
import {
  fileReplacedCode,
  type MakeRequest,
  needsGuardCode,
  notShortCode,
  type OpenSpec,
  type Pace,
  type VersionAnswer,
} from './protocol'
import { openingError, retryLane, sqliteCode } from './run-errors'
import { openSqliteSession } from './sql-session'
import type { SqliteThreads } from './threads'
import { VersionProbe, type ProbedVersions } from './version-probe'
import { shapeText } from './shape-text'
import type { OpenSqliteOptions } from './open-options'
import { specsOf } from './job'

/** How long the writer and long reads wait for a lock. */
const busyTimeoutMs = 5_000
/** The fast lane serves all databases. Reads of a locked file move to the slow lane. */
const fastBusyTimeoutMs = 20
/** Grace for running statements when the database closes. */
const closeGraceMs = 1_500
/** Grace for stopping them. */
const stopGraceMs = 500
/** Grace for a write's rollback after its limit. Afterwards its process is killed. */
const writeGraceMs = 2_000
/** The same for a schema change: rebuilding a large table is one long statement. */
const schemaGraceMs = 5 * 60_000
/** Interval for rechecking a schema whose SQL may never end: its triggers may be dropped. */
const guardedMs = 60_000
/** Polling interval of the write-ahead log: shorter than the idle timeout of connections. */
const logSeenMs = 5_000
/** Attempts of a job whose file is replaced meanwhile. */
const runAttempts = 4

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
  const spec = { filename, mode: options.mode, create, identity: fileIdentity(filename) }
  const read: OpenSpec = { ...spec, access: 'read', busyTimeoutMs: fastBusyTimeoutMs }
  const database = new SqliteDatabase(options.threads, options.readOnly ?? false, {
    id: ++databasesOpened,
    specs: {
      read,
      patientRead: { ...read, busyTimeoutMs },
      write: { ...spec, access: 'write', busyTimeoutMs },
      guardedWrite: { ...spec, access: 'guardedWrite', busyTimeoutMs },
    },
  })
  await database.begin()
  return database
}

type RunOptions = Pick<JobOptions, 'lane' | 'graceMs' | 'overran'> & { readonly writes?: true; readonly pace?: Pace }

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect
  // Short reads wait behind them in the same thread.
  readonly largeReadsAtOnce = 2
  /** Number of acknowledged writes of this process. */
  #writes = 0
  #closing: Promise<void> | undefined
  readonly #running = new Set<Promise<unknown>>()
  readonly #long = new LongStatements()
  #hadLog = true
  /** Until then, writes go straight to a killable process, without an attempt in the thread. */
  #guardedUntilMs = 0
  #probe: VersionProbe
  /** Identity of the open file; undefined while it is opening. */
  #identity: string | undefined
  /** Last seen state of the write-ahead log that our connections share. */
  #logFiles: LogFiles = new Map()
  #logSeenAtMs = 0
  /** Number of times that another program has replaced the file. */
  #reopened = 0
  /** Connections to replaced files. */
  readonly #replaced = new Set<Promise<void>>()

  constructor(
    private readonly threads: SqliteThreads,
    private readonly readOnly: boolean,
    private handle: ThreadedDatabase,
  ) {
    this.#identity = handle.specs.read.identity
    this.#probe = this.#newProbe()
  }

  #newProbe(): VersionProbe {
    return new VersionProbe(this.handle.specs.read.filename, () => this.#reopen())
  }

  /** Checks whether the path still leads to the open file, and reopens it if another program has replaced it. */
  #lookAtFile(): 'there' | 'missing' {
    if (this.#identity === undefined) return 'there'
    const identity = fileIdentity(this.handle.specs.read.filename)
    if (identity === undefined) return 'missing'
    if (identity !== this.#identity) {
      this.#identity = identity
      this.#reopen()
    }
    return 'there'
  }

  /**
   * Switches to the new file. All connections get a new number at once, so that reads and writes never use different
   * files. Running statements finish on the old file, or are rolled back.
   */
  #reopen(): void {
    const { handle: old, threads } = this
    const { filename } = old.specs.read
    this.#probe.end()
    removeLogFiles(filename, this.#logFiles)
    this.#logFiles = new Map()
    this.#logSeenAtMs = 0
    this.handle = { id: ++databasesOpened, specs: specsOf(old.specs, this.#identity) }
    this.#probe = this.#newProbe()
    this.#reopened++
    this.#hadLog = existsSync(this.#logName)
    this.#guardedUntilMs = 0
    this.#long.clear()
    const closing = Promise.allSettled(this.#running).then(() => threads.closeDatabase(old))
    this.#replaced.add(closing)
    void closing.finally(() => this.#replaced.delete(closing))
    void this.#probe.ready()
  }

  /** @throws AppError DATABASE_UNAVAILABLE if the file is missing */
  #current(): ThreadedDatabase {
    if (this.#lookAtFile() === 'there') return this.handle
    const fileName = basename(this.handle.specs.read.filename)
    throw new AppError('DATABASE_UNAVAILABLE', { reason: message('connectionFailures.fileMissing', { fileName }) })
  }

  /** Opens the first connection, which shows whether the file is a database. */
  async begin(): Promise<void> {
    this.#hadLog = existsSync(this.#logName)
    const { id, specs } = this.handle
    const { filename } = specs.read
    try {
      // The first read of a user's file can take long.
      const lane = specs.read.mode === 'builtIn' ? 'short' : 'long'
      await this.#read({ lane }, '', ({ slot, id }) => ['version', slot, id])
      this.#identity ??= fileIdentity(filename)
      // Unless the file was replaced meanwhile.
      if (this.handle.id === id) this.handle = { id, specs: specsOf(specs, this.#identity) }
      this.#seeLog()
    } catch (error) {
      await this.close()
      throw openingError(error)
    }
  }

  read: Database['read'] = async ({ sql, params }, options = {}) =>
    (await this.#read(options, sql, ({ slot, id, pace }) => [
      'read',
      slot,
      id,
      sql,
      params,
      pace,
      options.asStored,
    ])) as StoredValue[][]

  readJson: Database['readJson'] = async ({ sql, params }, shape, options = {}) => {
    const text = shapeText(shape)
    return (await this.#read(options, sql, ({ slot, id, pace }) => [
      'json',
      slot,
      id,
      sql,
      params,
      pace,
      text,
    ])) as Uint8Array
  }

  readKeys: Database['readKeys'] = async ({ sql, params }, max, options) => {
    const asked = { ...options, lane: 'long' } as const
    const answer = await this.#read(asked, sql, ({ slot, id }) => ['keys', slot, id, sql, params, max])
    return answer instanceof Buffer ? new Float64Array(answer.buffer, answer.byteOffset, answer.length / 8) : undefined
  }

  query: NonNullable<Database['query']> = async (sql, { rowsMax, ...options }) => {
    const asked = { ...options, lane: 'long' } as const
    return (await this.#read(asked, sql, ({ slot, id }) => ['query', slot, id, sql, rowsMax])) as QueryResult
  }

  openSqlSession: NonNullable<Database['openSqlSession']> = async ({ readOnly }) => {
    if (this.#closing !== undefined) throw closedError()
    if (this.readOnly && !readOnly) throw new AppError('DATABASE_READ_ONLY')
    const { filename, mode } = this.#current().specs.read
    return openSqliteSession(this.threads.startSession, { filename, mode, readOnly }, () => {
      if (!readOnly) this.#writes++
    })
  }

  atOneMoment: NonNullable<Database['atOneMoment']> = (work, { folder, signal }) =>
    readAtOneMoment(work, {
      folder,
      copyTo: async (path) => {
        const options = { timeoutMs: momentMs, ...(signal && { signal }) }
        // In a process of its own: the copy of a large file takes minutes.
        await this.#tracked(() =>
          this.#run({ lane: 'slow', pace: 'steady' }, options, ({ slot, id }) => ['copy', slot, id, path]),
        )
      },
      open: (path) => openSqlite({ threads: this.threads, filename: path, mode: 'builtIn' }),
      signal,
    })

  transact: Database['transact'] = async (steps, options) =>
    (await this.#write(options, writeGraceMs, ({ slot, id }) => ['write', slot, id, steps])) as StepResult[]

  appendRows: NonNullable<Database['appendRows']> = async (rows, options) => {
    await this.#write(options, writeGraceMs, ({ slot, id }) => ['append', slot, id, rows])
  }

  insertJson: NonNullable<Database['insertJson']> = async (rows, options) =>
    (await this.#write(options, writeGraceMs, ({ slot, id }) => ['insertJson', slot, id, rows])) as
      | InsertedKeys
      | undefined

  changeSchema: Database['changeSchema'] = async (steps, options) =>
    (await this.#write(options, schemaGraceMs, ({ slot, id }) => ['schema', slot, id, steps])) as StepResult[]

  /** Resolves at once: schema changes of a file never outlive our process. */
  schemaSettled = (): Promise<void> => Promise.resolve()

  schemaVersion = async (): Promise<number | string> =>
    this.#schemaOf((await this.#probed())?.schema ?? (await this.#versions())[2])

  /** Adds the number of replacements: another file may use the same version for another schema. */
  #schemaOf = (version: number): number | string => (this.#reopened === 0 ? version : `${this.#reopened}.${version}`)

  dataVersion = async (): Promise<string> => {
    const probed = await this.#probed()
    if (probed !== undefined) return probed.version
    const [connection, version] = await this.#versions()
    // A data version is valid for one connection only.
    return `${connection}.${version}.${this.#writes}`
  }

  versionNow = (): string | undefined => this.versionsNow()?.version

  versionsNow: NonNullable<Database['versionsNow']> = () => {
    if (this.#closing !== undefined || this.#lookAtFile() === 'missing') return undefined
    const versions = this.#probe.read()
    return versions && { version: versions.version, schema: this.#schemaOf(versions.schema) }
  }

  close = (): Promise<void> => (this.#closing ??= this.#close())

  async #close(): Promise<void> {
    this.#probe.end()
    await Promise.race([Promise.allSettled(this.#replaced), after(closeGraceMs, undefined, { ref: false })])
    await Promise.race([Promise.allSettled(this.#running), after(closeGraceMs, undefined, { ref: false })])
    this.threads.cancel(this.handle)
    await Promise.race([Promise.allSettled(this.#running), after(stopGraceMs, undefined, { ref: false })])
    await this.threads.closeDatabase(this.handle)
    // A read-only connection leaves an empty log behind. If the file had none before, removes it.
    if (this.#hadLog || !existsSync(this.#logName)) return
    await this.#run({ lane: 'writer' }, {}, ({ slot, id }) => ['version', slot, id]).catch(() => undefined)
    await this.threads.closeDatabase(this.handle)
  }

  get #logName(): string {
    return `${this.handle.specs.write.filename}-wal`
  }

  /** Returns undefined if a worker has to read the file. */
  async #probed(): Promise<ProbedVersions | undefined> {
    if (this.#closing !== undefined || this.#lookAtFile() === 'missing') return undefined
    if (!this.#probe.isReady) await this.#probe.ready()
    return this.#probe.read()
  }

  async #versions(): Promise<VersionAnswer> {
    return (await this.#read({}, '', ({ slot, id }) => ['version', slot, id])) as VersionAnswer
  }

  /** SQL of a user may never end, so it runs in a process that can be killed. Connections that read can't write. */
  #read(options: ReadOptions, sql: string, request: MakeRequest): Promise<unknown> {
    if (!isIsolated(sql)) return this.#readPaced(options, sql, request)
    return this.#readPaced({ ...options, lane: 'long' }, sql, request).catch((error: unknown) => {
      throw isolatedError(error)
    })
  }

  async #readPaced(options: ReadOptions, sql: string, request: MakeRequest): Promise<unknown> {
    const pace = this.#long.paceOf(options, sql)
    const lane = pace === 'steady' ? 'slow' : 'fast'
    const overran = (): void => this.#long.overran(sql)
    const again = { lane: 'slow', pace: pace === 'tried' ? 'steady' : pace } as const
    for (let attempt = 1; ; attempt++)
      try {
        const how: RunOptions = attempt === 1 ? { lane, overran, pace } : again
        return await this.#tracked(() => this.#run(how, options, request))
      } catch (error) {
        const elsewhere = retryLane(error, attempt === 1 ? lane : 'slow')
        if (elsewhere === undefined || attempt === runAttempts) throw error
        if (sqliteCode(error) === notShortCode) this.#long.exceeded(sql)
        if (elsewhere === 'writer')
          await this.#tracked(() => this.#run({ lane: 'writer' }, options, ({ slot, id }) => ['version', slot, id]))
      }
  }

  get #writeLane(): 'writer' | 'guardedWriter' {
    return this.#guardedUntilMs > performance.now() ? 'guardedWriter' : 'writer'
  }

  async #write(options: WriteOptions = {}, graceMs: number, request: MakeRequest): Promise<unknown> {
    if (this.readOnly) throw new AppError('DATABASE_READ_ONLY')
    const on = (lane: 'writer' | 'guardedWriter'): Promise<unknown> =>
      this.#tracked(() => this.#run({ lane, writes: true, graceMs }, options, request))
    const results = await on(this.#writeLane).catch((error: unknown) => {
      if (sqliteCode(error) !== needsGuardCode) throw error
      // Nothing was written: the thread checks the schema before it writes.
      this.#guardedUntilMs = performance.now() + guardedMs
      return on('guardedWriter')
    })
    this.#writes++
    return results
  }

  async #run(how: RunOptions, options: WriteOptions, request: MakeRequest): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const database = this.#current()
      try {
        const { pace = 'short', ...others } = how
        const result = await this.threads.run({
          writes: false,
          ...others,
          database,
          timeoutMs: options.timeoutMs ?? limits.statementTimeoutMs,
          signal: options.signal,
          request: (slot) => request({ slot, id: database.id, pace }),
        })
        // A first write makes the log. Left beside a file that replaces this one, SQLite would apply it to that.
        const isNew = how.writes === true && !this.#logFiles.has(this.#logName)
        if (isNew || performance.now() - this.#logSeenAtMs > logSeenMs) this.#seeLog()
        return result
      } catch (error) {
        if (sqliteCode(error) !== fileReplacedCode || attempt === runAttempts) throw error
      }
    }
  }

  /** Remembers the log while a connection is open: it stays the same until the last one is closed. */
  #seeLog(): void {
    this.#logSeenAtMs = performance.now()
    const { filename } = this.handle.specs.read
    const files = logFilesOf(filename)
    if (fileIdentity(filename) === this.#identity) this.#logFiles = files
  }

  /** Runs a job unless the database is closing. Closing waits for running jobs. */
  async #tracked(start: () => Promise<unknown>): Promise<unknown> {
    if (this.#closing !== undefined) throw closedError()
    const running = start()
    this.#running.add(running)
    const done = (): void => void this.#running.delete(running)
    running.then(done, done)
    return running
  }
}
