import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'

/** Followers of records, and notifications for each user. */
export const followers: Migration = {
  version: 11,
  name: 'followers',
  statements: [
    `CREATE TABLE nc_followers (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      row_key ${name} NOT NULL,
      user_id integer NOT NULL,
      following integer NOT NULL,
      changed_at ${time} NOT NULL,
      gone_at ${time}
    )`,
    'CREATE INDEX nc_followers_row ON nc_followers (project_id, table_name, row_key, user_id)',
    `CREATE TABLE nc_notices (
      id ${id} NOT NULL PRIMARY KEY,
      user_id integer NOT NULL,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      row_key ${name} NOT NULL,
      kind ${name} NOT NULL,
      record_name ${name} NOT NULL,
      details ${text} NOT NULL,
      actor_id integer,
      actor ${name},
      created_at ${time} NOT NULL,
      read_at ${time},
      gone_at ${time}
    )`,
    'CREATE INDEX nc_notices_user ON nc_notices (user_id, id)',
  ],
}
