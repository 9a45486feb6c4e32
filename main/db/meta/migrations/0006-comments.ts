import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'

/** Comments on records. */
export const comments: Migration = {
  version: 6,
  name: 'comments',
  statements: [
    `CREATE TABLE nc_comments (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      row_key ${name} NOT NULL,
      user_id integer,
      email ${name},
      body ${text} NOT NULL,
      mentions ${text} NOT NULL,
      created_at ${time} NOT NULL,
      edited_at ${time},
      resolved_at ${time},
      resolved_by integer,
      gone_at ${time}
    )`,
    'CREATE INDEX nc_comments_row ON nc_comments (project_id, table_name, row_key, id)',
  ],
}
