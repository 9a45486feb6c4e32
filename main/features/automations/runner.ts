import { AppError, errorMessage, isPermanent } from '@common/errors'
import { createQueue } from '@common/util/queue'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import type { AutomationRepository, StoredAutomation, StoredResult, StoredRun } from './repository'

export interface AutomationTimes {
  /** How long a server owns its runs without renewing them. */
  readonly leaseMs: number
  /** How often servers that share a meta store look for runs. */
  readonly pollMs: number
  /** Pause before the second attempt; each further one is twice as long. */
  readonly backOffMs: number
}

export const automationTimes: AutomationTimes = { leaseMs: 60_000, pollMs: 5_000, backOffMs: 10_000 }

export interface AutomationRunnerOptions {
  readonly repository: AutomationRepository
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly times: AutomationTimes
  readonly isAlone: boolean
  /** Performs a step. @throws AppError */
  readonly perform: (
    automation: StoredAutomation,
    run: StoredRun,
    step: number,
    signal: AbortSignal,
  ) => Promise<Pick<StoredResult, 'message' | 'output'>>
  readonly failed: (automation: StoredAutomation, run: StoredRun, error: AppError) => Promise<void>
  readonly changed: (projectId: string) => void
  readonly report: (error: unknown) => void
}

export interface AutomationRunner {
  readonly look: () => Promise<void>
  readonly start: () => void
  readonly close: () => Promise<void>
}

const runsAtOnce = 4
const runsRead = 64
const runsKept = 500
const depthMax = 5
const minLookMs = 100

/**
 * Works through waiting runs: those of one record one after the other, in the order of the changes. A run that ends in the
 * middle begins again with the step that it had not finished.
 */
export function createAutomationRunner(options: AutomationRunnerOptions): AutomationRunner {
  const { repository, clock, schedule, ids, times, report } = options
  const owner = ids.hex(8)
  const running = new Map<string, Promise<void>>()
  const closing = new AbortController()
  const { run: oneLook, settled: looked } = createQueue()
  let cancelNext = (): void => undefined
  let endRenewing = (): void => undefined
  const isClosed = (): boolean => closing.signal.aborted
  const nowText = (): string => clock.now().toISOString()
  const untilText = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()

  const attempt = async (automation: StoredAutomation, run: StoredRun): Promise<void> => {
    const results = run.results.filter(({ state }) => state === 'done')
    const attempts = run.attempts + 1
    for (let step = results.length; step < automation.steps.length; step += 1) {
      const kind = automation.steps[step]?.kind ?? ''
      const startedMs = clock.monotonicMs()
      const ms = (): number => Math.round(clock.monotonicMs() - startedMs)
      try {
        if (run.depth >= depthMax) throw new AppError('AUTOMATION_LOOP', { count: run.depth })
        const done = await options.perform(automation, run, step, closing.signal)
        results.push({ kind, state: 'done', ms: ms(), ...done })
        await repository.store(run.id, 'running', { results, attempts: run.attempts })
      } catch (error) {
        if (isClosed()) {
          await repository.store(run.id, 'waiting', { results, attempts: run.attempts })
          return
        }
        const fault = error instanceof AppError ? error : new AppError('INTERNAL', {}, { cause: error })
        if (fault.code === 'INTERNAL') report(error)
        const { output, ...details } = fault.details
        const message = errorMessage(fault.code, details)
        const told = [
          ...results,
          { kind, state: 'failed' as const, ms: ms(), message, output: typeof output === 'string' ? output : '' },
        ]
        if (attempts <= automation.retries && !isPermanent(fault)) {
          const nextAt = untilText(times.backOffMs * 2 ** (attempts - 1))
          await repository.store(run.id, 'waiting', { results: told, attempts, nextAt })
          return
        }
        await repository.store(run.id, 'failed', { results: told, attempts, endedAt: nowText() })
        await options.failed(automation, run, fault).catch(report)
        return
      }
    }
    await repository.store(run.id, 'done', { results, attempts, endedAt: nowText() })
    await repository.prune(automation.id, runsKept)
  }

  const begin = async (run: StoredRun): Promise<void> => {
    if (!(await repository.claim(run.id, owner, untilText(times.leaseMs)))) return
    const work = async (): Promise<void> => {
      try {
        const automation = await repository.byId(run.automationId)
        if (automation === undefined) return
        await attempt(automation, run)
        options.changed(automation.projectId)
      } catch (error) {
        report(error)
      } finally {
        running.delete(run.id)
        if (!isClosed()) void look()
      }
    }
    running.set(run.id, work())
  }

  const lookOnce = async (): Promise<void> => {
    if (isClosed()) return
    if (!options.isAlone) await repository.revive(nowText(), false)
    if (running.size < runsAtOnce) {
      const due = await repository.due(nowText(), runsRead)
      for (const run of due.slice(0, runsAtOnce - running.size)) await begin(run)
    }
    cancelNext()
    const next = await repository.nextDue()
    if (isClosed() || (next === undefined && options.isAlone)) return
    const nowMs = clock.now().getTime()
    const dueMs = next === undefined ? Infinity : Math.max(Date.parse(next), nowMs + minLookMs)
    cancelNext = schedule.at(options.isAlone ? dueMs : Math.min(dueMs, nowMs + times.pollMs), () => void look())
  }
  const look = (): Promise<void> =>
    oneLook(lookOnce).catch((error: unknown) => {
      report(error)
      if (isClosed()) return
      cancelNext()
      cancelNext = schedule.at(clock.now().getTime() + times.pollMs, () => void look())
    })

  return {
    look,
    start: () => {
      endRenewing = schedule.every(times.leaseMs / 3, () => {
        if (running.size > 0) repository.renew(owner, untilText(times.leaseMs)).catch(report)
      })
      const ready = options.isAlone ? repository.revive(nowText(), true) : Promise.resolve()
      ready.then(look).catch(report)
    },
    close: async () => {
      closing.abort()
      cancelNext()
      endRenewing()
      await looked()
      await Promise.all(running.values())
    },
  }
}
