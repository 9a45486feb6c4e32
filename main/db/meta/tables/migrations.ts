import { metaTable, type MetaRow } from '../meta-table'

/* Migrations of projects: files with changes of a schema. */

/** Migrations that were applied to a database. Unique by project, environment and name. */
export const schemaMigrations = metaTable('nc_migrations', {
  project_id: 'text',
  /** Environment that the database belongs to; empty for the default one. */
  environment_id: 'text',
  /** Name of the files, without the ending. */
  name: 'text',
  /** Texts of the files when they were applied. */
  up_text: 'text',
  down_text: 'text?',
  /** SHA-256 of `up_text`, hexadecimal. */
  checksum: 'text',
  /** applied, partial, rolledBack. */
  status: 'text',
  /** Number of statements that are in the database, for a database that can't roll back schema changes. */
  statements_done: 'integer',
  user_id: 'integer?',
  changed_at: 'text',
})

/** Schema that the applied migrations give. A project without a row here has no migrations. */
export const migrationStates = metaTable('nc_migration_states', {
  project_id: 'text',
  environment_id: 'text',
  /** JSON text of `SchemaModel`. */
  schema_text: 'text',
  updated_at: 'text',
})

export type SchemaMigrationRow = MetaRow<typeof schemaMigrations>
