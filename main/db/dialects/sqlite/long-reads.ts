import type { Job, ThreadedDatabase } from './job'
import type { SqliteRunner } from './runner'

export interface LongReadsOptions {
  /** Starts a process that runs one job at a time. */
  readonly start: () => SqliteRunner
  /** Reads that run at once without hurting anybody: all processors but one. */
  readonly usual: number
  /** Reads that run at once while some of them take long. */
  readonly most: number
  /** Reads of one database that run at once. */
  readonly mostOfOne: number
}

/** A read that runs longer than this lets one of another database start beside it. */
const letsOthersStartMs = 250
/** The same for a read of the same database. */
const letsItsOwnStartMs = 1_000
/** A database whose read ran into its limit shares its processes with others like it for this long. */
const suspectMs = 60_000
/** Reads of all suspect databases that run at once. */
const mostOfSuspects = 2

interface Running {
  readonly job: Job
  readonly startedAtMs: number
}

/**
 * Queues reads whose time grows with the table, and runs them in processes that can be killed. No database takes the
 * slots of all others: its reads wait for each other, and those of databases that ran into their limit for each other.
 */
export class LongReads {
  readonly #runners = new Map<SqliteRunner, Running | undefined>()
  #waiting: Job[] = []
  /** Until when databases are suspect. */
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

  /** Removes a job that waits. */
  remove(job: Job): void {
    this.#waiting = this.#waiting.filter((other) => other !== job)
  }

  /** Removes all jobs that wait. */
  takeWaiting(): Job[] {
    return this.#waiting.splice(0)
  }

  /** Forgets a runner that is gone, or about to end. */
  drop(runner: SqliteRunner): void {
    this.#runners.delete(runner)
  }

  /** A runner is free again. */
  answered(runner: SqliteRunner): void {
    if (runner.busy || !this.#runners.has(runner)) return
    this.#runners.set(runner, undefined)
    this.dispatch()
  }

  /** A read of this database ran into its limit. */
  suspect(database: ThreadedDatabase): void {
    this.#suspects.set(database.id, performance.now() + suspectMs)
  }

  forget(database: ThreadedDatabase): void {
    this.#suspects.delete(database.id)
  }

  /** Starts what may start now. Time decides too, so this is called again while anything waits. */
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

  /** The first that may start, of the database that runs least. */
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
