import type { AppError } from '@common/errors'
import type { Message } from '@common/messages'
import type { jobOperations } from '@common/operations/jobs'
import type { VariableValues } from '@common/variables'
import type { MetaStore } from '@main/db/meta'
import {
  authorContext,
  failureOf,
  fillAction,
  openAction,
  type Actions,
  type AuthorPorts,
} from '@main/features/actions'
import type { Secrets } from '@main/features/secrets'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import type { FeatureModule } from '@main/operations/module'
import { jobAudit } from './audit-rules'
import { createJobHandlers } from './handlers'
import { createJobRepository, type StoredJob } from './repository'
import { createJobRunner, runnerTimes, type RunnerTimes } from './runner'

export { checkSchedule, firstTime, nextTime } from './times'
export type { RunnerTimes } from './runner'

/** A notification that a job failed or was paused. */
export interface JobAlert {
  readonly kind: 'jobFailed' | 'jobStopped'
  readonly projectId: string
  readonly jobId: string
  readonly title: string
  readonly reason: Message
  /** The author; null if the account is gone. Then the owners of the project learn of it. */
  readonly userId: number | null
}

export interface JobsOptions extends AuthorPorts {
  readonly store: MetaStore
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'box'>
  readonly actions: Actions
  /** Returns the variables of the working environment. */
  readonly variables: (projectId: string) => Promise<VariableValues>
  readonly alert: (alert: JobAlert) => Promise<void>
  /** Tells open windows that jobs have changed. */
  readonly changed: (projectId: string) => void
  readonly times?: Partial<RunnerTimes> | undefined
  readonly report: (error: unknown) => void
}

export interface Jobs extends FeatureModule<typeof jobOperations> {
  /** Starts jobs whose time has come. Call it once everything is created. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

/** Scheduled jobs of projects. */
export function createJobs(options: JobsOptions): Jobs {
  const { store, clock, ids, alert } = options
  const repository = createJobRepository(store)
  const secrets = options.secrets.box('nc_action_secret', 'job actions')

  const pause = async (job: StoredJob, error: AppError): Promise<void> => {
    await repository.activate(job.id, false, null, clock.now().toISOString())
    await alert({ ...alertOf(job, error), kind: 'jobStopped' })
  }

  const runner = createJobRunner({
    repository,
    clock,
    schedule: options.schedule,
    ids,
    times: { ...runnerTimes, ...options.times },
    isAlone: store.exclusive,
    changed: options.changed,
    report: options.report,
    perform: async (job, runId, signal) => {
      const context = await authorContext(options, job, runId, signal)
      const variables = await options.variables(job.projectId)
      const action = fillAction(openAction(secrets, job.id, job), variables)
      return options.actions(action, { context, title: job.title, jobId: job.id, variables })
    },
    failed: (job, error) =>
      error.code === 'JOB_AUTHOR_GONE' ? pause(job, error) : alert({ ...alertOf(job, error), kind: 'jobFailed' }),
  })

  return {
    handlers: createJobHandlers({ repository, runner, secrets, clock, ids }),
    audit: jobAudit,
    start: () => {
      const ready = store.exclusive ? repository.endLeases() : Promise.resolve()
      ready.then(runner.look).catch(options.report)
    },
    close: runner.close,
  }
}

const alertOf = ({ id, projectId, title, userId }: StoredJob, error: AppError) => ({
  projectId,
  jobId: id,
  title,
  userId,
  reason: failureOf(error).message,
})
