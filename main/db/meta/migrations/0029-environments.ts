import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'

/** Environments of projects with their variables. Secrets are apart from the variables they belong to. */
export const environments: Migration = {
  version: 29,
  name: 'environments',
  statements: [
    `CREATE TABLE nc_environments (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      name ${name} NOT NULL,
      connection ${text},
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      UNIQUE (project_id, name)
    )`,
    `CREATE TABLE nc_environment_variables (
      environment_id ${id} NOT NULL REFERENCES nc_environments (id) ON DELETE CASCADE,
      name ${name} NOT NULL,
      content ${text},
      enabled integer NOT NULL,
      updated_at ${time} NOT NULL,
      PRIMARY KEY (environment_id, name)
    )`,
    `CREATE TABLE nc_environment_secrets (
      environment_id ${id} NOT NULL REFERENCES nc_environments (id) ON DELETE CASCADE,
      name ${name} NOT NULL,
      sealed ${text} NOT NULL,
      updated_at ${time} NOT NULL,
      PRIMARY KEY (environment_id, name)
    )`,
    (schema) => schema.alterTable('nc_projects', (table) => void table.string('working_environment', 255)),
  ],
}
