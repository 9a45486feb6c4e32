import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { TableIndex } from './columns'

/** The client that an answer goes to, as far as the HTTP server knows it. */
export interface ClientOutput {
  /** The same for all requests of one client. */
  readonly client: string
  /** False while the client has yet to read much of what it was sent. */
  readonly hasRoom: () => boolean
}

export interface LargeRead {
  readonly database: Database
  readonly index: TableIndex
  readonly signal: AbortSignal
  readonly output?: ClientOutput | undefined
}

/** An answer of about this size takes as long as hundreds of short reads. */
const largeBytes = 256 * 1024
/** A row of a table of which no list was read yet. */
const unknownRowBytes = 512
/** Large pages of a database server that are read at once: fewer than its connections. */
const usuallyAtOnce = 6
/** Whether clients have read more is looked at this often, while somebody waits for it. */
const lookMs = 20

interface Waiting {
  readonly call: LargeRead
  readonly giveUpAtMs: number
  readonly start: () => void
  readonly fail: (error: AppError) => void
}

/** Bytes of a row in the lists of a table that were read before. */
const rowBytes = new WeakMap<TableIndex, number>()
const queues = new WeakMap<Database, LargeReads>()

/**
 * Reads a page of a list. Large pages queue: few of them are read at once, clients take turns, and a client that doesn't
 * read what it was sent isn't read for. So they neither hold up short reads nor fill the memory.
 *
 * @param isLong  whether the page is read by a lane of its own, which has its own queue
 * @throws AppError TOO_MANY_REQUESTS if the client hasn't read enough in time
 */
export async function readPage<T extends Uint8Array | string>(
  call: LargeRead,
  rows: number,
  isLong: boolean,
  read: () => Promise<T>,
): Promise<T> {
  const { index, database } = call
  const isLarge = rows * (rowBytes.get(index) ?? unknownRowBytes) >= largeBytes
  let queue = queues.get(database)
  if (queue === undefined) queues.set(database, (queue = new LargeReads(database.largeReadsAtOnce ?? usuallyAtOnce)))
  const answer = isLarge ? await queue.run(call, isLong, read) : await read()
  if (rows > 0) rowBytes.set(index, answer.length / rows)
  return answer
}

class LargeReads {
  #running = 0
  #waiting: Waiting[] = []
  #look: NodeJS.Timeout | undefined
  /** When each client that waits was served last, as a running number. */
  readonly #served = new Map<string, number>()
  #count = 0

  constructor(private readonly atOnce: number) {}

  async run<T>(call: LargeRead, isLong: boolean, read: () => Promise<T>): Promise<T> {
    await this.#turn(call)
    // A slot is given back when the rows are read, not when they are sent.
    if (isLong) this.#release()
    try {
      return await read()
    } finally {
      if (!isLong) this.#release()
    }
  }

  #turn(call: LargeRead): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = call
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        waiting.fail(new AppError('REQUEST_CANCELLED'))
      }
      const done = (): void => signal.removeEventListener('abort', leave)
      const waiting: Waiting = {
        call,
        giveUpAtMs: performance.now() + limits.statementTimeoutMs,
        start: () => (done(), resolve()),
        fail: (error) => (done(), reject(error)),
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
      this.#dispatch()
    })
  }

  #release(): void {
    this.#running -= 1
    this.#dispatch()
  }

  readonly #dispatch = (): void => {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const chosen = next
      this.#waiting = this.#waiting.filter((other) => other !== chosen)
      this.#served.set(clientOf(chosen), ++this.#count)
      this.#running += 1
      chosen.start()
    }
    this.#giveUp()
    if (this.#waiting.length > 0) {
      // Sockets don't say when something was read.
      this.#look ??= setInterval(this.#dispatch, lookMs)
      return
    }
    clearInterval(this.#look)
    this.#look = undefined
    if (this.#running === 0) this.#served.clear()
  }

  /** The first request of the client that was served longest ago, among those that read their answers. */
  #next(): Waiting | undefined {
    if (this.#running >= this.atOnce) return undefined
    let best: Waiting | undefined
    const lastOf = (waiting: Waiting): number => this.#served.get(clientOf(waiting)) ?? 0
    for (const waiting of this.#waiting)
      if (waiting.call.output?.hasRoom() !== false && (best === undefined || lastOf(waiting) < lastOf(best)))
        best = waiting
    return best
  }

  #giveUp(): void {
    const now = performance.now()
    const late = this.#waiting.filter(({ giveUpAtMs }) => giveUpAtMs < now)
    if (late.length === 0) return
    this.#waiting = this.#waiting.filter((waiting) => !late.includes(waiting))
    for (const { fail } of late) fail(new AppError('TOO_MANY_REQUESTS', { seconds: 5 }))
  }
}

const clientOf = ({ call }: Waiting): string => call.output?.client ?? ''
