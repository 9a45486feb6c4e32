import { metaTable, type MetaRow } from '../meta-table'

/* Scheduled jobs. */

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

export type JobRow = MetaRow<typeof jobs>
export type JobRunRow = MetaRow<typeof jobRuns>
