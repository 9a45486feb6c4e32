import { AppError, isPermanent } from '@common/errors'
import { actionError, failureOf } from '@main/features/actions'
import { isLoop } from '@main/lib/automation-trail'
import type { Clock } from '@main/lib/clock'
import { createDueWork } from '@main/lib/due-work'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import type { WriteLoad } from './write-load'
import type { AutomationRepository, Lease, StoredAutomation, StoredResult, StoredRun } from './types'

export interface AutomationTimes {
  /** How long a server owns its runs without renewing them. */
  readonly leaseMs: number
  /** How often servers that share a meta store look for runs. */
  readonly pollMs: number
  /** Pause before the second attempt; each further one is twice as long. */
  readonly backOffMs: number
}

/** As for jobs. */
export const automationTimes: AutomationTimes = { leaseMs: 7_500, pollMs: 2_000, backOffMs: 10_000 }

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
  /** Starts schedules whose time has come. */
  readonly startSchedules: (now: string) => Promise<void>
  readonly load: WriteLoad
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
/** While rows are being written, runs begin one after the other, with pauses. */
const runsWhileBusy = 1
const runsRead = 64
const runsKept = 500

/**
 * Works through waiting runs: those of one record one after the other, in the order of the changes. A run that ends in the
 * middle begins again with the step that it had not finished.
 */
export function createAutomationRunner(options: AutomationRunnerOptions): AutomationRunner {
  const { repository, clock, schedule, ids, times, report } = options
  const owner = ids.hex(8)
  const running = new Map<string, Promise<void>>()
  const closing = new AbortController()
  /** Runs that are due. Other servers may take them meanwhile, so a look begins with fresh ones there. */
  let ready: StoredRun[] = []
  let endRenewing = (): void => undefined
  const isClosed = (): boolean => closing.signal.aborted
  const nowText = (): string => clock.now().toISOString()
  const lease = (): Lease => ({ owner, until: untilText(times.leaseMs) })
  const untilText = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()

  const attempt = async (automation: StoredAutomation, run: StoredRun): Promise<void> => {
    const results = run.results.filter(({ state }) => state === 'done')
    const attempts = run.attempts + 1
    for (let step = results.length; step < automation.steps.length; step += 1) {
      const kind = automation.steps[step]?.kind ?? ''
      const startedMs = clock.monotonicMs()
      const ms = (): number => Math.round(clock.monotonicMs() - startedMs)
      try {
        if (isLoop(run.trail, automation.id)) throw new AppError('AUTOMATION_LOOP', { count: run.trail.depth })
        const done = await options.perform(automation, run, step, closing.signal)
        results.push({ kind, state: 'done', ms: ms(), ...done })
      } catch (error) {
        if (isClosed()) {
          await repository.store(run.id, owner, 'waiting', { results, attempts: run.attempts })
          return
        }
        const fault = actionError(error, report)
        const facts = {
          results: [...results, { kind, state: 'failed' as const, ms: ms(), ...failureOf(fault) }],
          attempts,
        }
        if (attempts <= automation.retries && !isPermanent(fault)) {
          const nextAt = untilText(times.backOffMs * 2 ** (attempts - 1))
          await repository.store(run.id, owner, 'waiting', { ...facts, nextAt })
        } else if (await repository.store(run.id, owner, 'failed', { ...facts, endedAt: nowText() }))
          await options.failed(automation, run, fault).catch(report)
        return
      }
      if (!(await repository.store(run.id, owner, 'running', { results, attempts: run.attempts }))) return
    }
    await repository.store(run.id, owner, 'done', { results, attempts, endedAt: nowText() })
  }

  const begin = async (run: StoredRun): Promise<void> => {
    if (!(await repository.claim(run.id, lease()))) return
    const work = async (): Promise<void> => {
      try {
        const automation = await repository.byId(run.automationId)
        if (automation === undefined) return
        await attempt(automation, run)
        await repository.prune(automation.id, runsKept)
        options.changed(automation.projectId)
      } catch (error) {
        report(error)
      } finally {
        await options.load.pause()
        running.delete(run.id)
        if (!isClosed()) void look()
      }
    }
    running.set(run.id, work())
  }

  const startDue = async (): Promise<string | undefined> => {
    const now = nowText()
    await options.startSchedules(now)
    await repository.revive(now, running)
    if (!options.isAlone) ready = []
    while (!isClosed() && running.size < (options.load.isBusy() ? runsWhileBusy : runsAtOnce)) {
      if (ready.length === 0) ready = (await repository.due(now, runsRead)).filter(({ id }) => !running.has(id))
      const run = ready.shift()
      if (run === undefined) break
      await begin(run)
    }
    return repository.nextDue(now)
  }
  const { look, close } = createDueWork({
    clock,
    schedule,
    isAlone: options.isAlone,
    pollMs: times.pollMs,
    startDue,
    report,
  })

  return {
    look,
    start: () => {
      endRenewing = schedule.every(times.leaseMs / 3, () => {
        if (running.size > 0) repository.renew([...running.keys()], lease()).catch(report)
      })
      const revived = options.isAlone ? repository.revive(undefined, running) : Promise.resolve()
      revived.then(look).catch(report)
    },
    close: async () => {
      closing.abort()
      endRenewing()
      await close()
      await Promise.all(running.values())
    },
  }
}
