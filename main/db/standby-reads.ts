import { AppError } from '@common/errors'

/** Pause after no standby could be used. */
const restMs = 5_000
/** Pause after a standby was behind. */
const behindMs = 1_000
/** A standby that is further behind leaves the read to the primary. */
export const catchUpMs = 100

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

/** Reads on standbys that are never older than the request, whichever server or user wrote before. */
export interface StandbyReads {
  /**
   * @param run  reads on a standby that reached the position; throws `StandbyBehind` if it doesn't in time
   * @returns undefined if the primary has to read: there is no standby, or it is behind or failed
   * @throws AppError QUERY_CANCELLED, QUERY_TIMEOUT
   */
  readonly attempt: <T>(run: (position: string) => Promise<T>) => Promise<T | undefined>
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

  return {
    attempt: async (run) => {
      if (!isUsable) {
        look()
        return undefined
      }
      if (performance.now() < behindUntil) return undefined
      try {
        return await run(await positionNow())
      } catch (error) {
        const { code, cause } = error instanceof AppError ? error : { code: undefined, cause: error }
        if (code === 'QUERY_CANCELLED' || code === 'QUERY_TIMEOUT') throw error
        if (cause instanceof StandbyBehind) behindUntil = performance.now() + behindMs
        else rest()
        return undefined
      }
    },
  }
}
