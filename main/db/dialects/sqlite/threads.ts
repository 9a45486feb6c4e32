import { availableParallelism } from 'node:os'
import { AppError } from '@common/errors'
import { forkChild, type StartChild } from '@main/lib/child-process'
import { processCarrier, startSqliteThread, threadCarrier, type SqliteThread, type StartSqliteThread } from './carrier'
import { Job, type JobOptions, type JobResult, type ThreadedDatabase } from './job'
import { LongReads } from './long-reads'
import type { OpenSpec } from './protocol'
import { SqliteRunner } from './runner'
import type { StartSession } from './sql-session'

export interface SqliteThreadsOptions {
  /** The bundle of `worker.ts`. */
  readonly workerUrl: URL
  /** A thread that was started earlier. It runs the first short reads. */
  readonly firstThread?: SqliteThread | undefined
  /** The bundle of `process.ts`. Default: beside the worker's. */
  readonly processUrl?: URL
  /** Starts child processes. Default: forks Node. */
  readonly startChild?: StartChild | undefined
  /** Starts threads, for tests that reuse them. */
  readonly startThread?: StartSqliteThread | undefined
  /** Concurrent queries whose time grows with the table, while none takes long. */
  readonly slowReads?: number
  /** Maximum while some take long. */
  readonly slowReadsMost?: number
  /** Idle time after which a thread or process ends and frees its memory. */
  readonly idleMs?: number
}

/** The threads and child processes that run SQLite for all databases. They start on demand. */
export interface SqliteThreads {
  /** @throws AppError the error of the job, QUERY_CANCELLED, QUERY_TIMEOUT, DATABASE_UNAVAILABLE */
  readonly run: (options: JobOptions) => Promise<JobResult>
  /** Stops all jobs of a database: reads at once, writes as soon as they can be rolled back. */
  readonly cancel: (database: ThreadedDatabase) => void
  /** Starts the process of a session for the script of a user. */
  readonly startSession: StartSession
  /** Closes the connections to a database. Kills runners that are still busy with it. */
  readonly closeDatabase: (database: ThreadedDatabase) => Promise<void>
  /** Returns the number of running and queued jobs of each lane. */
  readonly use: () => Readonly<Record<'short' | 'long' | 'write', number>>
  /** Ends all of them. @returns false if a thread is stuck in SQLite, which only ends with the process */
  readonly close: () => Promise<boolean>
}

const defaultIdleMs = 60_000
/** Shorter for processes of long queries, where the start-up cost matters less. */
const slowIdleMs = 20_000
const idleCheckMs = 10_000
/** Interval for checking queued and running jobs, and so the precision of time limits. */
const sweepMs = 50
/** Limit of a short query. Queries behind a slower one move to another runner. */
const fastStuckMs = 500
/** Threads stuck in an overrun short query. Beyond this many, short queries run in processes. */
const stuckThreadsMost = 1
/** Writes given to a process at once, to share a commit. */
const guardedDepth = 256
/** Timeout of closing a connection, which may have to copy the write-ahead log into the file. */
const closeGraceMs = 5_000
/** Timeout of closing a connection that is still busy after the request to stop. */
const stuckGraceMs = 500

export function createSqliteThreads(options: SqliteThreadsOptions): SqliteThreads {
  return new RunnerPool(options)
}

type SpecOf = (database: ThreadedDatabase) => OpenSpec
const fastSpec: SpecOf = (database) => database.specs.read
const writeSpec: SpecOf = (database) => database.specs.write
const guardedSpec: SpecOf = (database) => database.specs.guardedWrite

class RunnerPool implements SqliteThreads {
  #fast: SqliteRunner | undefined
  readonly #long: LongReads
  readonly #writers = { writer: new Map<number, SqliteRunner>(), guardedWriter: new Map<number, SqliteRunner>() }
  /** Runners that only finish an overrun short query. */
  readonly #retired = new Set<SqliteRunner>()
  /** Runners that are about to end, with open connections. */
  readonly #leaving = new Set<SqliteRunner>()
  #sweep: NodeJS.Timeout | undefined
  #idleCheck: NodeJS.Timeout | undefined
  #closed = false
  readonly #idleMs: number

