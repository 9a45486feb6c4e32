import { AppError } from '@common/errors'
import type { Carrier, StartCarrier } from './carrier'
import type { Job, JobRunner, ThreadedDatabase } from './job'
import type { AnswerMessage, OpenSpec, Request } from './protocol'

export interface RunnerEvents {
  /** The runner has ended, with its unfinished jobs. */
  readonly died: (runner: SqliteRunner, jobs: readonly Job[], cause: unknown) => void
  /** The runner answered a job. */
  readonly answered: (runner: SqliteRunner) => void
}

/** The server's end of one thread or process that runs SQLite. Batches the jobs of one turn of the event loop. */
export class SqliteRunner implements JobRunner {
  /** Time of the last progress, or of the first job after idling. Infinity until it has started. */
  progressAtMs = Number.POSITIVE_INFINITY
  /** When it last became idle. */
  idleSinceMs = performance.now()
  readonly #carrier: Carrier
  readonly #free: number[]
  /** Null for a withdrawn job, whose slot stays taken until the worker confirms. */
  readonly #jobs = new Map<number, Job | null>()
  readonly #slots = new Map<Job, number>()
  /** Jobs beyond the number of slots. */
  #backlog: Job[] = []
  #outbox: Request[] = []
  readonly #known = new Set<number>()
  readonly #exited: Promise<void>
  #started = false
  #ending = false
  #gone = false

  constructor(
    start: StartCarrier,
    private readonly specOf: (database: ThreadedDatabase) => OpenSpec,
    private readonly events: RunnerEvents,
  ) {
    let exited = (): void => undefined
    this.#exited = new Promise((resolve) => (exited = resolve))
    this.#carrier = start({
      online: () => {
        this.#started = true
        this.progressAtMs = performance.now()
      },
      answers: (message) => this.#onAnswers(message),
      exit: (cause) => {
        const jobs = this.jobs
        this.#gone = true
        this.#jobs.clear()
        this.#slots.clear()
        this.#backlog = []
        if (!this.#ending || jobs.length > 0) events.died(this, jobs, cause)
        exited()
      },
    })
    this.#free = Array.from({ length: this.#carrier.depth }, (_, at) => this.#carrier.depth - at)
  }

  get busy(): boolean {
    return this.#jobs.size > 0 || this.#backlog.length > 0
  }

  get jobs(): Job[] {
    return [...this.#jobs.values(), ...this.#backlog].filter((job) => job !== null)
  }

  /** True if `kill` works even while SQLite runs a statement. */
  get isKillable(): boolean {
    return this.#carrier.isKillable
  }

  knows(database: ThreadedDatabase): boolean {
    return this.#known.has(database.id)
  }

  submit(job: Job): void {
    const slot = this.#free.pop()
    if (slot === undefined) {
      this.#backlog.push(job)
      return
    }
    if (this.#jobs.size === 0) {
      this.#carrier.keepAlive(true)
      if (this.#started) this.progressAtMs = performance.now()
    }
    this.#carrier.enqueue(slot)
    this.#jobs.set(slot, job)
    this.#slots.set(job, slot)
    if (!this.#known.has(job.database.id)) {
      this.#known.add(job.database.id)
      this.#post(['open', job.database.id, this.specOf(job.database)])
    }
    this.#post(job.request(slot))
  }

  /** Cancels a job. @returns true if the job is certain never to run */
  cancel(job: Job): boolean {
    const slot = this.#slots.get(job)
    if (slot !== undefined) return this.#carrier.cancel(slot)
    this.#backlog = this.#backlog.filter((other) => other !== job)
    return true
  }

  /** Withdraws the jobs that haven't begun, so that another runner can take them. */
  takeWaiting(): Job[] {
    const waiting: Job[] = []
    for (const [slot, job] of this.#jobs)
      if (job !== null && !job.settled && this.#carrier.takeBack(slot)) {
        waiting.push(job)
        this.#slots.delete(job)
        this.#jobs.set(slot, null)
      }
    const backlog = this.#backlog
    this.#backlog = []
    return [...waiting, ...backlog]
  }

  forget(database: ThreadedDatabase): void {
    this.#known.delete(database.id)
  }

  /** Ends the runner after its jobs. */
  end(): Promise<void> {
    if (!this.#ending) {
      this.#ending = true
      // The process must not end before.
      this.#carrier.keepAlive(true)
      this.#post(['end'])
    }
    return this.#exited
  }

  /** Ends it at once, or as soon as SQLite returns if it isn't killable. */
  kill(): Promise<void> {
    this.#carrier.kill()
    return this.#exited
  }

  #post(request: Request): void {
    this.#outbox.push(request)
    // Runs after the I/O of this turn, so that requests of other connections join the batch.
    if (this.#outbox.length === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const requests = this.#outbox
    this.#outbox = []
    if (this.#gone) return
    try {
      this.#carrier.post(requests)
    } catch (error) {
      this.#flushOneByOne(requests, error)
    }
  }

  /** Posts each job alone if the batch can't be serialized, so that only the faulty job fails. */
  #flushOneByOne(requests: readonly Request[], cause: unknown): void {
    for (const request of requests)
      try {
        this.#carrier.post([request])
      } catch {
        if (request[0] !== 'end' && request[0] !== 'open')
          this.#finish(request[1])?.reject(new AppError('INTERNAL', {}, { cause }))
      }
  }

  #onAnswers([bytes, answers]: AnswerMessage): void {
    const now = performance.now()
    this.progressAtMs = now
    for (const answer of answers) this.#finish(answer[0])?.answer(answer, bytes)
    if (this.#jobs.size === 0) {
      this.idleSinceMs = now
      if (!this.#ending) this.#carrier.keepAlive(false)
    }
    this.events.answered(this)
  }

  #finish(slot: number): Job | undefined {
    const job = this.#jobs.get(slot)
    if (job === undefined) return undefined
    this.#jobs.delete(slot)
    this.#free.push(slot)
    const next = this.#backlog.shift()
    if (next !== undefined) this.submit(next)
    if (job === null) return undefined
    this.#slots.delete(job)
    return job
  }
}
