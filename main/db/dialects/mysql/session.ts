import type { Socket } from 'node:net'
import type { Connection, ConnectionOptions } from 'mysql2'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { ReadOptions } from '@main/db/database'
import { isConnectionLoss, translateError } from './errors'
import { command, connect, type Pool } from './pool'

/** How long a request to stop may take before the connection is simply given up. */
const killTimeoutMs = 2_000
/** How long a server that was asked to stop may take to undo what was begun. */
const undoTimeoutMs = 15_000

export interface SessionOptions extends Pick<ReadOptions, 'signal' | 'timeoutMs'> {
  /**
   * Whether the caller is told at once when it gives up. Callers of a write wait until the server has said what
   * became of it.
   */
  readonly answerAtOnce: boolean
  /** How to reach the server to stop a statement there. */
  readonly connection: ConnectionOptions
}

/**
 * Runs work on a connection of the pool, stopping it on the server when its caller leaves or its time is over.
 *
 * @throws AppError QUERY_CANCELLED, QUERY_TIMEOUT, or what the error came to
 */
export async function withSession<T>(
  pool: Pool,
  work: (connection: Connection, stopped: () => boolean) => Promise<T>,
  options: SessionOptions,
): Promise<T> {
  const { signal } = options
  if (signal?.aborted === true) throw new AppError('QUERY_CANCELLED')
  const connection = await pool.acquire(signal)
  // The caller may have left while the connection was made.
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
      // A server that does not hear is not there any more, whatever the network believes; one that does may take its
      // time to undo what was begun.
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
      broken = isConnectionLoss(error instanceof AppError ? error.cause : error)
      throw error
    })
    .finally(() => {
      clearTimeout(timer)
      clearTimeout(abandon)
      isOver = true
      signal?.removeEventListener('abort', onAbort)
      // A request to stop may still be on its way: it must not meet the next query of this connection.
      pool.release(connection, !broken && gaveUp === undefined)
    })
  finished.catch(() => undefined)
  try {
    return await Promise.race([finished, leave])
  } catch (error) {
    throw gaveUp ?? translateError(error)
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** Ends a connection from our side: what waits for an answer on it gets one. */
function abandonConnection(connection: Connection): void {
  if ('stream' in connection) (connection.stream as Socket).destroy(lostConnection())
}

/** As the network itself would say it. */
const lostConnection = (): Error => Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })

/**
 * Asks the server to stop what a connection runs; on a connection of its own, since that one is busy.
 *
 * @returns whether it has heard
 */
async function stopOnServer(connection: Connection, options: ConnectionOptions): Promise<boolean> {
  const { threadId } = connection
  try {
    const other = await connect({ ...options, connectTimeout: killTimeoutMs })
    await command(other, `KILL QUERY ${Number(threadId)}`).finally(() => other.destroy())
    return true
  } catch {
    // Without its connection, the server undoes what was not committed.
    return false
  }
}
