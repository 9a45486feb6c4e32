import { Worker } from 'node:worker_threads'
import { AppError } from '@common/errors'
import type { Job, JobRunner, ThreadedDatabase } from './job'
import {
  slotCount,
  slotState,
  wakeIndex,
  type AnswerMessage,
  type OpenSpec,
  type Request,
  type WorkerData,
} from './protocol'

/** Memory that a thread's own objects may take; SQLite's pages are not counted. Beyond it the thread ends, not the server. */
const heapLimitsMb = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

export interface ThreadEvents {
  /** Jobs it held when it died. */
  readonly died: (thread: SqliteThread, jobs: readonly Job[], cause: unknown) => void
  /** It has answered at least one job. */
  readonly answered: (thread: SqliteThread) => void
}

/** The server's end of one thread. Jobs given within a turn of the event loop travel together. */
export class SqliteThread implements JobRunner {
  /** When it last did something, or was given something to do while idle. Infinity until it has started. */
  progressAtMs = Number.POSITIVE_INFINITY
  /** When it last became idle. */
  idleSinceMs = performance.now()
  readonly #worker: Worker
  readonly #shared: Int32Array
  readonly #free: number[] = Array.from({ length: slotCount - 1 }, (_, at) => slotCount - 1 - at)
  /** Null: a job that was taken back, whose slot is free again when the thread has said so. */
  readonly #jobs = new Map<number, Job | null>()
  readonly #slots = new Map<Job, number>()
  /** Jobs beyond the number of slots. */
  #backlog: Job[] = []
  #outbox: Request[] = []
  readonly #known = new Set<number>()
  readonly #exited: Promise<void>
  #started = false
  #ending = false

  constructor(
    workerUrl: URL,
    private readonly specOf: (database: ThreadedDatabase) => OpenSpec,
    private readonly events: ThreadEvents,
  ) {
    const memory = new SharedArrayBuffer(slotCount * Int32Array.BYTES_PER_ELEMENT)
    this.#shared = new Int32Array(memory)
    const workerData: WorkerData = { shared: memory }
    this.#worker = new Worker(workerUrl, { workerData, resourceLimits: heapLimitsMb, name: 'sqlite' })
    let cause: unknown
    this.#worker.on('online', () => {
      this.#started = true
      this.progressAtMs = performance.now()
    })
    this.#worker.on('message', (message: AnswerMessage) => this.#onMessage(message))
    this.#worker.on('error', (error) => (cause = error))
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        const jobs = this.jobs
        this.#jobs.clear()
        this.#slots.clear()
        this.#backlog = []
        if (!this.#ending || jobs.length > 0) events.died(this, jobs, cause)
        resolve()
      })
    })
    // Only while it has work does a thread keep the process alive.
    this.#worker.unref()
  }

  get busy(): boolean {
    return this.#jobs.size > 0 || this.#backlog.length > 0
  }

  get jobs(): Job[] {
    return [...this.#jobs.values(), ...this.#backlog].filter((job) => job !== null)
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
      this.#worker.ref()
      if (this.#started) this.progressAtMs = performance.now()
    }
    Atomics.store(this.#shared, slot, slotState.queued)
    this.#jobs.set(slot, job)
    this.#slots.set(job, slot)
    if (!this.#known.has(job.database.id)) {
      this.#known.add(job.database.id)
      this.#post(['open', job.database.id, this.specOf(job.database)])
    }
    this.#post(job.request(slot))
  }

  /**
   * Tells the thread that nobody waits for a job.
   *
   * @returns whether the job is certain never to run
   */
  cancel(job: Job): boolean {
    const slot = this.#slots.get(job)
    if (slot === undefined) {
      this.#backlog = this.#backlog.filter((other) => other !== job)
      return true
    }
    const state = Atomics.compareExchange(this.#shared, slot, slotState.queued, slotState.cancelled)
    if (state === slotState.running) Atomics.store(this.#shared, slot, slotState.cancelled)
    return state === slotState.queued
  }

  /** Takes back the jobs that have not begun, to be given to another thread. */
  takeWaiting(): Job[] {
    const waiting: Job[] = []
    for (const [slot, job] of this.#jobs)
      if (
        job !== null &&
        !job.settled &&
        Atomics.compareExchange(this.#shared, slot, slotState.queued, slotState.cancelled) === slotState.queued
      ) {
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

  /** Ends the thread when it has done what it was given. */
  end(): Promise<void> {
    if (!this.#ending) {
      this.#ending = true
      // It is waited for: the process may not end before.
      this.#worker.ref()
      this.#post(['end'])
    }
    return this.#exited
  }

  /** Ends the thread at once, or as soon as SQLite lets go. */
  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  #post(request: Request): void {
    this.#outbox.push(request)
    // After the I/O of this turn: what other connections ask for now goes into the same message.
    if (this.#outbox.length === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const requests = this.#outbox
    this.#outbox = []
    try {
      this.#worker.postMessage(requests)
    } catch (error) {
      this.#flushOneByOne(requests, error)
    }
    Atomics.add(this.#shared, wakeIndex, 1)
    Atomics.notify(this.#shared, wakeIndex)
  }

  /** A value that cannot be copied spoils the message: only its own job may fail by it. */
  #flushOneByOne(requests: readonly Request[], cause: unknown): void {
    for (const request of requests)
      try {
        this.#worker.postMessage([request])
      } catch {
        if (request[0] !== 'end' && request[0] !== 'open')
          this.#finish(request[1])?.reject(new AppError('INTERNAL', {}, { cause }))
      }
  }

  #onMessage([bytes, answers]: AnswerMessage): void {
    const now = performance.now()
    this.progressAtMs = now
    for (const answer of answers) this.#finish(answer[0])?.answer(answer, bytes)
    if (this.#jobs.size === 0) {
      this.idleSinceMs = now
      if (!this.#ending) this.#worker.unref()
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
