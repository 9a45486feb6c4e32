import { Socket } from 'node:net'
import { createConnection, type Connection, type ConnectionOptions } from 'mysql2'
import { AppError } from '@common/errors'
import { errorCode } from '@main/db/connection-failures'
import { connectionLimits } from '@main/db/connection-limits'
import { ConnectionProblem } from '@main/db/server-driver'
import { translateError } from './errors'

/** How long somebody waits for a connection while all are in use. */
const waitTimeoutMs = 10_000
/** How long a connection may take to say good-bye. */
const endTimeoutMs = 1_000

export interface PoolOptions {
  readonly connection: ConnectionOptions
  /** Connections at once. */
  readonly max: number
  /** Run on each new connection before anything else. */
  readonly prepare: (connection: Connection) => Promise<void>
}

interface Waiting {
  readonly resolve: (connection: Connection) => void
  readonly reject: (error: AppError) => void
}

/**
 * Connections to one database, made when they are needed and kept a while. Every connection has a listener for
 * errors from its first moment: without one, a server that goes away would end this process.
 */
export class Pool {
  readonly #idle: { readonly connection: Connection; readonly timer: NodeJS.Timeout }[] = []
  readonly #all = new Set<Connection>()
  readonly #broken = new WeakSet<Connection>()
  readonly #waiting: Waiting[] = []
  /** Connections that are being made are counted as well. */
  #count = 0
  #closed = false
  #onEmpty: (() => void) | undefined

  constructor(private readonly options: PoolOptions) {}

  /** @throws AppError DATABASE_UNAVAILABLE; DATABASE_BUSY when none became free in time; QUERY_CANCELLED */
  async acquire(signal?: AbortSignal): Promise<Connection> {
    if (this.#closed) throw new AppError('DATABASE_UNAVAILABLE')
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer)
      if (!this.#broken.has(kept.connection)) return kept.connection
      this.#forget(kept.connection)
    }
    if (this.#count < this.options.max) return this.#connect()
    return this.#wait(signal)
  }

  /** @param keep  false when nobody should use the connection again */
  release(connection: Connection, keep: boolean): void {
    if (!keep || this.#closed || this.#broken.has(connection)) {
      connection.destroy()
      this.#forget(connection)
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
    const idle = this.#idle.splice(0)
    for (const { timer } of idle) clearTimeout(timer)
    await Promise.all(idle.map(({ connection }) => this.#end(connection)))
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve))
  }

  async #connect(): Promise<Connection> {
    this.#count++
    try {
      const connection = await connect(this.options.connection, (broken) => this.#broken.add(broken))
      this.#all.add(connection)
      try {
        await this.options.prepare(connection)
      } catch (error) {
        connection.destroy()
        throw error
      }
      if (!this.#closed) return connection
      connection.destroy()
      throw new AppError('DATABASE_UNAVAILABLE')
    } catch (error) {
      this.#gone()
      throw translateError(error)
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        const at = this.#waiting.indexOf(waiting)
        if (at !== -1) this.#waiting.splice(at, 1)
      }
      const waiting: Waiting = {
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

  #retire(connection: Connection): void {
    const at = this.#idle.findIndex((kept) => kept.connection === connection)
    if (at === -1) return
    this.#idle.splice(at, 1)
    void this.#end(connection)
  }

  async #end(connection: Connection): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, endTimeoutMs)
      connection.end(() => {
        clearTimeout(timer)
        resolve()
      })
    })
    connection.destroy()
    this.#forget(connection)
  }

  #forget(connection: Connection): void {
    if (this.#all.delete(connection)) this.#gone()
  }

  /** There is room for another one: the next who waits gets it, or what is wrong with making it. */
  #gone(): void {
    this.#count--
    if (this.#closed) {
      if (this.#count === 0) this.#onEmpty?.()
      return
    }
    const next = this.#waiting.shift()
    if (next !== undefined) this.#connect().then(next.resolve, (error: unknown) => next.reject(translateError(error)))
  }
}

/** A connection outside any pool. */
export function connect(
  options: ConnectionOptions,
  onBroken: (connection: Connection) => void = () => undefined,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(options)
    connection.on('error', () => onBroken(connection))
    connection.on('end', () => onBroken(connection))
    connection.connect((error) => {
      if (!error) {
        resolve(connection)
        return
      }
      connection.destroy()
      reject(isForeign(connection, error) ? new ConnectionProblem('otherProtocol', { cause: error }) : error)
    })
  })
}

/** Whether the other side said something, but nothing that the driver understood: a server of another kind. */
function isForeign(connection: Connection, error: unknown): boolean {
  const socket: unknown = 'stream' in connection ? connection.stream : undefined
  const isSilent = ['PROTOCOL_CONNECTION_LOST', 'ETIMEDOUT'].includes(errorCode(error))
  return isSilent && socket instanceof Socket && socket.bytesRead > 0
}

/** Runs a statement of ours, without values. */
export function command(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
  })
}
