import { AppError } from '@common/errors'
import type { Answer, OpenSpec, Request } from './protocol'
import { failureError } from './errors'

/** A database as the threads know it. */
export interface ThreadedDatabase {
  readonly id: number
  readonly specs: {
    readonly read: OpenSpec
    readonly patientRead: OpenSpec
    readonly write: OpenSpec
    readonly guardedWrite: OpenSpec
  }
}

/**
 * `fast` is never occupied by a query whose time grows with the table. `writer` is a thread of the database's own,
 * `guardedWriter` a process of its own: for schemas with SQL in them that may never end.
 */
export type Lane = 'fast' | 'slow' | 'writer' | 'guardedWriter'

export interface JobOptions {
  readonly database: ThreadedDatabase
  readonly lane: Lane
  /** Writes are never run twice, and their callers always learn what became of them. */
  readonly writes: boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly request: (slot: number) => Request
  /** Grace between the request to stop and the kill, if a process runs the job. Default: `stopGraceMs`. */
  readonly graceMs?: number | undefined
  /** Called when a short read takes so long that the others move to another runner. */
  readonly overran?: (() => void) | undefined
}

/** Grace of a statement after the request to stop. Afterwards its process is killed. */
const stopGraceMs = 250

/** What a job came to: an answer's value, or a view of the bytes that came with it. */
export type JobResult = unknown

/** Where a job runs. */
export interface JobRunner {
  readonly submit: (job: Job) => void
  /** @returns whether the job is certain never to run */
  readonly cancel: (job: Job) => boolean
}

/** One request to a thread, from the call to its answer. */
export class Job {
  readonly database: ThreadedDatabase
  /** Changes when the job overruns its lane's limit. */
  lane: Lane
  readonly writes: boolean
  readonly request: (slot: number) => Request
  readonly deadlineMs: number
  readonly graceMs: number
  readonly overran: (() => void) | undefined
  readonly result: Promise<JobResult>
  /** When its caller stopped waiting, by the monotonic clock; the thread may not know yet. */
  abandonedAtMs: number | undefined
  retried = false
  /** Where it runs or waits; none while it waits for a slow thread to be free. */
  runner: JobRunner | undefined
  #settled = false
  #resolve: (value: JobResult) => void = () => undefined
  #reject: (error: AppError) => void = () => undefined
  readonly #signal: AbortSignal | undefined
  readonly #onAbort: (() => void) | undefined
  #whyAbandoned: 'QUERY_CANCELLED' | 'QUERY_TIMEOUT' | undefined

  /** @param leave  told when the caller has left */
  constructor(options: JobOptions, leave: (job: Job) => void) {
    this.database = options.database
    this.lane = options.lane
    this.writes = options.writes
    this.request = options.request
    this.deadlineMs = performance.now() + options.timeoutMs
    this.graceMs = options.graceMs ?? stopGraceMs
    this.overran = options.overran
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    if (options.signal !== undefined) {
      this.#signal = options.signal
      this.#onAbort = () => leave(this)
      options.signal.addEventListener('abort', this.#onAbort, { once: true })
    }
  }

  get settled(): boolean {
    return this.#settled
  }

  /** True if its process may be killed. A write whose caller disconnected keeps its full time limit. */
  mayBeKilled(nowMs: number): boolean {
    const since = this.writes ? this.deadlineMs : (this.abandonedAtMs ?? Number.POSITIVE_INFINITY)
    return nowMs - since > this.graceMs
  }

  /** Notes that nobody waits any more, and why. */
  abandon(why: 'QUERY_CANCELLED' | 'QUERY_TIMEOUT'): void {
    this.#whyAbandoned ??= why
    this.abandonedAtMs ??= performance.now()
  }

  /** Tells the caller that it was given up. */
  rejectAbandoned(): void {
    this.reject(new AppError(this.#whyAbandoned ?? 'QUERY_CANCELLED'))
  }

  /** Takes the thread's answer. */
  answer(answer: Answer, bytes: ArrayBuffer | null): void {
    switch (answer[1]) {
      case 'bytes':
        this.resolve(Buffer.from(bytes ?? new ArrayBuffer(0), answer[2], answer[3]))
        return
      case 'value':
        this.resolve(answer[2])
        return
      case 'failed': {
        const failure = answer[2]
        if (failure.kind === 'app' && failure.code === 'QUERY_CANCELLED') this.rejectAbandoned()
        else this.reject(failureError(failure))
      }
    }
  }

  resolve(value: JobResult): void {
    if (this.#settled) return
    this.#settle()
    this.#resolve(value)
  }

  reject(error: AppError): void {
    if (this.#settled) return
    this.#settle()
    this.#reject(error)
  }

  #settle(): void {
    this.#settled = true
    if (this.#onAbort !== undefined) this.#signal?.removeEventListener('abort', this.#onAbort)
  }
}
