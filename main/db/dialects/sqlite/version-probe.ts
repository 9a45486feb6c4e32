import type Sqlite from 'better-sqlite3'
import { fileBytes, fileStamp } from './file-identity'

/** Without a question for this long it lets go of the file: sooner than idle threads, of which the last tidies up. */
const idleMs = 20_000
const idleCheckMs = 5_000
/** A longer write-ahead log isn't opened here: if its index is missing, SQLite reads all of it first. */
const logBytesMost = 64 * 1024 * 1024

/** Versions of a file, that of all its contents and that of its schema. */
export interface ProbedVersions {
  /** Another one after every commit, and no other connection's. */
  readonly version: string
  readonly schema: number
}

let connectionsOpened = 0

/**
 * Asks SQLite for writes of any thread or process, without leaving the thread that serves HTTP.
 * The one exception to the rule that SQLite never runs there: it costs some microseconds where a way to a worker and
 * back costs 60, and it never waits, reads no table and writes nothing. In WAL mode the answer is in memory that all
 * processes share; with a rollback journal it is in the first page, read under a lock. What it can't say at once is
 * asked of a worker.
 */
export class VersionProbe {
  #driver: typeof Sqlite | undefined
  #open: OpenProbe | undefined
  #usedAtMs = 0
  #idleCheck: NodeJS.Timeout | undefined
  #ended = false

  /** @param overwritten  called when the file was changed, but not by SQLite: no connection may trust its pages */
  constructor(
    private readonly filename: string,
    private readonly overwritten: () => void,
  ) {}

  /** Loads the driver, which a server that is starting does without. */
  async ready(): Promise<void> {
    this.#driver ??= (await import('better-sqlite3')).default
  }

  get isReady(): boolean {
    return this.#driver !== undefined
  }

  /** @returns undefined if it can't tell now */
  read(): ProbedVersions | undefined {
    try {
      const probe = (this.#open ??= this.#begin())
      if (probe === undefined) return undefined
      this.#usedAtMs = performance.now()
      const data = probe.dataVersion.get() as number
      const known = probe.known?.data === data ? probe.known : undefined
      const hasLog = known?.hasLog ?? probe.journalMode.get() === 'wal'
      // Read after the version: the next call sees a commit in between as a new version.
      const stamp = hasLog ? undefined : fileStamp(this.filename)
      if (known !== undefined) {
        if (known.stamp === stamp) return known.versions
        this.overwritten()
        return undefined
      }
      // The schema changes by a commit too: asked only after one.
      const schema = probe.schemaVersion.get() as number
      const version = `${probe.connection}.${data}${stamp === undefined ? '' : `.${stamp}`}`
      probe.known = { data, hasLog, stamp, versions: { version, schema } }
      return probe.known.versions
    } catch {
      // Locked for a moment, or gone: a worker knows how to wait, and what to say.
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
    // Read-only: even as the last one to leave it does not tidy up, which takes time.
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
