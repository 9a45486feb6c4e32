import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Deleted items until their purge. */
export const trash: Migration = {
  version: 8,
  name: 'trash',
  statements: [
    `CREATE TABLE nc_trash (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      kind ${word} NOT NULL,
      table_name ${name} NOT NULL,
      table_title ${name} NOT NULL,
      titles ${text} NOT NULL,
      row_count integer,
      definition ${text} NOT NULL,
      side_table ${name},
      begun integer NOT NULL,
      user_id integer,
      email ${name},
      created_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_trash_project ON nc_trash (project_id, created_at)',
    'CREATE INDEX nc_trash_age ON nc_trash (created_at)',
    `CREATE TABLE nc_trash_rows (
      trash_id ${id} NOT NULL REFERENCES nc_trash (id) ON DELETE CASCADE,
      position integer NOT NULL,
      row_count integer NOT NULL,
      kept ${text} NOT NULL,
      PRIMARY KEY (trash_id, position)
    )`,
  ],
}
