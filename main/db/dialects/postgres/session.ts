import type { Client } from 'pg'
import type { StoredValue } from '@common/columns/column-type'
import type { ReadOptions } from '@main/db/database'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { cancelOnServer } from './cancel'
import { isConnectionLoss, translateError, type Verb } from './errors'
import { destroy } from './connect'
import type { Pool } from './pool'

/** Timeout for the rollback on a server that was asked to cancel. */
const undoTimeoutMs = 15_000

/** Progress of the work, for errors. */
export interface Progress {
  /** True when the server may have begun to change data. */
  begun?: boolean
  verb?: Verb | undefined
  /** The running statement. */
  sql?: string
  /** Its values in the failed row. */
  params?: readonly StoredValue[]
  step?: number
  /** Zero-based row in the step's batch. */
  row?: number
}

/** Work on a connection. */
export type Work<T> = (client: Client, progress: Progress) => Promise<T>

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
      // A server that doesn't accept the cancel request is lost. One that accepts it may take time to roll back.
      if (!isOver) abandon = setTimeout(() => destroy(client), isHeard ? undoTimeoutMs : 0)
    })
    if (options.answerAtOnce) tellCaller(gaveUp)
  }
  const onAbort = (): void => giveUp('QUERY_CANCELLED')
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => giveUp('QUERY_TIMEOUT'), options.timeoutMs ?? limits.statementTimeoutMs)

  let broken = false
  // A connection that breaks while in use also emits an event, which would end the process.
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
      // A cancel request may still be on its way and must not hit the next query of this connection.
      pool.release(client, !broken && gaveUp === undefined && options.closes !== true)
    })
  finished.catch(() => undefined)
  try {
    return await Promise.race([finished, leave])
  } catch (error) {
    throw gaveUp ?? withPlace(translateError(error, progress.verb, progress.sql, progress.params), progress)
  }
}

/** Adds the position of the row in its batch. */
function withPlace(error: AppError, { step, row }: Progress): AppError {
  if (step === undefined || row === undefined) return error
  return new AppError(error.code, { ...error.details, at: { step, row } }, { cause: error.cause })
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true
