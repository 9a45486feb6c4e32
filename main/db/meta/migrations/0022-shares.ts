import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Links for visitors: shared views and forms, and shared bases. */
export const shares: Migration = {
  version: 22,
  name: 'shares',
  statements: [
    `CREATE TABLE nc_shares (
      id ${id} NOT NULL PRIMARY KEY,
      link ${id} NOT NULL UNIQUE,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      view_id ${id} UNIQUE REFERENCES nc_views (id) ON DELETE CASCADE,
      base_of ${name} UNIQUE,
      role ${word},
      enabled integer NOT NULL,
      password ${text},
      password_version integer NOT NULL,
      expires_at ${time},
      download integer NOT NULL,
      survey integer NOT NULL,
      origins ${text} NOT NULL,
      narrowing ${text},
      time_zone ${name} NOT NULL,
      locale ${word} NOT NULL,
      user_id integer,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_shares_project ON nc_shares (project_id)',
    `CREATE TABLE nc_share_visits (
      share_id ${id} NOT NULL PRIMARY KEY REFERENCES nc_shares (id) ON DELETE CASCADE,
      opened integer NOT NULL,
      last_opened_at ${time}
    )`,
  ],
}
