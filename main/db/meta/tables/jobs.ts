import { metaTable, type MetaRow } from '../meta-table'

/* Scheduled jobs and automations. */

export const jobs = metaTable('nc_cron', {
  id: 'text',
  project_id: 'text',
  /** The person who saved it last, with whose rights it runs. Null if the account is deleted. */
  user_id: 'integer?',
  title: 'text',
  /** Cron expression. */
  pattern: 'text',
  time_zone: 'text',
  active: 'integer',
  /** JSON text, without secrets. */
  job_action: 'text',
  /** Encrypted JSON text: secret values of headers by their position. */
  secrets: 'text?',
  /** Attempts after the first one. */
  retries: 'integer',
  /** once, skip. */
  catch_up: 'text',
  /** Time of the next run; null while the job is paused. */
  next_at: 'text?',
  /** The server that runs it, and until when. Another server may take over afterwards. */
  lease_owner: 'text?',
  lease_until: 'text?',
  /** The run that the lease is for. */
  run_id: 'text?',
  created_at: 'text',
  updated_at: 'text',
})

export const jobRuns = metaTable('nc_cron_runs', {
  /** Sorts by time. */
  id: 'text',
  job_id: 'text',
  /** schedule, catchUp, person. */
  cause: 'text',
  /** running, done, failed, skipped, interrupted. */
  state: 'text',
  due_at: 'text',
  started_at: 'text',
  ended_at: 'text?',
  attempts: 'integer',
  /** JSON text: a message. */
  summary: 'text?',
  /** Start of the response, or the first rows. */
  output: 'text?',
})

export const automations = metaTable('nc_automations', {
  id: 'text',
  project_id: 'text',
  /** As in `nc_cron`. */
  user_id: 'integer?',
  title: 'text',
  active: 'integer',
  /** created, changed, matches, deleted, form, schedule, webhook. */
  trigger_kind: 'text',
  table_name: 'text',
  /** JSON text: names of columns of which one must change. */
  column_names: 'text',
  /** JSON text: filter, schedule. */
  trigger_facts: 'text?',
  /** Next time of a schedule; null while the automation is off. */
  next_at: 'text?',
  /** Hash of the token in the address of a webhook. */
  hook_hash: 'text?',
  /** JSON text, without secrets. */
  steps: 'text',
  /** Encrypted JSON text: secrets by step. */
  secrets: 'text?',
  retries: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/** Runs: a queue while they wait, then the log. Failed ones are dead letters. */
export const automationRuns = metaTable('nc_automation_runs', {
  /** Sorts by time. */
  id: 'text',
  automation_id: 'text',
  /** waiting, running, done, failed. */
  state: 'text',
  /** Text of the key, shortened: runs of a record follow each other. */
  record_key: 'text',
  /** JSON text: the change of the record. */
  input: 'text',
  /** Number of automations whose changes led here. */
  depth: 'integer',
  /** Their ids, with commas. */
  trail: 'text?',
  attempts: 'integer',
  next_at: 'text',
  /** The server that runs it, and until when. */
  lease_owner: 'text?',
  lease_until: 'text?',
  /** JSON text: outcomes of its steps. */
  results: 'text',
  created_at: 'text',
  ended_at: 'text?',
})

export type JobRow = MetaRow<typeof jobs>
export type JobRunRow = MetaRow<typeof jobRuns>
export type AutomationRow = MetaRow<typeof automations>
export type AutomationRunRow = MetaRow<typeof automationRuns>
