import { wireMessage } from '@common/messages'
import { viewFilterGroup } from '@common/views/settings'
import { z } from 'zod'
import { stepAction } from './actions'
import { defineOperations } from './define'

const id = z.string().min(1).max(64)
const name = z.string().min(1).max(255)

export const triggerKinds = ['created', 'changed', 'matches', 'deleted', 'form', 'schedule', 'webhook'] as const
export type TriggerKind = (typeof triggerKinds)[number]
/** Triggers that a record fires; the others have no table. */
export const isOfRecords = (kind: TriggerKind): boolean => kind !== 'schedule' && kind !== 'webhook'
export const automationRunStates = ['waiting', 'running', 'done', 'failed'] as const
/** Characters of the body of a webhook. */
export const webhookBodyMax = 262_144
export const automationStepsMax = 10
export const automationRetriesMax = 5

const trigger = z.strictObject({
  kind: z.enum(triggerKinds),
  /** Empty for a schedule and a webhook. */
  table: z.string().max(255).default(''),
  /** Fields of which one must change, for `changed`. None stands for any. */
  columns: z.array(name).max(100).default([]),
  /** For `matches`: the automation starts when a record begins to match. Conditions use stored fields. */
  filter: viewFilterGroup.optional(),
  /** For `schedule`: a cron expression. */
  pattern: z.string().trim().max(200).optional(),
  /** IANA name, for `schedule`, and for days in a filter. */
  timeZone: z.string().trim().max(100).optional(),
})
export type AutomationTrigger = z.output<typeof trigger>

/** Outcome of one step of a run. */
const stepResult = z.object({
  kind: z.string(),
  state: z.enum(['done', 'failed', 'notSent']),
  ms: z.number(),
  msg: z.string(),
  message: wireMessage,
  /** Start of the response. */
  output: z.string(),
})
export type StepResult = z.output<typeof stepResult>

const run = z.object({
  id: z.string(),
  state: z.enum(automationRunStates),
  /** Name of the record, or its key. */
  record: z.string(),
  /** As in a path of the data API; null without a key. */
  rowId: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  attempts: z.number(),
  /** Time of the next attempt of a waiting run. */
  nextAt: z.string().nullable(),
  /** JSON text: what the run began with. */
  input: z.string(),
  steps: z.array(stepResult),
})
export type AutomationRun = z.output<typeof run>

const automation = z.object({
  id: z.string(),
  title: z.string(),
  active: z.boolean(),
  trigger,
  steps: z.array(stepAction),
  retries: z.number(),
  /** E-mail address of the person with whose rights it runs; null if the account is deleted. */
  user: z.string().nullable(),
  updatedAt: z.string(),
  /** Next time of a schedule; null for others, and while it is off. */
  nextAt: z.string().nullable(),
  /** True if a webhook has an address. */
  hasAddress: z.boolean(),
  lastRun: z.object({ state: z.enum(automationRunStates), createdAt: z.string() }).nullable(),
  /** Runs that failed for good and wait to be sent again. */
  failed: z.number(),
})
export type Automation = z.output<typeof automation>

const errors = ['AUTOMATION_NOT_FOUND', 'TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND'] as const

/**
 * Automations: steps that run when records change. An automation runs with the rights of the person who saved it last.
 * Its conditions see whole records, so people from whom something is hidden can't make one.
 */
export const automationOperations = defineOperations({
  automationList: {
    reads: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    wholeSchema: true,
    input: z.strictObject({}),
    output: z.object({ list: z.array(automation) }),
    errors: [],
  },
  /** Creates an automation, or changes the one with the given id. */
  automationSave: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    wholeSchema: true,
    input: z.strictObject({
      id: id.optional(),
      title: z.string().trim().min(1).max(100),
      active: z.boolean().default(true),
      trigger,
      steps: z.array(stepAction).min(1).max(automationStepsMax),
      retries: z.int().min(0).max(automationRetriesMax).default(2),
    }),
    output: automation,
    errors: [
      ...errors,
      'AUTOMATION_TRIGGER_INVALID',
      'AUTOMATION_FILTER_INVALID',
      'AUTOMATION_WITHOUT_RECORD',
      'AUTOMATION_OUTBOX_FAILED',
      'JOB_SCHEDULE_INVALID',
      'JOB_SCHEDULE_NEVER',
      'JOB_TIME_ZONE_INVALID',
      'JOB_SECRET_MISSING',
      'JOBS_TOO_MANY',
      'EMAIL_INVALID',
      'SECRETS_LOCKED',
    ],
  },
  /** Turns an automation on or off. Runs that wait go on. */
  automationActivate: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    wholeSchema: true,
    input: z.strictObject({ id, active: z.boolean() }),
    output: automation,
    errors: [...errors, 'JOB_SCHEDULE_NEVER'],
  },
  /**
   * Gives a webhook a new address, with a secret token, and returns its path. The former address ends. Only this answer
   * has the address.
   */
  automationAddress: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    wholeSchema: true,
    input: z.strictObject({ id }),
    output: z.object({ path: z.string() }),
    errors: [...errors, 'AUTOMATION_TRIGGER_INVALID'],
  },
  automationDelete: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    wholeSchema: true,
    input: z.strictObject({ id }),
    output: z.object({ title: z.string() }),
    errors,
  },
  /** Lists the last runs of an automation, newest first. */
  automationRuns: {
    reads: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    wholeSchema: true,
    input: z.strictObject({
      id,
      state: z.enum(automationRunStates).optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ list: z.array(run) }),
    errors,
  },
  /** Runs a failed run again, from the step that failed. */
  automationResend: {
    changes: ['jobs'],
    scope: 'project',
    permission: 'job.manage',
    wholeSchema: true,
    input: z.strictObject({ runId: id }),
    output: z.null(),
    errors: ['AUTOMATION_RUN_NOT_FOUND'],
  },
  /**
   * Runs the steps with a record, or with the body of a webhook. Sends HTTP requests, reads by SQL and runs scripts, but
   * sends no mail and no message, and changes nothing.
   */
  automationTest: {
    changes: [],
    scope: 'project',
    permission: 'job.manage',
    wholeSchema: true,
    input: z.strictObject({
      id,
      /** Key of a record as in a path, for triggers of records. */
      rowId: z.string().max(4_000).default(''),
      /** Body of a request, for a webhook. */
      body: z.string().max(webhookBodyMax).default(''),
    }),
    output: z.object({ steps: z.array(stepResult) }),
    errors: [...errors, 'ROW_NOT_FOUND'],
  },
})
