import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const time = 'varchar(30)'

/** Queries that users add to the tree as tables. */
export const queryTables: Migration = {
  version: 34,
  name: 'query tables',
  statements: [
    `CREATE TABLE nc_query_tables (
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      body ${text} NOT NULL,
      parameters ${text} NOT NULL,
      described ${text} NOT NULL,
      updated_at ${time} NOT NULL,
      PRIMARY KEY (project_id, table_name)
    )`,
  ],
}
