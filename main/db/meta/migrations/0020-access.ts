import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Custom roles, and rules about tables, columns and rows for each role. */
export const access: Migration = {
  version: 20,
  name: 'access',
  statements: [
    'ALTER TABLE nc_projects ADD COLUMN access_revision integer',
    `CREATE TABLE nc_roles (
      id ${word} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      title ${name} NOT NULL,
      title_key ${name} NOT NULL,
      description ${text} NOT NULL,
      permissions ${text} NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      UNIQUE (project_id, title_key)
    )`,
    `CREATE TABLE nc_acl (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      role ${id} NOT NULL,
      table_name ${name} NOT NULL,
      rules ${text} NOT NULL,
      updated_at ${time} NOT NULL,
      PRIMARY KEY (project_id, role, table_name)
    )`,
    `CREATE TABLE nc_disabled_models_for_role (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      role ${id} NOT NULL,
      kind ${word} NOT NULL,
      name ${name} NOT NULL,
      PRIMARY KEY (project_id, role, kind, name)
    )`,
  ],
}
