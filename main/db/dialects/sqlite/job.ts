import { AppError } from '@common/errors'
import type { Answer, OpenSpec, Request } from './protocol'
import { failureError } from './errors'

/** A database as the threads identify it. */
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
  /** Writes never run twice, and their callers always get the outcome. */
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

/** Result of a job: a value, or a view of the bytes in the answer. */
export type JobResult = unknown

/** Runs jobs. */
export interface JobRunner {
  readonly submit: (job: Job) => void
  /** @returns true if the job is certain never to run */
  readonly cancel: (job: Job) => boolean
}

/** A request to a thread, from the call to its answer. */
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
  /** Time at which the caller disconnected, by the monotonic clock. The thread may not know it yet. */
  abandonedAtMs: number | undefined
  retried = false
  /** The runner that runs or queues the job; undefined while it waits for a slow thread. */
  runner: JobRunner | undefined
  #settled = false
  #resolve: (value: JobResult) => void = () => undefined
  #reject: (error: AppError) => void = () => undefined
  readonly #signal: AbortSignal | undefined
  readonly #onAbort: (() => void) | undefined
  #whyAbandoned: 'QUERY_CANCELLED' | 'QUERY_TIMEOUT' | undefined

  /** @param leave  called when the caller disconnects */
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

  /** Records that the caller disconnected or timed out. */
  abandon(why: 'QUERY_CANCELLED' | 'QUERY_TIMEOUT'): void {
    this.#whyAbandoned ??= why
    this.abandonedAtMs ??= performance.now()
  }

  /** Rejects the caller's promise. */
  rejectAbandoned(): void {
    this.reject(new AppError(this.#whyAbandoned ?? 'QUERY_CANCELLED'))
  }

  /** Handles the thread's answer. */
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

/** Specs of an existing file. Never creates it: a file deleted while in use must not reappear empty. */
export function specsOf(specs: ThreadedDatabase['specs'], identity: string | undefined): ThreadedDatabase['specs'] {
  const there = (spec: OpenSpec): OpenSpec => ({ ...spec, identity, create: false })
  return {
    read: there(specs.read),
    patientRead: there(specs.patientRead),
    write: there(specs.write),
    guardedWrite: there(specs.guardedWrite),
  }
}
