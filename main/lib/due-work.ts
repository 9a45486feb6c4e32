import { createQueue } from '@common/util/queue'
import type { Clock } from './clock'
import type { Schedule } from './schedule'

export interface DueWorkOptions {
  readonly clock: Clock
  readonly schedule: Schedule
  /** True if only this server starts the work, so that it knows when some is added. */
  readonly isAlone: boolean
  /** How often servers that share the work look for it; also the pause after a failure. */
  readonly pollMs: number
  /** Starts what is due. @returns the next time to look, as ISO text; undefined without any */
  readonly startDue: () => Promise<string | undefined>
  readonly report: (error: unknown) => void
}

/** Starts stored work, such as jobs, when its time comes. */
export interface DueWork {
  /** Looks for work that is due, and for the next time to look. Never rejects. */
  readonly look: () => Promise<void>
  /** Ends the looks. */
  readonly close: () => Promise<void>
}

/** Pause before the next look for work that is due and can't start yet. */
const pauseMinMs = 100

export function createDueWork({ clock, schedule, isAlone, pollMs, startDue, report }: DueWorkOptions): DueWork {
  const { run: oneByOne, settled } = createQueue()
  let cancelNext = (): void => undefined
  let isClosed = false

  const lookAt = (timeMs: number): void => {
    cancelNext()
    if (!isClosed && timeMs < Infinity) cancelNext = schedule.at(timeMs, () => void look())
  }
  const lookOnce = async (): Promise<void> => {
    if (isClosed) return
    const next = await startDue()
    const nowMs = clock.now().getTime()
    const dueMs = next === undefined ? Infinity : Math.max(Date.parse(next), nowMs + pauseMinMs)
    lookAt(isAlone ? dueMs : Math.min(dueMs, nowMs + pollMs))
  }
  const look = (): Promise<void> =>
    oneByOne(lookOnce).catch((error: unknown) => {
      report(error)
      // The meta store may be away for a while.
      lookAt(clock.now().getTime() + pollMs)
    })

  return {
    look,
    close: async () => {
      isClosed = true
      cancelNext()
      await settled()
    },
  }
}
