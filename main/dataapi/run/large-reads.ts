import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import type { TableIndex } from '../plan/columns'

/** The client of a response, as the HTTP server sees it. */
export interface ClientOutput {
  /** Identical for all requests of one client. */
  readonly client: string
  /** False while too much of the client's responses is unread. */
  readonly hasRoom: () => boolean
}

export interface LargeRead {
  readonly database: Database
  readonly index: TableIndex
  readonly signal: AbortSignal
  readonly output?: ClientOutput | undefined
}

/** A response of about this size takes as long as hundreds of short reads. */
const largeBytes = 256 * 1024
/** Default size of a row, for tables without a list read so far. */
const unknownRowBytes = 512
/** Concurrent large pages of a database server: fewer than its connections. */
const usuallyAtOnce = 6
/** Polling interval for the unread bytes of clients while large reads are queued. */
const lookMs = 20

interface Waiting {
  readonly call: LargeRead
  readonly giveUpAtMs: number
  readonly start: () => void
  readonly fail: (error: AppError) => void
}

/** Row size in bytes, from earlier lists of the table. */
const rowBytes = new WeakMap<TableIndex, number>()
const queues = new WeakMap<Database, LargeReads>()

/**
 * Reads a page of a list. Large pages go through a queue with limited concurrency, round-robin over clients. Pages for
 * a client with too much unread data stay queued. So large pages neither delay short reads nor fill the memory.
 *
 * @param isLong  true if the page runs in the lane of long reads, which has its own queue
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
  /** Sequence number of the last turn of each waiting client. */
  readonly #served = new Map<string, number>()
  #count = 0

  constructor(private readonly atOnce: number) {}

  async run<T>(call: LargeRead, isLong: boolean, read: () => Promise<T>): Promise<T> {
    await this.#turn(call)
    // Releases the slot once the rows are read, before they are sent.
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
      // Polls, because sockets emit no event when the client reads.
      this.#look ??= setInterval(this.#dispatch, lookMs)
      return
    }
    clearInterval(this.#look)
    this.#look = undefined
    if (this.#running === 0) this.#served.clear()
  }

  /** Returns the first request of the least recently served client. Skips clients that don't read their responses. */
  #next(): Waiting | undefined {
    if (this.#running >= this.atOnce) return undefined
    let best: Waiting | undefined
    const lastOf = (waiting: Waiting): number => this.#served.get(clientOf(waiting)) ?? 0
    // Asks once per client: one client can have thousands of requests here, and the question adds up its responses.
    const rooms = new Map<string, boolean>()
    const hasRoom = (waiting: Waiting): boolean => {
      const client = clientOf(waiting)
      const known = rooms.get(client) ?? waiting.call.output?.hasRoom() !== false
      rooms.set(client, known)
      return known
    }
    for (const waiting of this.#waiting)
      if ((best === undefined || lastOf(waiting) < lastOf(best)) && hasRoom(waiting)) best = waiting
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
