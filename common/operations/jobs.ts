import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { jobAction } from './actions'
import { defineOperations } from './define'

const id = z.string().min(1).max(64)
const pattern = z.string().trim().min(1).max(200)
const timeZone = z.string().trim().min(1).max(100)

/** Rule for times that a sleep or a stop of the server missed: one run afterwards, or none. */
export const catchUps = ['once', 'skip'] as const
export const jobCauses = ['schedule', 'catchUp', 'person'] as const
export const jobStates = ['running', 'done', 'failed', 'skipped', 'interrupted'] as const
export const jobRetriesMax = 5

const run = z.object({
  id: z.string(),
  cause: z.enum(jobCauses),
  state: z.enum(jobStates),
  dueAt: z.string(),
  startedAt: z.string(),
  /** Null while it runs. */
  endedAt: z.string().nullable(),
  attempts: z.number(),
  /** Outcome or reason of the failure. */
  msg: z.string().nullable(),
  message: wireMessage.nullable(),
  /** Start of the response, or the first rows. */
  output: z.string(),
})
export type JobRun = z.output<typeof run>

const job = z.object({
  id: z.string(),
  title: z.string(),
  pattern: z.string(),
  timeZone: z.string(),
  active: z.boolean(),
  action: jobAction,
  retries: z.number(),
  catchUp: z.enum(catchUps),
  /** E-mail address of the person with whose rights it runs; null if the account is deleted. */
  user: z.string().nullable(),
  /** Null while it is paused. */
  nextAt: z.string().nullable(),
  isRunning: z.boolean(),
  updatedAt: z.string(),
  lastRun: run.omit({ output: true }).nullable(),
})
export type Job = z.output<typeof job>

/** Scheduled jobs. A job runs with the rights of the person who saved it last. */
export const jobOperations = defineOperations({
  jobList: {
    reads: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    input: z.strictObject({}),
    output: z.object({ list: z.array(job) }),
    errors: [],
  },
  /** Creates a job, or changes the one with the given id. */
  jobSave: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    input: z.strictObject({
      id: id.optional(),
      title: z.string().trim().min(1).max(100),
      /** Cron expression of five fields, or six with seconds. */
      pattern,
      timeZone,
      active: z.boolean().default(true),
      action: jobAction,
      retries: z.int().min(0).max(jobRetriesMax).default(0),
      catchUp: z.enum(catchUps).default('once'),
    }),
    output: job,
    errors: [
      'JOB_NOT_FOUND',
      'JOB_SCHEDULE_INVALID',
      'JOB_SCHEDULE_NEVER',
      'JOB_TIME_ZONE_INVALID',
      'JOB_SECRET_MISSING',
      'JOB_FOLDER_INVALID',
      'JOBS_TOO_MANY',
      'EMAILS_INVALID',
      'OUTBOUND_ADDRESS_INVALID',
      'SECRETS_LOCKED',
    ],
  },
  /** Pauses or continues a job. */
  jobActivate: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    input: z.strictObject({ id, active: z.boolean() }),
    output: job,
    errors: ['JOB_NOT_FOUND', 'JOB_SCHEDULE_NEVER'],
  },
  jobDelete: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    input: z.strictObject({ id }),
    output: z.object({ title: z.string() }),
    errors: ['JOB_NOT_FOUND'],
  },
  /** Starts a run and returns at once. */
  jobRun: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    input: z.strictObject({ id }),
    output: z.object({ runId: z.string() }),
    errors: ['JOB_NOT_FOUND', 'JOB_RUNNING'],
  },
  /** Lists the last runs of a job, newest first. */
  jobRuns: {
    reads: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    input: z.strictObject({ id, limit: z.int().min(1).max(100).default(50) }),
    output: z.object({ list: z.array(run) }),
    errors: ['JOB_NOT_FOUND'],
  },
  /** Returns the next five times of a schedule. */
  jobTimes: {
    reads: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    input: z.strictObject({ pattern, timeZone }),
    output: z.object({ times: z.array(z.string()).max(5) }),
    errors: ['JOB_SCHEDULE_INVALID', 'JOB_TIME_ZONE_INVALID'],
  },
})
