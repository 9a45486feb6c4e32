import { isMessage, type Message } from '@common/messages'
import { jobAction, type JobAction } from '@common/operations/actions'
import { catchUps, jobCauses, jobStates, type Job, type JobRun } from '@common/operations/jobs'
import {
  deleteFrom,
  insertInto,
  metaTables,
  transactGuarded,
  updateIn,
  type JobRow,
  type JobRunRow,
  type MetaStep,
  type MetaStore,
} from '@main/db/meta'
import { emailsOf } from '@main/features/actions'

const { jobs, jobRuns } = metaTables

export type JobCause = JobRun['cause']
export type JobState = JobRun['state']

/** A job without its secrets. */
export interface StoredJob extends Pick<
  Job,
  'id' | 'title' | 'pattern' | 'timeZone' | 'active' | 'retries' | 'catchUp'
> {
  readonly projectId: string
  readonly userId: number | null
  readonly action: JobAction
  /** Encrypted. */
  readonly secrets: string | null
  readonly nextAt: string | null
  readonly leaseUntil: string | null
  readonly runId: string | null
  readonly updatedAt: string
}

export interface ListedJob extends StoredJob {
  readonly email: string | null
  readonly lastRun: StoredRun | null
}

export interface StoredRun extends Omit<JobRun, 'msg' | 'message'> {
  readonly summary: Message | null
}

export interface RunEnd {
  readonly state: JobState
  readonly attempts: number
  readonly summary: Message | null
  readonly output: string
}

/** A claim of a run by one server. */
export interface Claim {
  readonly runId: string
  readonly owner: string
  readonly until: string
  readonly now: string
  readonly cause: JobCause
}

/** SQL of runs, which servers claim. */
export interface JobLeases {
  /** Returns jobs whose time has come, and those whose server is gone. */
  readonly due: (now: string) => Promise<StoredJob[]>
  /** Returns the next time at which `due` may return more; undefined without any. */
  readonly nextDue: () => Promise<string | undefined>
  /** Begins a run. @returns false if another server was faster, or the job was changed */
  readonly claim: (job: StoredJob, claim: Claim) => Promise<boolean>
  /** @returns false if another server has taken over, or the job is deleted */
  readonly renew: (jobId: string, claim: Pick<Claim, 'runId' | 'owner' | 'until'>) => Promise<boolean>
  /** Ends a run. Its job gets the next time, unless it was changed meanwhile. */
  readonly end: (job: StoredJob, runId: string, end: RunEnd, now: string, nextAt: string | null) => Promise<void>
  /** Ends the run of a server that is gone, outside the times of its job. */
  readonly release: (job: StoredJob, now: string) => Promise<boolean>
  /** Ends the leases of servers that are gone: of all, where this server is the only one. */
  readonly endLeases: () => Promise<void>
  /** Records a time that the catch-up rule leaves out. */
  readonly skip: (job: StoredJob, runId: string, now: string, nextAt: string | null) => Promise<void>
  /** Deletes all but the newest runs. */
  readonly prune: (jobId: string, most: number) => Promise<void>
}

