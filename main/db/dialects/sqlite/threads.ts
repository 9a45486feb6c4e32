import { AppError } from '@common/errors'
import { Job, type JobOptions, type JobResult, type ThreadedDatabase } from './job'
import { SqliteThread } from './thread'

export interface SqliteThreadsOptions {
  /** The bundle of `worker.ts`. */
  readonly workerUrl: URL
  /** Threads for queries whose time grows with the table. */
  readonly slowThreads?: number
  /** After this long without work a thread ends, and its memory is free. */
  readonly idleMs?: number
}

/** The threads of a process that run SQLite, shared by all its databases, started when needed. */
export interface SqliteThreads {
  /** @throws AppError what the job came to, QUERY_CANCELLED, QUERY_TIMEOUT, DATABASE_UNAVAILABLE */
  readonly run: (options: JobOptions) => Promise<JobResult>
  /** Stops the reads of a database. */
  readonly cancelReads: (database: ThreadedDatabase) => void
  /** Closes the connections to a database. Nothing of it may be running. */
  readonly closeDatabase: (database: ThreadedDatabase) => Promise<void>
  readonly close: () => Promise<void>
}

const defaultIdleMs = 60_000
/** Threads for long queries end sooner: starting one is nothing to a query that takes long. */
const slowIdleMs = 10_000
const idleCheckMs = 10_000
/** How often waiting jobs are looked at: time limits are kept to within this. */
const sweepMs = 50
/** A short query that takes longer was no short one: those behind it go to another thread. */
const fastStuckMs = 500
/** A statement that has not ended this long after it was told to cannot be stopped. */
const stopGraceMs = 250
/** Threads that are left to finish what cannot be stopped. Beyond this many, others wait for them. */
const retiredAtMost = 4
const closeGraceMs = 5_000

export function createSqliteThreads(options: SqliteThreadsOptions): SqliteThreads {
  return new ThreadPool(options)
}

class ThreadPool implements SqliteThreads {
  #fast: SqliteThread | undefined
  readonly #slow = new Set<SqliteThread>()
  #slowQueue: Job[] = []
  readonly #writers = new Map<number, SqliteThread>()
  /** Left to finish a job that cannot be stopped. */
  readonly #retired = new Set<SqliteThread>()
  /** About to end, with connections that are still open. */
  readonly #leaving = new Set<SqliteThread>()
  #sweep: NodeJS.Timeout | undefined
  #idleCheck: NodeJS.Timeout | undefined
  #closed = false
  readonly #slowThreads: number
  readonly #idleMs: number

  constructor(private readonly options: SqliteThreadsOptions) {
    this.#slowThreads = options.slowThreads ?? 2
    this.#idleMs = options.idleMs ?? defaultIdleMs
  }

