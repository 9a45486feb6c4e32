import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Automations of projects, and their runs: the queue, the log and the dead letters. */
export const automations: Migration = {
  version: 28,
  name: 'automations',
  statements: [
    `CREATE TABLE nc_automations (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      user_id integer,
      title ${name} NOT NULL,
      active integer NOT NULL,
      trigger_kind ${word} NOT NULL,
      table_name ${name} NOT NULL,
      column_names ${text} NOT NULL,
      steps ${text} NOT NULL,
      secrets ${text},
      retries integer NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_automations_project ON nc_automations (project_id)',
    `CREATE TABLE nc_automation_runs (
      id ${id} NOT NULL PRIMARY KEY,
      automation_id ${id} NOT NULL REFERENCES nc_automations (id) ON DELETE CASCADE,
      state ${word} NOT NULL,
      record_key ${name} NOT NULL,
      input ${text} NOT NULL,
      depth integer NOT NULL,
      attempts integer NOT NULL,
      next_at ${time} NOT NULL,
      lease_owner ${id},
      lease_until ${time},
      results ${text} NOT NULL,
      created_at ${time} NOT NULL,
      ended_at ${time}
    )`,
    'CREATE INDEX nc_automation_runs_list ON nc_automation_runs (automation_id, id)',
    'CREATE INDEX nc_automation_runs_next ON nc_automation_runs (state, next_at)',
    'CREATE INDEX nc_automation_runs_key ON nc_automation_runs (automation_id, record_key, id)',
  ],
}
