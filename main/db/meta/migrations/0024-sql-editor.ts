import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Saved queries, snippets and the history of the SQL editor. */
export const sqlEditor: Migration = {
  version: 24,
  name: 'SQL editor',
  statements: [
    `CREATE TABLE nc_sql_saved (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      user_id integer NOT NULL,
      email ${name},
      kind ${word} NOT NULL,
      title ${name} NOT NULL,
      body ${text} NOT NULL,
      folder ${text} NOT NULL,
      description ${text} NOT NULL,
      is_shared integer NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_sql_saved_project ON nc_sql_saved (project_id)',
    `CREATE TABLE nc_sql_history (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      user_id integer NOT NULL,
      body ${text} NOT NULL,
      run_mode ${word} NOT NULL,
      outcome ${word} NOT NULL,
      started_at ${time} NOT NULL,
      elapsed_ms integer NOT NULL,
      row_total integer NOT NULL,
      changed_rows integer,
      problem ${text}
    )`,
    'CREATE INDEX nc_sql_history_user ON nc_sql_history (project_id, user_id, id)',
  ],
}
