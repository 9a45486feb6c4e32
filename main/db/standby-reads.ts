import { AppError } from '@common/errors'

/** Pause after no standby could be used. */
const restMs = 5_000
/** Pause after a standby was behind. */
const behindMs = 1_000
/** A standby that is further behind leaves the read to the primary. */
export const catchUpMs = 100
/** A standby that doesn't begin a read by then leaves it to the primary: it may be silent, such as behind a broken network. */
const silentMs = 1_000

/** A standby hasn't replayed everything that was committed before the request. */
export class StandbyBehind extends Error {
  override readonly name = 'StandbyBehind'
}

export interface StandbyReadsOptions {
  /** Opens a connection to a standby, for later use. */
  readonly connect: () => Promise<void>
  /** Closes idle connections. */
  readonly forget: () => void
  /** Asks the primary for the position of its newest commit. */
  readonly position: () => Promise<string>
}

/** Conditions of a read on a standby. */
export interface StandbyWait {
  readonly position: string
  /** Aborted when the primary reads instead. Until `reached`, the read then closes its connection. */
  readonly signal: AbortSignal
  /** The standby has the position, and the read begins. @throws StandbyBehind if the primary reads already */
  readonly reached: () => void
}

/** Reads on standbys that are never older than the request, whichever server or user wrote before. */
export interface StandbyReads {
  /**
   * @param run  reads on a standby that reached the position; throws `StandbyBehind` if it doesn't in time
   * @returns undefined if the primary has to read: there is no standby, or it is behind, silent or failed
   * @throws AppError QUERY_CANCELLED, QUERY_TIMEOUT
   */
  readonly attempt: <T>(run: (wait: StandbyWait) => Promise<T>) => Promise<T | undefined>
}

/** A request never waits for a connection to a standby: until there is one, the primary reads. */
export function createStandbyReads({ connect, forget, position }: StandbyReadsOptions): StandbyReads {
  let isUsable = false
  let restUntil = 0
  let behindUntil = 0
  let connecting: Promise<void> | undefined
  const rest = (): void => {
    isUsable = false
    restUntil = performance.now() + restMs
    forget()
  }
  const look = (): void => {
    if (performance.now() < restUntil) return
    connecting ??= connect()
      .then(() => {
        isUsable = true
      }, rest)
      .finally(() => (connecting = undefined))
  }

  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<string> | undefined
  /** Requests during a running question share the next one, so that no position is older than its request. */
  const positionNow = (): Promise<string> =>
    (next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined
        const asked = position()
        current = asked
        return asked
      }))

  /** Decides after a failure when a standby is tried next. @throws AppError QUERY_CANCELLED, QUERY_TIMEOUT */
  const failed = (error: unknown): undefined => {
    const { code, cause } = error instanceof AppError ? error : { code: undefined, cause: error }
    if (code === 'QUERY_CANCELLED') throw error
    if (cause instanceof StandbyBehind) behindUntil = performance.now() + behindMs
    else rest()
    // The time of the caller is over, so the primary doesn't read either.
    if (code === 'QUERY_TIMEOUT') throw error
    return undefined
  }

  return {
    attempt: async (run) => {
      if (!isUsable) {
        look()
        return undefined
      }
      if (performance.now() < behindUntil) return undefined
      const position = await positionNow().catch(failed)
      if (position === undefined) return undefined
      const silent = new AbortController()
      let timer: NodeJS.Timeout | undefined
      const silence = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => {
          silent.abort(new StandbyBehind())
          resolve(undefined)
        }, silentMs)
      })
      const reached = (): void => {
        silent.signal.throwIfAborted()
        clearTimeout(timer)
      }
      const reading = run({ position, signal: silent.signal, reached })
        .catch(failed)
        .finally(() => clearTimeout(timer))
      reading.catch(() => undefined)
      return Promise.race([reading, silence])
    },
  }
}

/** Runs a statement on a standby, and closes the connection if the primary reads instead. */
export async function withSilence<T>(signal: AbortSignal, close: () => void, run: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  signal.addEventListener('abort', close, { once: true })
  try {
    return await run()
  } finally {
    signal.removeEventListener('abort', close)
  }
}
