import type Sqlite from 'better-sqlite3'
import { fileBytes, fileStamp } from './file-identity'

/** Closes the file after this long without a call: before idle threads, the last of which checkpoints the log. */
const idleMs = 20_000
const idleCheckMs = 5_000
/** A longer write-ahead log isn't opened here: if its index is missing, SQLite reads all of it first. */
const logBytesMost = 64 * 1024 * 1024

/** Versions of a file's contents and of its schema. */
export interface ProbedVersions {
  /** Changes with every commit, and differs between connections. */
  readonly version: string
  readonly schema: number
}

let connectionsOpened = 0

/**
 * Detects writes of any thread or process without leaving the thread that serves HTTP. This is the one exception to the
 * rule that SQLite never runs there: it takes microseconds instead of 60 µs for a round trip to a worker, never waits,
 * reads no table and writes nothing. In WAL mode the answer is in shared memory; with a rollback journal it is in the
 * first page, read under a lock. If the answer isn't immediate, a worker reads it.
 */
export class VersionProbe {
  #driver: typeof Sqlite | undefined
  #open: OpenProbe | undefined
  #usedAtMs = 0
  #idleCheck: NodeJS.Timeout | undefined
  #ended = false

  /** @param overwritten  called if another program changed the file without SQLite, so that cached pages are invalid */
  constructor(
    private readonly filename: string,
    private readonly overwritten: () => void,
  ) {}

  /** Loads the driver lazily, because a starting server doesn't need it. */
  async ready(): Promise<void> {
    this.#driver ??= (await import('better-sqlite3')).default
  }

  get isReady(): boolean {
    return this.#driver !== undefined
  }

  /** @returns undefined if the version isn't available at once */
  read(): ProbedVersions | undefined {
    try {
      const probe = (this.#open ??= this.#begin())
      if (probe === undefined) return undefined
      this.#usedAtMs = performance.now()
      const data = probe.dataVersion.get() as number
      const known = probe.known?.data === data ? probe.known : undefined
      const hasLog = known?.hasLog ?? probe.journalMode.get() === 'wal'
      // Read after the version, so that the next call detects a commit in between.
      const stamp = hasLog ? undefined : fileStamp(this.filename)
      if (known !== undefined) {
        if (known.stamp === stamp) return known.versions
        this.overwritten()
        return undefined
      }
      // Schema changes are commits too, so the schema version is read only after one.
      const schema = probe.schemaVersion.get() as number
      const version = `${probe.connection}.${data}${stamp === undefined ? '' : `.${stamp}`}`
      probe.known = { data, hasLog, stamp, versions: { version, schema } }
      return probe.known.versions
    } catch {
      // Temporarily locked, or missing. A worker waits or reports the error.
      this.#close()
      return undefined
    }
  }

  end(): void {
    this.#ended = true
    this.#close()
  }

  #begin(): OpenProbe | undefined {
    if (this.#driver === undefined || this.#ended || fileBytes(`${this.filename}-wal`) > logBytesMost) return undefined
    // Read-only, because a writing connection would checkpoint the log when it closes last, which takes time.
    const database = new this.#driver(this.filename, { readonly: true, fileMustExist: true, timeout: 0 })
    this.#idleCheck ??= setInterval(() => {
      if (performance.now() - this.#usedAtMs > idleMs) this.#close()
    }, idleCheckMs).unref()
    try {
      const value = (name: string): Sqlite.Statement => database.prepare(`PRAGMA ${name}`).pluck()
      return {
        database,
        connection: `probe-${++connectionsOpened}`,
        dataVersion: value('data_version'),
        schemaVersion: value('schema_version'),
        journalMode: value('journal_mode'),
      }
    } catch (error) {
      database.close()
      throw error
    }
  }

  #close(): void {
    clearInterval(this.#idleCheck)
    this.#idleCheck = undefined
    this.#open?.database.close()
    this.#open = undefined
  }
}

interface OpenProbe {
  readonly database: Sqlite.Database
  readonly connection: string
  readonly dataVersion: Sqlite.Statement
  readonly schemaVersion: Sqlite.Statement
  readonly journalMode: Sqlite.Statement
  known?: {
    readonly data: number
    /** True if the file is in WAL mode, where its own bytes don't show writes. */
    readonly hasLog: boolean
    readonly stamp: string | undefined
    readonly versions: ProbedVersions
  }
}
