import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { connectionLimits } from './connection-limits'

/** Timeout of a request for a connection while all are in use: the limit of a statement. */
const waitTimeoutMs = limits.statementTimeoutMs
/** Back-off after the server rejects a connection. */
const fullMs = 10_000

export interface ConnectionPoolOptions<C> {
  /** Maximum number of connections. */
  readonly max: number
  /** Opens a connection. Its later errors must not end the process. */
  readonly connect: () => Promise<C>
  /** True unless the connection is known to be closed. */
  readonly isOpen: (connection: C) => boolean
  /** Closes a connection, gracefully if it is idle. */
  readonly end: (connection: C, isIdle: boolean) => void
  readonly translateError: (error: unknown) => AppError
}

interface Waiting<C> {
  /** @returns false if the request has timed out or was aborted */
  readonly resolve: (connection: C) => boolean
  readonly reject: (error: AppError) => void
}

/** Connections of this process to database servers. */
export interface PoolUse {
  readonly busy: number
  readonly idle: number
  /** Requests that wait for a connection. */
  readonly waiting: number
}

const pools = new Set<{ readonly use: PoolUse }>()

/** Returns the use of all pools of this process together. */
export function poolUse(): PoolUse {
  const uses = [...pools].map(({ use }) => use)
  const sum = (of: (use: PoolUse) => number): number => uses.reduce((total, use) => total + of(use), 0)
  return { busy: sum(({ busy }) => busy), idle: sum(({ idle }) => idle), waiting: sum(({ waiting }) => waiting) }
}

/** A pool for drivers without their own. Opens connections on demand and reuses them for a while. */
export class ConnectionPool<C extends object> {
  readonly #idle: { readonly connection: C; readonly timer: NodeJS.Timeout }[] = []
  readonly #waiting: Waiting<C>[] = []
  /** Includes connections that are opening. */
  #count = 0
  #closed = false
  /** Maximum number of connections that the server accepts, valid until `#fullUntil` on the monotonic clock. */
  #allowed = Infinity
  #fullUntil = 0
  #onEmpty: (() => void) | undefined

  constructor(private readonly options: ConnectionPoolOptions<C>) {
    pools.add(this)
  }

  get use(): PoolUse {
    const idle = this.#idle.length
    return { busy: this.#count - idle, idle, waiting: this.#waiting.length }
  }

  /** @throws AppError DATABASE_UNAVAILABLE; DATABASE_BUSY after the timeout; QUERY_CANCELLED */
  async acquire(signal?: AbortSignal): Promise<C> {
    if (this.#closed) throw new AppError('DATABASE_UNAVAILABLE')
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer)
      if (this.options.isOpen(idle.connection)) return idle.connection
      this.#gone()
    }
    return this.#count < this.#max() ? this.#connect(signal) : this.#wait(signal)
  }

  /** Closes the idle connections: after the server closed one, the others may be closed as well. */
  forgetIdle(): void {
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      this.options.end(connection, true)
      this.#gone()
    }
  }

  /** @param keep  false closes the connection */
  release(connection: C, keep: boolean): void {
    if (!keep || this.#closed || !this.options.isOpen(connection)) {
      this.options.end(connection, false)
      this.#gone()
      return
    }
    const next = this.#waiting.shift()
    if (next !== undefined) {
      next.resolve(connection)
      return
    }
    const timer = setTimeout(() => this.#retire(connection), connectionLimits.idleTimeoutMs)
    timer.unref()
    this.#idle.push({ connection, timer })
  }

  /** Resolves when all connections are closed. Connections in use finish first. */
  async close(): Promise<void> {
    this.#closed = true
    pools.delete(this)
    for (const { reject } of this.#waiting.splice(0)) reject(new AppError('DATABASE_UNAVAILABLE'))
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      this.options.end(connection, true)
      this.#gone()
    }
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve))
  }

  #max(): number {
    return performance.now() < this.#fullUntil ? Math.min(this.#allowed, this.options.max) : this.options.max
  }

  /** @param signal  of the request; present if it can wait for a connection in use */
  async #connect(signal?: AbortSignal): Promise<C> {
    this.#count++
    try {
      const connection = await this.options.connect()
      if (!this.#closed) return connection
      this.options.end(connection, true)
      throw new AppError('DATABASE_UNAVAILABLE')
    } catch (error) {
      const translated = this.options.translateError(error)
      // The server accepts no more connections, so the request waits for an existing one.
      const isFull = translated.code === 'DATABASE_BUSY' && this.#count > 1 && !this.#closed
      if (!isFull) {
        this.#gone()
        throw translated
      }
      this.#count--
      this.#allowed = this.#count
      this.#fullUntil = performance.now() + fullMs
      return this.#wait(signal)
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<C> {
    return new Promise((resolve, reject) => {
      let isOver = false
      const end = (): void => {
        isOver = true
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        const at = this.#waiting.indexOf(waiting)
        if (at !== -1) this.#waiting.splice(at, 1)
      }
      const waiting: Waiting<C> = {
        resolve: (connection) => {
          if (isOver) return false
          end()
          resolve(connection)
          return true
        },
        reject: (error) => {
          end()
          reject(error)
        },
      }
      const onAbort = (): void => waiting.reject(new AppError('QUERY_CANCELLED'))
      const timer = setTimeout(() => waiting.reject(new AppError('DATABASE_BUSY')), waitTimeoutMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #retire(connection: C): void {
    const at = this.#idle.findIndex((idle) => idle.connection === connection)
    if (at === -1) return
    this.#idle.splice(at, 1)
    this.options.end(connection, true)
    this.#gone()
  }

  /** A slot is free: the next waiting request opens a connection, or gets the error. */
  #gone(): void {
    this.#count--
    if (this.#closed) {
      if (this.#count === 0) this.#onEmpty?.()
      return
    }
    if (this.#count >= this.#max()) return
    const next = this.#waiting.shift()
    if (next !== undefined)
      this.#connect().then(
        (connection) => {
          if (!next.resolve(connection)) this.release(connection, true)
        },
        (error: unknown) => next.reject(this.options.translateError(error)),
      )
  }
}
