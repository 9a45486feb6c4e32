import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Applied migrations of each database of a project, and files and marks of environments. */
export const schemaMigrations: Migration = {
  version: 32,
  name: 'schema migrations',
  statements: [
    `CREATE TABLE nc_migrations (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      environment_id ${id} NOT NULL,
      name ${name} NOT NULL,
      up_text ${text} NOT NULL,
      down_text ${text},
      checksum ${id} NOT NULL,
      status ${word} NOT NULL,
      statements_done integer NOT NULL,
      user_id integer,
      changed_at ${time} NOT NULL,
      PRIMARY KEY (project_id, environment_id, name)
    )`,
    `CREATE TABLE nc_migration_states (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      environment_id ${id} NOT NULL,
      schema_text ${text} NOT NULL,
      updated_at ${time} NOT NULL,
      PRIMARY KEY (project_id, environment_id)
    )`,
    (schema) =>
      schema.alterTable('nc_environments', (table) => {
        table.string('filename', 255)
        table.integer('production')
      }),
  ],
}