/** SQL of jobs and their runs. */
export interface JobRepository extends JobLeases {
  readonly list: (projectId: string) => Promise<ListedJob[]>
  readonly find: (projectId: string, id: string) => Promise<ListedJob | undefined>
  readonly count: (projectId: string) => Promise<number>
  readonly save: (job: StoredJob, isNew: boolean) => Promise<void>
  readonly activate: (id: string, active: boolean, nextAt: string | null, now: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  readonly runs: (jobId: string, limit: number) => Promise<StoredRun[]>
}

export function createJobRepository(store: MetaStore): JobRepository {
  const listed = async (where: string, params: readonly string[]): Promise<ListedJob[]> => {
    const ofThem = (column: string): string => `SELECT ${column} FROM ${jobs.name} WHERE ${where}`
    const [rows, emails, lastRuns] = await Promise.all([
      store.select(jobs, `WHERE ${where} ORDER BY title, id`, params),
      emailsOf(store, ofThem('user_id'), params),
      store.select(
        jobRuns,
        `WHERE id IN (SELECT max(id) FROM ${jobRuns.name} WHERE job_id IN (${ofThem('id')}) GROUP BY job_id)`,
        params,
      ),
    ])
    const lastOf = new Map(lastRuns.map((run) => [run.job_id, runOf(run)]))
    return rows.map((row) => ({
      ...jobOf(row),
      email: row.user_id === null ? null : (emails.get(row.user_id) ?? null),
      lastRun: lastOf.get(row.id) ?? null,
    }))
  }

  return {
    list: (projectId) => listed('project_id = ?', [projectId]),
    find: async (projectId, id) => (await listed('project_id = ? AND id = ?', [projectId, id]))[0],
    count: async (projectId) => {
      const [row] = await store.read(`SELECT count(*) FROM ${jobs.name} WHERE project_id = ?`, [projectId])
      return Number(row?.[0] ?? 0)
    },
    save: async (job, isNew) => {
      const values = {
        project_id: job.projectId,
        user_id: job.userId,
        title: job.title,
        pattern: job.pattern,
        time_zone: job.timeZone,
        active: job.active ? 1 : 0,
        job_action: JSON.stringify(job.action),
        secrets: job.secrets,
        retries: job.retries,
        catch_up: job.catchUp,
        next_at: job.nextAt,
        updated_at: job.updatedAt,
      }
      await store.transact([
        isNew
          ? insertInto(jobs, { id: job.id, created_at: job.updatedAt, ...values })
          : updateIn(jobs, values, { id: job.id }),
      ])
    },
    activate: async (id, active, nextAt, now) => {
      await store.transact([updateIn(jobs, { active: active ? 1 : 0, next_at: nextAt, updated_at: now }, { id })])
    },
    remove: async (id) => {
      await store.transact([deleteFrom(jobRuns, { job_id: id }), deleteFrom(jobs, { id })])
    },
    runs: async (jobId, limit) =>
      (await store.select(jobRuns, `WHERE job_id = ? ORDER BY id DESC LIMIT ${limit}`, [jobId])).map(runOf),
    ...createLeases(store),
  }
}

/** SQL of runs. Guards let one of several servers win. */
function createLeases(store: MetaStore): JobLeases {
  const guarded = (steps: readonly MetaStep[]): Promise<boolean> => transactGuarded(store, steps)

  return {
    due: async (now) =>
      (
        await store.select(
          jobs,
          `WHERE (active = 1 AND next_at <= ? AND (lease_until IS NULL OR lease_until < ?))
             OR (run_id IS NOT NULL AND lease_until < ?) ORDER BY next_at, id`,
          [now, now, now],
        )
      ).map(jobOf),
    nextDue: async () => {
      const [row] = await store.read(
        `SELECT min(CASE WHEN lease_until IS NOT NULL THEN lease_until ELSE next_at END) FROM ${jobs.name}
         WHERE (active = 1 AND next_at IS NOT NULL) OR lease_until IS NOT NULL`,
      )
      return typeof row?.[0] === 'string' ? row[0] : undefined
    },
    claim: (job, { runId, owner, until, now, cause }) =>
      guarded([
        // A server that ended in the middle of a run left it open.
        updateIn(jobRuns, { state: 'interrupted', ended_at: now }, { job_id: job.id, state: 'running' }),
        updateIn(
          jobs,
          { lease_owner: owner, lease_until: until, run_id: runId },
          `id = ? AND updated_at = ? AND (lease_until IS NULL OR lease_until < ?) AND ${sameTime(job.nextAt)}`,
          [job.id, job.updatedAt, now, ...timeParams(job.nextAt)],
          { expectRows: 1 },
        ),
        insertInto(jobRuns, {
          id: runId,
          job_id: job.id,
          cause,
          state: 'running',
          due_at: cause === 'person' ? now : (job.nextAt ?? now),
          started_at: now,
          attempts: 1,
        }),
      ]),
    renew: (jobId, { runId, owner, until }) =>
      guarded([
        updateIn(jobs, { lease_until: until }, 'id = ? AND run_id = ? AND lease_owner = ?', [jobId, runId, owner], {
          expectRows: 1,
        }),
      ]),
    end: async (job, runId, { state, attempts, summary, output }, now, nextAt) => {
      const ended = { state, attempts, ended_at: now, summary: summary && JSON.stringify(summary), output }
      await store.transact([
        updateIn(jobRuns, ended, { id: runId, state: 'running' }),
        // First the time, while the row still names the run.
        updateIn(
          jobs,
          { next_at: nextAt },
          `id = ? AND run_id = ? AND updated_at = ? AND active = 1 AND ${sameTime(job.nextAt)}`,
          [job.id, runId, job.updatedAt, ...timeParams(job.nextAt)],
        ),
        updateIn(jobs, { lease_owner: null, lease_until: null, run_id: null }, { id: job.id, run_id: runId }),
      ])
    },
    release: (job, now) =>
      guarded([
        updateIn(
          jobs,
          { lease_owner: null, lease_until: null, run_id: null },
          'id = ? AND run_id = ? AND lease_until < ?',
          [job.id, job.runId ?? '', now],
          { expectRows: 1 },
        ),
        updateIn(jobRuns, { state: 'interrupted', ended_at: now }, { job_id: job.id, state: 'running' }),
      ]),
    endLeases: async () => {
      // Reads first: a start without any write needs no thread that writes.
      const leased = await store.find(jobs, 'WHERE lease_until IS NOT NULL LIMIT 1')
      if (leased === undefined) return
      await store.transact([updateIn(jobs, { lease_until: longAgo }, 'lease_until IS NOT NULL', [])])
    },
    skip: async (job, runId, now, nextAt) => {
      await guarded([
        updateIn(
          jobs,
          { next_at: nextAt },
          `id = ? AND updated_at = ? AND run_id IS NULL AND ${sameTime(job.nextAt)}`,
          [job.id, job.updatedAt, ...timeParams(job.nextAt)],
          { expectRows: 1 },
        ),
        insertInto(jobRuns, {
          id: runId,
          job_id: job.id,
          cause: 'schedule',
          state: 'skipped',
          due_at: job.nextAt ?? now,
          started_at: now,
          ended_at: now,
          attempts: 0,
        }),
      ])
    },
    prune: async (jobId, most) => {
      const [last] = await store.read(
        `SELECT id FROM ${jobRuns.name} WHERE job_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${most}`,
        [jobId],
      )
      if (last !== undefined)
        await store.transact([deleteFrom(jobRuns, 'job_id = ? AND id <= ?', [jobId, String(last[0])])])
    },
  }
}

const longAgo = '1970-01-01T00:00:00.000Z'

const sameTime = (nextAt: string | null): string => (nextAt === null ? 'next_at IS NULL' : 'next_at = ?')
const timeParams = (nextAt: string | null): string[] => (nextAt === null ? [] : [nextAt])

function jobOf(row: JobRow): StoredJob {
  return {
    id: row.id,
    projectId: row.project_id,
    userId: row.user_id,
    title: row.title,
    pattern: row.pattern,
    timeZone: row.time_zone,
    active: row.active === 1,
    action: jobAction.parse(JSON.parse(row.job_action)),
    secrets: row.secrets,
    retries: row.retries,
    catchUp: catchUps.find((each) => each === row.catch_up) ?? 'once',
    nextAt: row.next_at,
    leaseUntil: row.lease_until,
    runId: row.run_id,
    updatedAt: row.updated_at,
  }
}

function runOf(row: JobRunRow): StoredRun {
  const summary: unknown = row.summary === null ? null : JSON.parse(row.summary)
  return {
    id: row.id,
    cause: jobCauses.find((each) => each === row.cause) ?? 'schedule',
    state: jobStates.find((each) => each === row.state) ?? 'failed',
    dueAt: row.due_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    attempts: row.attempts,
    summary: isMessage(summary) ? summary : null,
    output: row.output ?? '',
  }
}
