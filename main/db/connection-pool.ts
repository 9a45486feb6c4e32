import { AppError } from '@common/errors'
import { connectionLimits } from './connection-limits'

/** How long somebody waits for a connection while all are in use. */
const waitTimeoutMs = 10_000

export interface ConnectionPoolOptions<C> {
  /** Connections at once. */
  readonly max: number
  /** Makes a connection; whatever happens to it later, it never ends this process. */
  readonly connect: () => Promise<C>
  /** Whether the server may still be there at its other end. */
  readonly isOpen: (connection: C) => boolean
  /** Ends a connection: at once, or saying good-bye first where nothing runs on it. */
  readonly end: (connection: C, isIdle: boolean) => void
  readonly translateError: (error: unknown) => AppError
}

interface Waiting<C> {
  readonly resolve: (connection: C) => void
  readonly reject: (error: AppError) => void
}

/** Connections to one database, made when they are needed and kept a while, for drivers that have no pool. */
export class ConnectionPool<C extends object> {
  readonly #idle: { readonly connection: C; readonly timer: NodeJS.Timeout }[] = []
  readonly #waiting: Waiting<C>[] = []
  /** Connections that are being made are counted as well. */
  #count = 0
  #closed = false
  #onEmpty: (() => void) | undefined

  constructor(private readonly options: ConnectionPoolOptions<C>) {}

  /** @throws AppError DATABASE_UNAVAILABLE; DATABASE_BUSY when none became free in time; QUERY_CANCELLED */
  async acquire(signal?: AbortSignal): Promise<C> {
    if (this.#closed) throw new AppError('DATABASE_UNAVAILABLE')
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer)
      if (this.options.isOpen(kept.connection)) return kept.connection
      this.#gone()
    }
    return this.#count < this.options.max ? this.#connect() : this.#wait(signal)
  }

  /** @param keep  false when nobody should use the connection again */
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

  /** Ends when every connection has ended; those in use may finish first. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new AppError('DATABASE_UNAVAILABLE'))
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      this.options.end(connection, true)
      this.#gone()
    }
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve))
  }

  async #connect(): Promise<C> {
    this.#count++
    try {
      const connection = await this.options.connect()
      if (!this.#closed) return connection
      this.options.end(connection, true)
      throw new AppError('DATABASE_UNAVAILABLE')
    } catch (error) {
      this.#gone()
      throw this.options.translateError(error)
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<C> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        const at = this.#waiting.indexOf(waiting)
        if (at !== -1) this.#waiting.splice(at, 1)
      }
      const waiting: Waiting<C> = {
        resolve: (connection) => {
          end()
          resolve(connection)
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
    const at = this.#idle.findIndex((kept) => kept.connection === connection)
    if (at === -1) return
    this.#idle.splice(at, 1)
    this.options.end(connection, true)
    this.#gone()
  }

  /** There is room for another one: the next who waits gets it, or what is wrong with making it. */
  #gone(): void {
    this.#count--
    if (this.#closed) {
      if (this.#count === 0) this.#onEmpty?.()
      return
    }
    const next = this.#waiting.shift()
    if (next !== undefined)
      this.#connect().then(next.resolve, (error: unknown) => next.reject(this.options.translateError(error)))
  }
}
