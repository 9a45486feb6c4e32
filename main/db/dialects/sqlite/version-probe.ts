import type Sqlite from 'better-sqlite3'

/** Without a question for this long it lets go of the file: sooner than idle threads, of which the last tidies up. */
const idleMs = 20_000
const idleCheckMs = 5_000

/** Versions of a file, that of all its contents and that of its schema. */
export interface ProbedVersions {
  /** Another one after every commit, and no other connection's. */
  readonly version: string
  readonly schema: number
}

let connectionsOpened = 0

/**
 * Asks a file of ours whether anything was written, by whatever thread or process, without leaving the thread that
 * serves HTTP. The one exception to the rule that SQLite never runs there: in WAL mode the answer is in memory that
 * all processes share, it costs 2 µs where a way to a worker and back costs 60, and it never waits, reads no table
 * and writes nothing. What it cannot say at once is asked of a worker.
 */
export class VersionProbe {
  #driver: typeof Sqlite | undefined
  #open: OpenProbe | undefined
  #usedAtMs = 0
  #idleCheck: NodeJS.Timeout | undefined
  #ended = false

  constructor(private readonly filename: string) {}

  /** Loads the driver, which a server that is starting does without. */
  async ready(): Promise<void> {
    this.#driver ??= (await import('better-sqlite3')).default
  }

  get isReady(): boolean {
    return this.#driver !== undefined
  }

  /** @returns undefined when it cannot say now */
  read(): ProbedVersions | undefined {
    try {
      const probe = (this.#open ??= this.#begin())
      if (probe === undefined) return undefined
      this.#usedAtMs = performance.now()
      const data = probe.dataVersion.get() as number
      // The schema changes by a commit too: asked only after one.
      if (probe.known?.data !== data) {
        const schema = probe.schemaVersion.get() as number
        probe.known = { data, versions: { version: `${probe.connection}.${data}`, schema } }
      }
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
    if (this.#driver === undefined || this.#ended) return undefined
    // Read-only: even as the last one to leave it does not tidy up, which takes time.
    const database = new this.#driver(this.filename, { readonly: true, fileMustExist: true, timeout: 0 })
    this.#idleCheck ??= setInterval(() => {
      if (performance.now() - this.#usedAtMs > idleMs) this.#close()
    }, idleCheckMs).unref()
    const version = (name: string): Sqlite.Statement => database.prepare(`PRAGMA ${name}`).pluck()
    return {
      database,
      connection: `probe-${++connectionsOpened}`,
      dataVersion: version('data_version'),
      schemaVersion: version('schema_version'),
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
  known?: { readonly data: number; readonly versions: ProbedVersions }
}
