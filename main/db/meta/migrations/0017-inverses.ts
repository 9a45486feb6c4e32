import type { Migration } from './migration'

const name = 'varchar(255)'
const id = 'varchar(80)'

/** Calls that reverse commands, by their change. */
export const inverses: Migration = {
  version: 17,
  name: 'inverses',
  statements: [
    `CREATE TABLE nc_inverses (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      change_id varchar(64) NOT NULL,
      operation varchar(80) NOT NULL,
      input text NOT NULL,
      user_id integer,
      created_at varchar(30) NOT NULL
    )`,
    'CREATE INDEX nc_inverses_change ON nc_inverses (project_id, change_id)',
    'CREATE INDEX nc_inverses_project ON nc_inverses (project_id, id)',
  ],
}
