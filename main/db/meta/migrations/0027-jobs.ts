import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Scheduled jobs of projects, and their runs. */
export const jobs: Migration = {
  version: 27,
  name: 'jobs',
  statements: [
    `CREATE TABLE nc_cron (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      user_id integer,
      title ${name} NOT NULL,
      pattern ${name} NOT NULL,
      time_zone ${name} NOT NULL,
      active integer NOT NULL,
      job_action ${text} NOT NULL,
      secrets ${text},
      retries integer NOT NULL,
      catch_up ${word} NOT NULL,
      next_at ${time},
      lease_owner ${id},
      lease_until ${time},
      run_id ${id},
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_cron_project ON nc_cron (project_id)',
    'CREATE INDEX nc_cron_next ON nc_cron (next_at)',
    'CREATE INDEX nc_cron_user ON nc_cron (user_id)',
    `CREATE TABLE nc_cron_runs (
      id ${id} NOT NULL PRIMARY KEY,
      job_id ${id} NOT NULL REFERENCES nc_cron (id) ON DELETE CASCADE,
      cause ${word} NOT NULL,
      state ${word} NOT NULL,
      due_at ${time} NOT NULL,
      started_at ${time} NOT NULL,
      ended_at ${time},
      attempts integer NOT NULL,
      summary ${text},
      output ${text}
    )`,
    'CREATE INDEX nc_cron_runs_job ON nc_cron_runs (job_id, id)',
  ],
}