  run = (options: JobOptions): Promise<JobResult> => {
    if (this.#closed) return Promise.reject(new AppError('DATABASE_UNAVAILABLE'))
    if (options.signal?.aborted === true) return Promise.reject(new AppError('QUERY_CANCELLED'))
    const job = new Job(options, this.#leave)
    this.#dispatch(job)
    this.#sweep ??= setInterval(this.#lookAfter, sweepMs).unref()
    return job.result
  }

  cancelReads = (database: ThreadedDatabase): void => {
    const jobs = [...this.#readers().flatMap((thread) => thread.jobs), ...this.#slowQueue]
    for (const job of jobs) if (job.database.id === database.id && !job.settled) this.#leave(job)
  }

  closeDatabase = async (database: ThreadedDatabase): Promise<void> => {
    const readers = this.#readers().filter((thread) => thread.knows(database))
    // Readers first: the last connection to leave tidies up the write-ahead log, and must be allowed to write.
    await Promise.all(readers.map((thread) => this.#closeOn(thread, database)))
    const writer = this.#writers.get(database.id)
    this.#writers.delete(database.id)
    if (writer !== undefined) await endWithin(writer, closeGraceMs)
    const leaving = [...this.#leaving].filter((thread) => thread.knows(database))
    await Promise.all(leaving.map((thread) => endWithin(thread, closeGraceMs)))
  }

  close = async (): Promise<void> => {
    this.#closed = true
    clearInterval(this.#idleCheck)
    const waiting = this.#slowQueue
    this.#slowQueue = []
    for (const job of waiting) job.reject(new AppError('DATABASE_UNAVAILABLE'))
    const writers = [...this.#writers.values()]
    await Promise.all(this.#readers().map((thread) => endWithin(thread, closeGraceMs)))
    await Promise.all([...writers, ...this.#leaving].map((thread) => endWithin(thread, closeGraceMs)))
    clearInterval(this.#sweep)
  }

  #readers(): SqliteThread[] {
    return [...(this.#fast === undefined ? [] : [this.#fast]), ...this.#slow, ...this.#retired]
  }

  #closeOn(thread: SqliteThread, database: ThreadedDatabase): Promise<JobResult> {
    const request = { database, lane: 'fast', writes: true, timeoutMs: closeGraceMs } as const
    const job = new Job({ ...request, request: (slot) => ['close', slot, database.id] }, this.#leave)
    job.runner = thread
    thread.submit(job)
    thread.forget(database)
    // A thread that died has closed it as well; one that is stuck closes it when it comes back.
    return Promise.race([job.result, after(closeGraceMs)]).catch(() => undefined)
  }

  #dispatch(job: Job): void {
    const thread = this.#threadFor(job)
    job.runner = thread
    if (thread === undefined) this.#slowQueue.push(job)
    else thread.submit(job)
  }

  #threadFor(job: Job): SqliteThread | undefined {
    switch (job.lane) {
      case 'fast':
        return (this.#fast ??= this.#spawn((database) => database.specs.read))
      case 'slow': {
        // One job at a time: the next one goes to whichever thread is free first.
        const free = [...this.#slow].find((thread) => !thread.busy)
        if (free !== undefined || this.#slow.size >= this.#slowThreads) return free
        const thread = this.#spawn((database) => database.specs.patientRead)
        this.#slow.add(thread)
        return thread
      }
      case 'writer': {
        const known = this.#writers.get(job.database.id)
        if (known !== undefined) return known
        const thread = this.#spawn((database) => database.specs.write)
        this.#writers.set(job.database.id, thread)
        return thread
      }
    }
  }

  #spawn(specOf: ConstructorParameters<typeof SqliteThread>[1]): SqliteThread {
    this.#idleCheck ??= setInterval(this.#endIdle, Math.min(idleCheckMs, this.#idleMs)).unref()
    return new SqliteThread(this.options.workerUrl, specOf, { died: this.#died, answered: this.#answered })
  }

  readonly #answered = (thread: SqliteThread): void => {
    if (thread.busy) return
    if (this.#retired.delete(thread)) {
      void this.#end([thread])
      return
    }
    if (!this.#slow.has(thread)) return
    const next = this.#slowQueue.shift()
    if (next === undefined) return
    next.runner = thread
    thread.submit(next)
  }

  /** The caller of a job has left. */
  readonly #leave = (job: Job): void => {
    job.abandon('QUERY_CANCELLED')
    this.#cancel(job)
  }

  #cancel(job: Job): void {
    const { runner } = job
    if (runner === undefined) this.#slowQueue = this.#slowQueue.filter((other) => other !== job)
    const neverRuns = runner === undefined || runner.cancel(job)
    // The caller of a write is told what became of it, however long that takes.
    if (neverRuns || !job.writes) job.rejectAbandoned()
  }

  readonly #died = (thread: SqliteThread, jobs: readonly Job[], cause: unknown): void => {
    if (this.#fast === thread) this.#fast = undefined
    this.#slow.delete(thread)
    this.#retired.delete(thread)
    for (const [databaseId, writer] of this.#writers) if (writer === thread) this.#writers.delete(databaseId)
    for (const job of jobs) {
      if (job.settled) continue
      if (job.abandonedAtMs !== undefined && !job.writes) job.rejectAbandoned()
      else if (job.writes || job.retried || this.#closed)
        job.reject(new AppError('DATABASE_UNAVAILABLE', {}, { cause }))
      else {
        job.retried = true
        this.#dispatch(job)
      }
    }
    // Its place is free for those that wait.
    const waiting = this.#slowQueue
    this.#slowQueue = []
    for (const job of waiting) this.#dispatch(job)
  }

  /** Keeps time limits, and keeps threads that are stuck from holding up others. */
  readonly #lookAfter = (): void => {
    const now = performance.now()
    const threads = [...this.#readers(), ...this.#writers.values()]
    const jobs = [...threads.flatMap((thread) => thread.jobs), ...this.#slowQueue]
    for (const job of jobs)
      if (!job.settled && job.abandonedAtMs === undefined && now > job.deadlineMs) {
        job.abandon('QUERY_TIMEOUT')
        this.#cancel(job)
      }
    const fast = this.#fast
    if (fast !== undefined && fast.busy && now - fast.progressAtMs > fastStuckMs && this.#mayRetire()) {
      this.#fast = undefined
      this.#retired.add(fast)
      for (const job of fast.takeWaiting()) this.#dispatch(job)
    }
    for (const thread of this.#slow)
      if (thread.jobs.some((job) => now - (job.abandonedAtMs ?? now) > stopGraceMs) && this.#mayRetire()) {
        this.#slow.delete(thread)
        this.#retired.add(thread)
        const next = this.#slowQueue.shift()
        if (next !== undefined) this.#dispatch(next)
      }
    if (jobs.length === 0) {
      clearInterval(this.#sweep)
      this.#sweep = undefined
    }
  }

  async #end(threads: readonly SqliteThread[]): Promise<void> {
    for (const thread of threads) this.#leaving.add(thread)
    await Promise.all(threads.map((thread) => thread.end()))
    for (const thread of threads) this.#leaving.delete(thread)
  }

  #mayRetire(): boolean {
    return this.#retired.size < retiredAtMost
  }

  readonly #endIdle = (): void => {
    const before = performance.now() - this.#idleMs
    const isIdle = (thread: SqliteThread, since = before): boolean => !thread.busy && thread.idleSinceMs < since
    const slowBefore = Math.max(before, performance.now() - slowIdleMs)
    const readers: SqliteThread[] = []
    if (this.#fast !== undefined && isIdle(this.#fast)) {
      readers.push(this.#fast)
      this.#fast = undefined
    }
    for (const thread of this.#slow)
      if (isIdle(thread, slowBefore)) {
        this.#slow.delete(thread)
        readers.push(thread)
      }
    const writers = [...this.#writers].filter(([, thread]) => isIdle(thread))
    for (const [databaseId, thread] of writers) {
      this.#writers.delete(databaseId)
      this.#leaving.add(thread)
    }
    // One after the other: of two that leave at the same time neither is the last, which tidies up.
    void this.#end(readers).then(() => this.#end(writers.map(([, thread]) => thread)))
    if (this.#fast !== undefined || this.#slow.size > 0 || this.#writers.size > 0) return
    clearInterval(this.#idleCheck)
    this.#idleCheck = undefined
  }
}

/** Ends a thread, by force when it does not end by itself in time. */
async function endWithin(thread: SqliteThread, ms: number): Promise<void> {
  const ended = await Promise.race([thread.end().then(() => true), after(ms).then(() => false)])
  if (!ended) await thread.terminate()
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref())
}
