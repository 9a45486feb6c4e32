import type { Client } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import type { ReadOptions } from '@main/db/database'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { cancelOnServer } from './cancel'
import { isConnectionLoss, translateError, type Verb } from './errors'
import { destroy, type Pool } from './pool'

/** How long a server that was asked to stop may take to undo what was begun. */
const undoTimeoutMs = 15_000

/** What is being done, for the case that it fails. */
export interface Progress {
  verb?: Verb | undefined
  /** The statement that runs. */
  sql?: string
  /** Its values, of the row that failed. */
  params?: readonly StoredValue[]
  step?: number
  /** Of the step's batch, from 0. */
  row?: number
}

/** What runs on a connection. */
export type Work<T> = (client: Client, progress: Progress) => Promise<T>

export interface SessionOptions extends Pick<ReadOptions, 'signal' | 'timeoutMs'> {
  /**
   * Whether the caller is told at once when it gives up. Callers of a write wait until the server has said what
   * became of it.
   */
  readonly answerAtOnce: boolean
}

/**
 * Runs work on a connection of the pool, stopping it on the server when its caller leaves or its time is over.
 *
 * @throws AppError QUERY_CANCELLED, QUERY_TIMEOUT, or what the error came to
 */
export async function withSession<T>(pool: Pool, work: Work<T>, options: SessionOptions): Promise<T> {
  const { signal } = options
  if (signal?.aborted === true) throw new AppError('QUERY_CANCELLED')
  const client = await pool.acquire(signal)
  // The caller may have disconnected while the connection opened.
  if (isAborted(signal)) {
    pool.release(client, true)
    throw new AppError('QUERY_CANCELLED')
  }
  const progress: Progress = {}
  let gaveUp: AppError | undefined
  let abandon: NodeJS.Timeout | undefined
  let isOver = false
  let tellCaller: (error: AppError) => void = () => undefined
  const leave = new Promise<never>((_, reject) => (tellCaller = reject))
  leave.catch(() => undefined)
  const giveUp = (code: 'QUERY_CANCELLED' | 'QUERY_TIMEOUT'): void => {
    if (gaveUp !== undefined) return
    gaveUp = new AppError(code)
    void cancelOnServer(client, pool.client).then((isHeard) => {
      // A server that does not hear is not there any more, whatever the network believes; one that does may take its
      // time to undo what was begun.
      if (!isOver) abandon = setTimeout(() => destroy(client), isHeard ? undoTimeoutMs : 0)
    })
    if (options.answerAtOnce) tellCaller(gaveUp)
  }
  const onAbort = (): void => giveUp('QUERY_CANCELLED')
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => giveUp('QUERY_TIMEOUT'), options.timeoutMs ?? limits.statementTimeoutMs)

  let broken = false
  // A connection that ends while it is in use says so by an event as well, which would end the process.
  const onError = (): void => {
    broken = true
  }
  client.on('error', onError)
  const finished = work(client, progress)
    .catch((error: unknown) => {
      broken ||= isConnectionLoss(error)
      throw error
    })
    .finally(() => {
      clearTimeout(timer)
      clearTimeout(abandon)
      isOver = true
      signal?.removeEventListener('abort', onAbort)
      client.off('error', onError)
      // A request to stop may still be on its way: it must not meet the next query of this connection.
      pool.release(client, !broken && gaveUp === undefined)
    })
  finished.catch(() => undefined)
  try {
    return await Promise.race([finished, leave])
  } catch (error) {
    throw gaveUp ?? withPlace(translateError(error, progress.verb, progress.sql, progress.params), progress)
  }
}

/** Which row of a batch it was. */
function withPlace(error: AppError, { step, row }: Progress): AppError {
  if (step === undefined || row === undefined) return error
  return new AppError(error.code, { ...error.details, at: { step, row } }, { cause: error.cause })
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true
