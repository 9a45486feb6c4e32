import type { Job, ThreadedDatabase } from './job'
import type { SqliteRunner } from './runner'

export interface LongReadsOptions {
  /** Starts a process that runs one job at a time. */
  readonly start: () => SqliteRunner
  /** Usual number of concurrent reads: all processors but one. */
  readonly usual: number
  /** Maximum of concurrent reads, used while some take long. */
  readonly most: number
  /** Concurrent reads of one database. */
  readonly mostOfOne: number
}

/** After this time, a read no longer keeps reads of other databases queued. */
const letsOthersStartMs = 250
/** After this time, a read no longer keeps reads of the same database queued. */
const letsItsOwnStartMs = 1_000
/** For this long, a database whose read timed out shares the slots of suspects. */
const suspectMs = 60_000
/** Concurrent reads of all suspect databases together. */
const mostOfSuspects = 2

interface Running {
  readonly job: Job
  readonly startedAtMs: number
}

/**
 * Queues reads whose time grows with the table, and runs them in killable processes. Limits concurrency per database,
 * so that none takes all slots. Databases whose reads timed out share a limit.
 */
export class LongReads {
  readonly #runners = new Map<SqliteRunner, Running | undefined>()
  #waiting: Job[] = []
  /** End times of suspicion, by database. */
  readonly #suspects = new Map<number, number>()

  constructor(private readonly options: LongReadsOptions) {}

  get runners(): SqliteRunner[] {
    return [...this.#runners.keys()]
  }

  get waiting(): readonly Job[] {
    return this.#waiting
  }

  has(runner: SqliteRunner): boolean {
    return this.#runners.has(runner)
  }

  add(job: Job): void {
    this.#waiting.push(job)
    this.dispatch()
  }

  /** Removes a queued job. */
  remove(job: Job): void {
    this.#waiting = this.#waiting.filter((other) => other !== job)
  }

  /** Removes all queued jobs. */
  takeWaiting(): Job[] {
    return this.#waiting.splice(0)
  }

  /** Removes a runner that has ended, or is about to. */
  drop(runner: SqliteRunner): void {
    this.#runners.delete(runner)
  }

  /** Marks a runner as free. */
  answered(runner: SqliteRunner): void {
    if (runner.busy || !this.#runners.has(runner)) return
    this.#runners.set(runner, undefined)
    this.dispatch()
  }

  /** Marks a database as suspect after one of its reads timed out. */
  suspect(database: ThreadedDatabase): void {
    this.#suspects.set(database.id, performance.now() + suspectMs)
  }

  forget(database: ThreadedDatabase): void {
    this.#suspects.delete(database.id)
  }

  /** Starts all jobs that may start now. Limits depend on time, so callers repeat this while jobs are queued. */
  dispatch(): void {
    const now = performance.now()
    for (const [id, untilMs] of this.#suspects) if (untilMs < now) this.#suspects.delete(id)
    for (let job = this.#next(now); job !== undefined; job = this.#next(now)) {
      this.remove(job)
      const free = [...this.#runners].find(([, running]) => running === undefined)?.[0]
      const runner = free ?? this.options.start()
      this.#runners.set(runner, { job, startedAtMs: now })
      job.runner = runner
      runner.submit(job)
    }
  }

  /** Returns the first job that may start, of the database with the fewest running reads. */
  #next(now: number): Job | undefined {
    const running = [...this.#runners.values()].filter((each) => each !== undefined)
    const ofDatabase = (id: number): number => running.filter(({ job }) => job.database.id === id).length
    const may = this.#waiting.filter((job) => this.#mayStart(job, running, now))
    const least = Math.min(...may.map((job) => ofDatabase(job.database.id)))
    return may.find((job) => ofDatabase(job.database.id) === least)
  }

  #mayStart({ database }: Job, running: readonly Running[], now: number): boolean {
    const { usual, most, mostOfOne } = this.options
    const own = running.filter(({ job }) => job.database.id === database.id)
    if (this.#suspects.has(database.id)) {
      const ofSuspects = running.filter(({ job }) => this.#suspects.has(job.database.id))
      if (own.length > 0 || ofSuspects.length >= mostOfSuspects) return false
    }
    if (own.length >= mostOfOne || running.length >= most) return false
    if (running.length < usual) return true
    return running.every(
      ({ job, startedAtMs }) =>
        now - startedAtMs > (job.database.id === database.id ? letsItsOwnStartMs : letsOthersStartMs),
    )
  }
}
