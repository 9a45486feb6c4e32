import type { Connection } from 'tedious'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { ConnectionPool } from '@main/db/connection-pool'
import type { ReadOptions } from '@main/db/database'
import { isConnectionLoss, translateError } from './errors'

export interface SessionOptions extends Pick<ReadOptions, 'signal' | 'timeoutMs'> {
  /** True if a cancelled caller gets its answer at once. Callers of writes wait for the outcome. */
  readonly answerAtOnce: boolean
  /** Closes the connection afterwards: a routine may have changed its settings, which other callers must not get. */
  readonly closes?: boolean
}

/**
 * Runs work on a connection of the pool. Cancels it on the server if the caller disconnects or the time limit passes.
 *
 * @throws AppError QUERY_CANCELLED, QUERY_TIMEOUT, or the translated error
 */
export async function withSession<T>(
  pool: ConnectionPool<Connection>,
  work: (connection: Connection, stopped: () => boolean) => Promise<T>,
  options: SessionOptions,
): Promise<T> {
  const { signal } = options
  if (signal?.aborted === true) throw new AppError('QUERY_CANCELLED')
  const connection = await pool.acquire(signal)
  // The caller may have disconnected while the connection opened.
  if (isAborted(signal)) {
    pool.release(connection, true)
    throw new AppError('QUERY_CANCELLED')
  }
  let gaveUp: AppError | undefined
  let tellCaller: (error: AppError) => void = () => undefined
  const leave = new Promise<never>((_, reject) => (tellCaller = reject))
  leave.catch(() => undefined)
  const giveUp = (code: 'QUERY_CANCELLED' | 'QUERY_TIMEOUT'): void => {
    if (gaveUp !== undefined) return
    gaveUp = new AppError(code)
    connection.cancel()
    if (options.answerAtOnce) tellCaller(gaveUp)
  }
  const onAbort = (): void => giveUp('QUERY_CANCELLED')
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => giveUp('QUERY_TIMEOUT'), options.timeoutMs ?? limits.statementTimeoutMs)

  let broken = false
  const finished = work(connection, () => gaveUp !== undefined)
    .catch((error: unknown) => {
      broken = isConnectionLoss(error)
      throw error
    })
    .finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      pool.release(connection, !broken && gaveUp === undefined && options.closes !== true)
    })
  finished.catch(() => undefined)
  try {
    return await Promise.race([finished, leave])
  } catch (error) {
    throw gaveUp ?? translateError(error)
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true
