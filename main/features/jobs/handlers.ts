import { AppError } from '@common/errors'
import type { Job, jobOperations, JobRun } from '@common/operations/jobs'
import { checkAction, checkRights, sealAction, shownAction } from '@main/features/actions'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { englishBeside } from '@main/lib/messages'
import { noteChange, noteGone } from '@main/lib/note-change'
import type { SecretBox } from '@main/lib/secret-box'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { JobRepository, ListedJob, StoredRun } from './repository'
import type { JobRunner } from './runner'
import { checkSchedule, firstTime, nextTimes } from './times'

const jobsMax = 200

/** Handlers of `common/operations/jobs.ts`. */
export function createJobHandlers(options: {
  readonly repository: JobRepository
  readonly runner: JobRunner
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly ids: Ids
}): Handlers<typeof jobOperations> {
  const { repository, runner, secrets, clock, ids } = options

  const find = async (context: CallContext, id: string): Promise<ListedJob> => {
    const job = await repository.find(inProject(context).projectId, id)
    if (job === undefined) throw new AppError('JOB_NOT_FOUND')
    return job
  }

  return {
    jobList: async (context) => ({ list: (await repository.list(inProject(context).projectId)).map(jobToWire) }),

    jobSave: async (context, { id, ...given }) => {
      const { projectId } = inProject(context)
      // A token or a preview has fewer rights than its person, with whose rights the job would run.
      const { userId } = personIn(context)
      checkSchedule(given)
      checkRights(context.principal, [given.action])
      const before = id === undefined ? undefined : await find(context, id)
      if (before === undefined && (await repository.count(projectId)) >= jobsMax)
        throw new AppError('JOBS_TOO_MANY', { max: jobsMax })
      const jobId = before?.id ?? ids.hex(16)
      const now = clock.now()
      const job = {
        ...given,
        ...sealAction(secrets, jobId, checkAction(given.action), before),
        id: jobId,
        projectId,
        userId,
        nextAt: given.active ? firstTime(given, now) : null,
        leaseUntil: null,
        runId: null,
        updatedAt: now.toISOString(),
      }
      await repository.save(job, before === undefined)
      noteChange<object>(context, before === undefined ? {} : facts(before), facts(job))
      await runner.look()
      return jobToWire(await find(context, jobId))
    },

    jobActivate: async (context, { id, active }) => {
      const job = await find(context, id)
      const now = clock.now()
      if (active !== job.active) {
        const nextAt = active ? firstTime(job, now) : null
        await repository.activate(id, active, nextAt, now.toISOString())
        noteChange<object>(context, { active: job.active }, { active })
        await runner.look()
      }
      return jobToWire(await find(context, id))
    },

    jobDelete: async (context, { id }) => {
      const job = await find(context, id)
      await repository.remove(id)
      await runner.cancel(id)
      noteGone(context, facts(job))
      return { title: job.title }
    },

    jobRun: async (context, { id }) => {
      personIn(context)
      return { runId: await runner.runNow(await find(context, id)) }
    },

    jobRuns: async (context, { id, limit }) => {
      await find(context, id)
      return { list: (await repository.runs(id, limit)).map(runToWire) }
    },

    jobTimes: (context, schedule) => {
      inProject(context)
      checkSchedule(schedule)
      return { times: nextTimes(schedule, clock.now()) }
    },
  }
}

/** Facts for the audit. */
const facts = ({ title, pattern, timeZone, active }: Pick<Job, 'title' | 'pattern' | 'timeZone' | 'active'>) => ({
  title,
  schedule: pattern,
  timeZone,
  active,
})

function jobToWire({ email, lastRun, runId, projectId: _p, userId: _u, ...job }: ListedJob): Job {
  const { secrets: _s, leaseUntil: _l, ...shown } = job
  return {
    ...shown,
    action: shownAction(job.action),
    user: email,
    isRunning: runId !== null,
    lastRun: lastRun && withoutOutput(runToWire(lastRun)),
  }
}

function withoutOutput(run: JobRun): Omit<JobRun, 'output'> {
  const { output: _, ...rest } = run
  return rest
}

function runToWire({ summary, ...run }: StoredRun): JobRun {
  const text = summary === null ? { msg: null, message: null } : englishBeside('msg', summary)
  return { ...run, ...text }
}