  constructor(private readonly options: SqliteThreadsOptions) {
    this.#idleMs = options.idleMs ?? defaultIdleMs
    const usual = options.slowReads ?? Math.max(1, availableParallelism() - 1)
    const most = options.slowReadsMost ?? Math.max(4, usual)
    const start = (): SqliteRunner => this.#startProcess((database) => database.specs.patientRead, true, 1)
    this.#long = new LongReads({ start, usual, most, mostOfOne: Math.max(2, usual) })
    if (options.firstThread !== undefined) this.#fast = this.#startThread(fastSpec, options.firstThread)
  }

  run = (options: JobOptions): Promise<JobResult> => {
    if (this.#closed) return Promise.reject(new AppError('DATABASE_UNAVAILABLE'))
    if (options.signal?.aborted === true) return Promise.reject(new AppError('QUERY_CANCELLED'))
    const job = new Job(options, this.#leave)
    this.#dispatch(job)
    this.#sweep ??= setInterval(this.#lookAfter, sweepMs).unref()
    return job.result
  }

  use: SqliteThreads['use'] = () => {
    const count = (runners: readonly SqliteRunner[]): number => runners.reduce((sum, { jobs }) => sum + jobs.length, 0)
    return {
      short: count([...(this.#fast === undefined ? [] : [this.#fast]), ...this.#retired]),
      long: count(this.#long.runners) + this.#long.waiting.length,
      write: count(Object.values(this.#writers).flatMap((byId) => [...byId.values()])),
    }
  }

  startSession: StartSession = (events) => {
    if (this.#closed) throw new AppError('DATABASE_UNAVAILABLE')
    const { workerUrl, startChild = forkChild } = this.options
    return startChild(new URL('./sqlite-session.js', workerUrl), [], events)
  }

  cancel = (database: ThreadedDatabase): void => {
    const jobs = [...this.#all().flatMap((runner) => runner.jobs), ...this.#long.waiting]
    for (const job of jobs) if (job.database.id === database.id && !job.settled) this.#leave(job)
  }

  closeDatabase = async (database: ThreadedDatabase): Promise<void> => {
    this.#long.forget(database)
    const readers = this.#readers().filter((runner) => runner.knows(database))
    // Readers close first: the last connection checkpoints the write-ahead log and needs write access.
    await Promise.all(readers.map((runner) => this.#closeOn(runner, database)))
    const writers = this.#writersOf(database)
    for (const byId of Object.values(this.#writers)) byId.delete(database.id)
    const leaving = [...this.#leaving].filter((runner) => runner.knows(database))
    await Promise.all([...writers, ...leaving].map((runner) => endSoon(runner)))
  }

  close = async (): Promise<boolean> => {
    this.#closed = true
    clearInterval(this.#idleCheck)
    for (const job of this.#long.takeWaiting()) job.reject(new AppError('DATABASE_UNAVAILABLE'))
    const readers = this.#readers()
    const writers = [...this.#all().filter((runner) => !readers.includes(runner)), ...this.#leaving]
    const ended = await Promise.all(readers.map((runner) => endSoon(runner)))
    ended.push(...(await Promise.all(writers.map((runner) => endSoon(runner)))))
    clearInterval(this.#sweep)
    return ended.every((each) => each)
  }

  #readers(): SqliteRunner[] {
    return [...(this.#fast === undefined ? [] : [this.#fast]), ...this.#long.runners, ...this.#retired]
  }

  #all(): SqliteRunner[] {
    return [...this.#readers(), ...Object.values(this.#writers).flatMap((byId) => [...byId.values()])]
  }

  #writersOf(database: ThreadedDatabase): SqliteRunner[] {
    return Object.values(this.#writers).flatMap((byId) => byId.get(database.id) ?? [])
  }

  async #closeOn(runner: SqliteRunner, database: ThreadedDatabase): Promise<void> {
    const isStuck = runner.jobs.some((job) => job.database.id === database.id)
    const request = { database, lane: 'fast', writes: true, timeoutMs: closeGraceMs } as const
    const job = new Job({ ...request, request: (slot) => ['close', slot, database.id] }, this.#leave)
    job.runner = runner
    runner.submit(job)
    runner.forget(database)
    // A dead runner has closed its connections; a stuck thread closes them when its statement returns.
    const closed = job.result.then(
      () => true,
      () => true,
    )
    const isClosed = await Promise.race([closed, after(isStuck ? stuckGraceMs : closeGraceMs, false)])
    if (!isClosed && isStuck && runner.isKillable) await runner.kill()
  }

  #dispatch(job: Job): void {
    if (job.lane === 'slow') {
      this.#long.add(job)
      return
    }
    const runner = job.lane === 'fast' ? (this.#fast ??= this.#startFast()) : this.#writerFor(job.lane, job.database)
    job.runner = runner
    runner.submit(job)
  }

  #writerFor(lane: 'writer' | 'guardedWriter', { id }: ThreadedDatabase): SqliteRunner {
    const known = this.#writers[lane].get(id)
    if (known !== undefined) return known
    const runner =
      lane === 'writer' ? this.#startThread(writeSpec) : this.#startProcess(guardedSpec, false, guardedDepth)
    this.#writers[lane].set(id, runner)
    return runner
  }

  #startFast(): SqliteRunner {
    const stuckThreads = [...this.#retired].filter((runner) => !runner.isKillable)
    return stuckThreads.length < stuckThreadsMost ? this.#startThread(fastSpec) : this.#startProcess(fastSpec, false, 1)
  }

  #startThread(specOf: SpecOf, started?: SqliteThread): SqliteRunner {
    const { workerUrl, startThread = startSqliteThread } = this.options
    return this.#start(threadCarrier(started ?? startThread(workerUrl)), specOf)
  }

  #startProcess(specOf: SpecOf, isLowPriority: boolean, depth: number): SqliteRunner {
    const { workerUrl, processUrl = new URL('./sqlite-process.js', workerUrl), startChild = forkChild } = this.options
    return this.#start(processCarrier({ start: startChild, processUrl, workerUrl, isLowPriority, depth }), specOf)
  }

  #start(carrier: ConstructorParameters<typeof SqliteRunner>[0], specOf: SpecOf): SqliteRunner {
    this.#idleCheck ??= setInterval(this.#endIdle, Math.min(idleCheckMs, this.#idleMs)).unref()
    return new SqliteRunner(carrier, specOf, { died: this.#died, answered: this.#answered })
  }

  readonly #answered = (runner: SqliteRunner): void => {
    this.#long.answered(runner)
    if (!runner.busy && this.#retired.delete(runner)) void this.#end([runner])
  }

  /** The caller of a job disconnected. */
  readonly #leave = (job: Job): void => {
    job.abandon('QUERY_CANCELLED')
    this.#cancel(job)
  }

  #cancel(job: Job): void {
    const { runner } = job
    if (runner === undefined) this.#long.remove(job)
    const neverRuns = runner === undefined || runner.cancel(job)
    // The caller of a write always gets the outcome, however long it takes.
    if (neverRuns || !job.writes) job.rejectAbandoned()
  }

  readonly #died = (runner: SqliteRunner, jobs: readonly Job[], cause: unknown): void => {
    if (this.#fast === runner) this.#fast = undefined
    this.#long.drop(runner)
    this.#retired.delete(runner)
    for (const byId of Object.values(this.#writers))
      for (const [databaseId, writer] of byId) if (writer === runner) byId.delete(databaseId)
    for (const job of jobs) {
      if (job.settled) continue
      if (job.abandonedAtMs !== undefined) job.rejectAbandoned()
      else if (job.writes || job.retried || this.#closed)
        job.reject(new AppError('DATABASE_UNAVAILABLE', {}, { cause }))
      else {
        job.retried = true
        job.runner = undefined
        this.#dispatch(job)
      }
    }
    // A slot is free for queued jobs.
    this.#long.dispatch()
  }

  /** Enforces time limits, and moves jobs away from stuck runners. */
  readonly #lookAfter = (): void => {
    const now = performance.now()
    const runners = this.#all()
    const jobs = [...runners.flatMap((runner) => runner.jobs), ...this.#long.waiting]
    for (const job of jobs)
      if (!job.settled && job.abandonedAtMs === undefined && now > job.deadlineMs) {
        job.abandon('QUERY_TIMEOUT')
        // Only if it ran: a job that timed out in the queue says nothing about its database.
        if (job.lane === 'slow' && job.runner !== undefined) this.#long.suspect(job.database)
        this.#cancel(job)
      }
    this.#replaceStuckFast(now)
    for (const runner of runners)
      if (runner.isKillable && runner.jobs.some((job) => job.mayBeKilled(now))) void runner.kill()
    this.#long.dispatch()
    if (jobs.length === 0) {
      clearInterval(this.#sweep)
      this.#sweep = undefined
    }
  }

  #replaceStuckFast(now: number): void {
    const fast = this.#fast
    if (fast === undefined || !fast.busy || now - fast.progressAtMs <= fastStuckMs) return
    const waiting = fast.takeWaiting()
    for (const job of fast.jobs) job.overran?.()
    this.#fast = undefined
    if (fast.isKillable) {
      // Restarts its jobs as long reads. They have not died, so a retry is still theirs.
      for (const job of fast.jobs) {
        job.lane = 'slow'
        job.retried = false
      }
      void fast.kill()
    } else this.#retired.add(fast)
    for (const job of waiting) this.#dispatch(job)
  }

  async #end(runners: readonly SqliteRunner[]): Promise<void> {
    for (const runner of runners) this.#leaving.add(runner)
    await Promise.all(runners.map((runner) => runner.end()))
    for (const runner of runners) this.#leaving.delete(runner)
  }

  readonly #endIdle = (): void => {
    const before = performance.now() - this.#idleMs
    const isIdle = (runner: SqliteRunner, since = before): boolean => !runner.busy && runner.idleSinceMs < since
    const slowBefore = Math.max(before, performance.now() - slowIdleMs)
    const readers: SqliteRunner[] = []
    if (this.#fast !== undefined && isIdle(this.#fast)) {
      readers.push(this.#fast)
      this.#fast = undefined
    }
    for (const runner of this.#long.runners)
      if (isIdle(runner, slowBefore)) {
        this.#long.drop(runner)
        readers.push(runner)
      }
    const writers: SqliteRunner[] = []
    for (const byId of Object.values(this.#writers))
      for (const [databaseId, runner] of byId)
        if (isIdle(runner)) {
          byId.delete(databaseId)
          this.#leaving.add(runner)
          writers.push(runner)
        }
    // Sequential: if both ended together, neither would be the last connection, which checkpoints the log.
    void this.#end(readers).then(() => this.#end(writers))
    if (this.#all().length > 0) return
    clearInterval(this.#idleCheck)
    this.#idleCheck = undefined
  }
}

/** Ends a runner, by force after the grace period. @returns false if it is still stuck */
async function endSoon(runner: SqliteRunner): Promise<boolean> {
  const graceMs = runner.busy ? stuckGraceMs : closeGraceMs
  const ended = runner.end().then(() => true)
  if (await Promise.race([ended, after(graceMs, false)])) return true
  return Promise.race([runner.kill().then(() => true), after(stuckGraceMs, false)])
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref())
}
