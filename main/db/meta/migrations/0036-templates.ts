import type { Migration } from './migration'

const time = 'varchar(30)'

/** Templates that users store. */
export const templates: Migration = {
  version: 36,
  name: 'templates',
  statements: [
    `CREATE TABLE nc_templates (
      id varchar(64) NOT NULL PRIMARY KEY,
      user_id integer,
      email varchar(255),
      listed integer NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL
    )`,
    // MySQL's text is too short for a template.
    (schema) =>
      schema.alterTable('nc_templates', (table) => {
        table.text('facts', 'longtext')
        table.text('body', 'longtext')
      }),
  ],
}
