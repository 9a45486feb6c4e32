import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Installed plugins of projects. */
export const plugins: Migration = {
  version: 30,
  name: 'plugins',
  statements: [
    `CREATE TABLE nc_plugins (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      plugin ${word} NOT NULL,
      active integer NOT NULL,
      input ${text} NOT NULL,
      sealed ${text} NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      UNIQUE (project_id, plugin)
    )`,
  ],
}
