import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Accounts, sessions, projects, and settings of tables and columns. */
export const foundation: Migration = {
  version: 1,
  name: 'foundation',
  statements: [
    `CREATE TABLE xc_users (
      id integer NOT NULL PRIMARY KEY,
      email ${name} NOT NULL UNIQUE,
      password ${text} NOT NULL,
      firstname ${name},
      lastname ${name},
      user_role ${word} NOT NULL,
      super_admin integer NOT NULL DEFAULT 0,
      email_verified integer NOT NULL DEFAULT 0,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    `CREATE TABLE nc_sessions (
      id ${id} NOT NULL PRIMARY KEY,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      refresh_hash ${id} NOT NULL UNIQUE,
      expires_at ${time} NOT NULL,
      created_at ${time} NOT NULL,
      refreshed_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_sessions_user ON nc_sessions (user_id)',
    'CREATE INDEX nc_sessions_expiry ON nc_sessions (expires_at)',
    `CREATE TABLE nc_store (name ${name} NOT NULL PRIMARY KEY, value ${text} NOT NULL, updated_at ${time} NOT NULL)`,
    `CREATE TABLE nc_counters (name ${word} NOT NULL PRIMARY KEY, value integer NOT NULL)`,
    "INSERT INTO nc_counters (name, value) VALUES ('user', 0)",
    `CREATE TABLE nc_attempts (name ${id} NOT NULL PRIMARY KEY, tries integer NOT NULL, expires_at ${time} NOT NULL)`,
    'CREATE INDEX nc_attempts_expiry ON nc_attempts (expires_at)',
    `CREATE TABLE nc_projects (
      id ${name} NOT NULL PRIMARY KEY,
      title ${name} NOT NULL,
      description ${text},
      type ${word} NOT NULL,
      source ${word} NOT NULL,
      filename ${text} NOT NULL,
      prefix ${word} NOT NULL,
      owner_id integer NOT NULL REFERENCES xc_users (id),
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    `CREATE TABLE nc_projects_users (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      roles ${word} NOT NULL,
      opened_at ${time},
      created_at ${time} NOT NULL,
      PRIMARY KEY (project_id, user_id)
    )`,
    'CREATE INDEX nc_projects_users_user ON nc_projects_users (user_id)',
    `CREATE TABLE nc_models (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      title ${name} NOT NULL,
      type ${word} NOT NULL,
      position double precision NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      UNIQUE (project_id, table_name)
    )`,
    `CREATE TABLE nc_columns (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      column_name ${name} NOT NULL,
      title ${name} NOT NULL,
      ui_type ${word} NOT NULL,
      options ${text} NOT NULL,
      position double precision NOT NULL,
      primary_value integer NOT NULL DEFAULT 0,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      PRIMARY KEY (project_id, table_name, column_name)
    )`,
    `CREATE TABLE nc_schema_changes (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      user_id integer,
      status ${word} NOT NULL,
      operation ${word} NOT NULL,
      table_name ${name} NOT NULL,
      change_text ${text} NOT NULL,
      up_text ${text} NOT NULL,
      down_text ${text} NOT NULL,
      created_at ${time} NOT NULL,
      finished_at ${time}
    )`,
    'CREATE INDEX nc_schema_changes_project ON nc_schema_changes (project_id, status)',
    `CREATE TABLE nc_audit (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name},
      user_id integer,
      email ${name},
      ip ${id},
      operation ${name} NOT NULL,
      table_name ${name},
      row_key ${text},
      description ${text},
      details ${text},
      created_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_audit_project ON nc_audit (project_id, id)',
  ],
}
