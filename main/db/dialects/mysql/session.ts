import type { Connection, ConnectionOptions } from 'mysql2'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { ReadOptions } from '@main/db/database'
import { isConnectionLoss, isReplica, translateError } from './errors'
import { abandonConnection, command, connect, sameServer, type Pool } from './pool'

/** Timeout of a cancel request, after which the connection is closed. */
const killTimeoutMs = 2_000
/** Timeout for the rollback on a server that was asked to cancel. */
const undoTimeoutMs = 15_000

export interface SessionOptions extends Pick<ReadOptions, 'signal' | 'timeoutMs'> {
  /** True if a cancelled caller gets its answer at once. Callers of writes wait for the outcome. */
  readonly answerAtOnce: boolean
  /** Closes the connection afterwards: a routine may have changed its settings, which other callers must not get. */
  readonly closes?: boolean
  /** Connection options for cancelling statements on the server. */
  readonly connection: ConnectionOptions
}

/**
 * Runs work on a connection of the pool. Cancels it on the server if the caller disconnects or the time limit passes.
 *
 * @throws AppError QUERY_CANCELLED, QUERY_TIMEOUT, or the translated error
 */
export async function withSession<T>(
  pool: Pool,
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
  let abandon: NodeJS.Timeout | undefined
  let isOver = false
  let tellCaller: (error: AppError) => void = () => undefined
  const leave = new Promise<never>((_, reject) => (tellCaller = reject))
  leave.catch(() => undefined)
  const giveUp = (code: 'QUERY_CANCELLED' | 'QUERY_TIMEOUT'): void => {
    if (gaveUp !== undefined) return
    gaveUp = new AppError(code)
    void stopOnServer(connection, options.connection).then((isHeard) => {
      // A server that doesn't accept the cancel request is lost. One that accepts it may take time to roll back.
      if (!isOver) abandon = setTimeout(() => abandonConnection(connection), isHeard ? undoTimeoutMs : 0)
    })
    if (options.answerAtOnce) tellCaller(gaveUp)
  }
  const onAbort = (): void => giveUp('QUERY_CANCELLED')
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => giveUp('QUERY_TIMEOUT'), options.timeoutMs ?? limits.statementTimeoutMs)

  let broken = false
  const finished = work(connection, () => gaveUp !== undefined)
    .catch((error: unknown) => {
      const cause = error instanceof AppError ? error.cause : error
      broken = isConnectionLoss(cause) || isReplica(cause)
      throw error
    })
    .finally(() => {
      clearTimeout(timer)
      clearTimeout(abandon)
      isOver = true
      signal?.removeEventListener('abort', onAbort)
      // A cancel request may still be on its way and must not hit the next query of this connection.
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

/**
 * Cancels the running statement on the server, through a separate connection.
 *
 * @returns true if the server accepted the request
 */
export async function stopOnServer(connection: Connection, options: ConnectionOptions): Promise<boolean> {
  const { threadId } = connection
  try {
    const other = await connect({ ...sameServer(connection, options), connectTimeout: killTimeoutMs })
    await command(other, `KILL QUERY ${Number(threadId)}`).finally(() => other.destroy())
    return true
  } catch {
    // Without the connection, the server rolls back uncommitted changes.
    return false
  }
}
