import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Changes that are one entry with a compact list of keys, however many rows they wrote. */
export const changes: Migration = {
  version: 14,
  name: 'changes',
  statements: [
    `CREATE TABLE nc_changes (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      kind ${word} NOT NULL,
      why ${name} NOT NULL,
      records integer NOT NULL,
      key_list ${text} NOT NULL,
      first_key double precision NOT NULL,
      last_key double precision NOT NULL,
      column_names ${text} NOT NULL,
      user_id integer,
      email ${name},
      created_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_changes_table ON nc_changes (project_id, table_name, id)',
    'CREATE INDEX nc_changes_project ON nc_changes (project_id, id)',
  ],
}
