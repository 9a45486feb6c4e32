import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { closedError } from './closed'
import { connectionLimits } from './connection-limits'
import { SilenceWatch, StillSilent, type Liveness } from './silence-watch'

/** Timeout of a request for a connection while all are in use: the limit of a statement. */
const waitTimeoutMs = limits.statementTimeoutMs
/** Back-off after the server rejects a connection. */
const fullMs = 10_000
/** Timeout of a request for a connection while the server is silent. */
const silentWaitMs = 1_000

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
  /** Drops connections to a server that doesn't answer. Absent for drivers without it. */
  readonly liveness?: Liveness<C>
}

interface Waiting<C> {
  readonly resolve: (connection: C) => void
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
  #opening = 0
  #closed = false
  /** Maximum number of connections that the server accepts, valid until `#fullUntil` on the monotonic clock. */
  #allowed = Infinity
  #fullUntil = 0
  #onEmpty: (() => void) | undefined
  /** True from the moment when a server fell silent until a connection opens. */
  #isSilent = false
  readonly #watch: SilenceWatch<C> | undefined

  constructor(private readonly options: ConnectionPoolOptions<C>) {
    pools.add(this)
    const { liveness } = options
    this.#watch = liveness && new SilenceWatch(liveness, (server) => this.#drop(liveness, server))
  }

  get use(): PoolUse {
    const idle = this.#idle.length
    return { busy: this.#count - idle, idle, waiting: this.#waiting.length }
  }

  /** @throws AppError DATABASE_UNAVAILABLE; DATABASE_BUSY after the timeout; QUERY_CANCELLED */
  async acquire(signal?: AbortSignal): Promise<C> {
    const connection = await this.#take(signal)
    this.#watch?.begin(connection)
    return connection
  }

  #take(signal: AbortSignal | undefined): C | Promise<C> {
    if (this.#closed) throw closedError()
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer)
      if (this.options.isOpen(idle.connection)) return idle.connection
      this.#gone()
    }
    // A connection that is released sooner than the new one opens serves the request.
    const connection = this.#wait(signal)
    if (this.#count < this.#max()) void this.#open()
    return connection
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
    this.#watch?.end(connection, keep)
    this.#return(connection, keep)
  }

  #return(connection: C, keep: boolean): void {
    if (!keep || this.#closed || !this.options.isOpen(connection)) {
      this.options.end(connection, false)
      this.#gone()
      return
    }
    const [next] = this.#waiting
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
    this.#watch?.close()
    for (const { reject } of this.#waiting.splice(0)) reject(closedError())
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

  /** Opens a connection for the first request that waits. */
  async #open(): Promise<void> {
    this.#count++
    this.#opening++
    const beganAt = performance.now()
    try {
      const connection = await this.options.connect()
      this.#opening--
      this.#isSilent = false
      this.#return(connection, true)
    } catch (error) {
      this.#opening--
      const translated = this.options.translateError(error)
      const isFull = translated.code === 'DATABASE_BUSY' && this.#count > 1 && !this.#closed
      if (isFull) {
        this.#allowed = this.#count - 1
        this.#fullUntil = performance.now() + fullMs
      }
      if (translated.code === 'DATABASE_UNAVAILABLE' && performance.now() - beganAt > silentWaitMs) this.#silence()
      // The request can get a connection in use.
      const isServed = isFull || this.#count - this.#opening > 1
      if (!isServed) this.#waiting[0]?.reject(translated)
      this.#gone(!isServed)
    }
  }

  /** Requests that wait already get a last moment, because another server of a cluster may take over. */
  #silence(): void {
    if (this.#isSilent || this.#closed) return
    this.#isSilent = true
    const timer = setTimeout(() => {
      if (this.#isSilent) for (const { reject } of this.#waiting.splice(0)) reject(unavailable())
    }, silentWaitMs)
    timer.unref()
  }

  /** Closes all connections to a silent server. Their statements fail like those of a lost connection. */
  #drop({ serverOf, abandon }: Liveness<C>, server: object): void {
    this.#silence()
    for (const idle of this.#idle.filter(({ connection }) => serverOf(connection) === server)) {
      clearTimeout(idle.timer)
      this.#idle.splice(this.#idle.indexOf(idle), 1)
      abandon(idle.connection)
      this.#gone()
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<C> {
    const [limitMs, late]: [number, () => AppError] = this.#isSilent
      ? [silentWaitMs, unavailable]
      : [waitTimeoutMs, () => new AppError('DATABASE_BUSY')]
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
      const timer = setTimeout(() => waiting.reject(late()), limitMs)
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

  /** A slot is free. @param opens  true to open a connection for a request that waits */
  #gone(opens = true): void {
    this.#count--
    if (this.#closed) {
      if (this.#count === 0) this.#onEmpty?.()
      return
    }
    if (opens && this.#waiting.length > 0 && this.#count < this.#max()) void this.#open()
  }
}

const unavailable = (): AppError =>
  new AppError('DATABASE_UNAVAILABLE', {}, { cause: new StillSilent('No connection opened') })
