import { AppError, isPermanent } from '@common/errors'
import type { Message } from '@common/messages'
import { createQueue } from '@common/util/queue'
import { actionError, failureOf } from '@main/features/actions'
import type { Clock } from '@main/lib/clock'
import { createDueWork } from '@main/lib/due-work'
import type { Ids } from '@main/lib/ids'
import { logId } from '@main/lib/log-id'
import type { Schedule } from '@main/lib/schedule'
import type { Claim, JobCause, JobRepository, RunEnd, StoredJob } from './repository'
import { nextTime } from './times'

/** Outcome of one attempt. */
export interface Outcome {
  readonly summary: Message
  readonly output: string
}

export interface RunnerTimes {
  /** How long a server owns a run without renewing it. */
  readonly leaseMs: number
  /** How often servers that share a meta store look for jobs. */
  readonly pollMs: number
  /** Pause before the second attempt; each further one is twice as long. */
  readonly backOffMs: number
  /** Limit of a whole attempt. */
  readonly attemptMs: number
}

/** Another server takes over within ten seconds: the lease, and one look. */
export const runnerTimes: RunnerTimes = { leaseMs: 7_500, pollMs: 2_000, backOffMs: 15_000, attemptMs: 30 * 60_000 }

export interface RunnerOptions {
  readonly repository: JobRepository
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly times: RunnerTimes
  /** True if only this server runs jobs, so that it knows when one changes. */
  readonly isAlone: boolean
  /** Performs the action with the rights of the author. */
  readonly perform: (job: StoredJob, runId: string, signal: AbortSignal) => Promise<Outcome>
  /** Called after a run has failed for good. */
  readonly failed: (job: StoredJob, error: AppError) => Promise<void>
  /** Called after the state of a job has changed. */
  readonly changed: (projectId: string) => void
  readonly report: (error: unknown) => void
}

/** Starts jobs at their times. If servers share a meta store, one owns a run by a lease that it renews. */
export interface JobRunner {
  /** Looks for jobs whose time has come, and for the next time to look. */
  readonly look: () => Promise<void>
  /** Starts a run at once. @throws AppError JOB_RUNNING */
  readonly runNow: (job: StoredJob) => Promise<string>
  /** Cancels the run of a job, such as a deleted one. */
  readonly cancel: (jobId: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** A run that begins this late caught up. */
const lateMs = 60_000
const runsKept = 100
const jobsAtOnce = 8

interface Running {
  readonly controller: AbortController
  readonly over: Promise<void>
}

export function createJobRunner(options: RunnerOptions): JobRunner {
  const { repository, clock, schedule, ids, times, report } = options
  const owner = ids.hex(8)
  const running = new Map<string, Running>()
  const { run: inPlace } = createQueue({ concurrency: jobsAtOnce })
  let isClosed = false
  let runs = 0

  const nowText = (): string => clock.now().toISOString()
  const newRunId = (): string => logId(clock.now().getTime(), (runs += 1), ids.hex(4))
  const claimOf = (cause: JobCause): Claim => {
    const now = clock.now()
    const until = new Date(now.getTime() + times.leaseMs).toISOString()
    return { runId: newRunId(), owner, until, now: now.toISOString(), cause }
  }
  const nextOf = (job: StoredJob): string | null => {
    const due = job.nextAt === null ? 0 : Date.parse(job.nextAt)
    return nextTime(job, new Date(Math.max(clock.now().getTime(), due)))
  }

  /** Attempts the action, with pauses that double. */
  const attempts = async (job: StoredJob, runId: string, signal: AbortSignal): Promise<RunEnd> => {
    for (let attempt = 1; ; attempt += 1) {
      const limit = AbortSignal.timeout(times.attemptMs)
      try {
        const { summary, output } = await options.perform(job, runId, AbortSignal.any([signal, limit]))
        return { state: 'done', attempts: attempt, summary, output }
      } catch (error) {
        if (signal.aborted) return { state: 'interrupted', attempts: attempt, summary: null, output: '' }
        const fault = limit.aborted
          ? new AppError('JOB_TOO_SLOW', { minutes: times.attemptMs / 60_000 })
          : actionError(error, report)
        if (attempt <= job.retries && !isPermanent(fault)) {
          await pause(times.backOffMs * 2 ** (attempt - 1), signal)
          continue
        }
        await options.failed(job, fault).catch(report)
        const { message, output } = failureOf(fault)
        return { state: 'failed', attempts: attempt, summary: message, output }
      }
    }
  }

  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = schedule.at(clock.now().getTime() + ms, end)
      signal.addEventListener('abort', end)
    })

  const begin = (job: StoredJob, claim: Claim): void => {
    const controller = new AbortController()
    const { signal } = controller
    const endRenewing = schedule.every(times.leaseMs / 3, () => {
      const until = new Date(clock.now().getTime() + times.leaseMs).toISOString()
      // Without the lease, another server runs the job.
      repository.renew(job.id, { ...claim, until }).then((isMine) => isMine || controller.abort(), report)
    })
    const work = async (): Promise<void> => {
      try {
        const end = await inPlace(() => attempts(job, claim.runId, signal), signal)
        await repository.end(job, claim.runId, end, nowText(), isClosed ? job.nextAt : nextOf(job))
        await repository.prune(job.id, runsKept)
      } catch (error) {
        if (!signal.aborted) report(error)
      } finally {
        endRenewing()
        running.delete(job.id)
        options.changed(job.projectId)
        if (!isClosed) void look()
      }
    }
    running.set(job.id, { controller, over: work() })
    options.changed(job.projectId)
  }

  const start = async (job: StoredJob): Promise<void> => {
    if (running.has(job.id)) return
    const isDue = job.active && job.nextAt !== null && job.nextAt <= nowText()
    if (!isDue) {
      if (await repository.release(job, nowText())) options.changed(job.projectId)
      return
    }
    const isLate = clock.now().getTime() - Date.parse(job.nextAt) > lateMs
    if (isLate && job.catchUp === 'skip' && job.runId === null) {
      await repository.skip(job, newRunId(), nowText(), nextOf(job))
      options.changed(job.projectId)
      return
    }
    const claim = claimOf(isLate ? 'catchUp' : 'schedule')
    if (await repository.claim(job, claim)) begin(job, claim)
  }

  const { look, close } = createDueWork({
    clock,
    schedule,
    isAlone: options.isAlone,
    pollMs: times.pollMs,
    startDue: async () => {
      for (const job of await repository.due(nowText())) await start(job).catch(report)
      return repository.nextDue()
    },
    report,
  })

  const cancel = async (jobId: string): Promise<void> => {
    const run = running.get(jobId)
    run?.controller.abort()
    await run?.over
  }

  return {
    look,
    runNow: async (job) => {
      const claim = claimOf('person')
      if (running.has(job.id) || !(await repository.claim(job, claim))) throw new AppError('JOB_RUNNING')
      begin(job, claim)
      return claim.runId
    },
    cancel,
    close: async () => {
      isClosed = true
      await close()
      await Promise.all([...running.keys()].map(cancel))
    },
  }
}
