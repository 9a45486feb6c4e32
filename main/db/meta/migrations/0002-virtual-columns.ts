import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** External databases, relations that the database does not know, virtual columns, history of rows, drift. */
export const virtualColumns: Migration = {
  version: 2,
  name: 'virtual columns',
  statements: [
    // Encrypted JSON of ConnectionSettings; null for SQLite files.
    (schema) => schema.alterTable('nc_projects', (table) => void table.text('connection', 'longtext')),
    // 1 for a table with only the pairs of a many-to-many relation created by Basalt.
    (schema) => schema.alterTable('nc_models', (table) => void table.integer('association')),
    `CREATE TABLE nc_relations (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      child_table ${name} NOT NULL,
      child_columns ${text} NOT NULL,
      parent_table ${name} NOT NULL,
      parent_columns ${text} NOT NULL,
      on_delete ${word} NOT NULL,
      on_update ${word} NOT NULL,
      created_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_relations_project ON nc_relations (project_id)',
    `CREATE TABLE nc_virtual_columns (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      id ${id} NOT NULL,
      title ${name} NOT NULL,
      kind ${word} NOT NULL,
      definition ${text} NOT NULL,
      position double precision NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      PRIMARY KEY (project_id, table_name, id)
    )`,
    `CREATE TABLE nc_row_history (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      row_key ${name} NOT NULL,
      kind ${word} NOT NULL,
      changes ${text} NOT NULL,
      user_id integer,
      email ${name},
      created_at ${time} NOT NULL
    )`,
    'CREATE INDEX nc_row_history_row ON nc_row_history (project_id, table_name, row_key, id)',
    // Schema of a table at its last synchronization, the baseline for drift.
    `CREATE TABLE nc_seen_tables (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      description ${text} NOT NULL,
      seen_at ${time} NOT NULL,
      PRIMARY KEY (project_id, table_name)
    )`,
  ],
}
