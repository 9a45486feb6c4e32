import type { Migration } from './migration'

const text = 'text'
const name = 'varchar(255)'
const id = 'varchar(64)'
const time = 'varchar(30)'
const word = 'varchar(40)'

/** Views of tables and their personal settings. The unique key fits into 3072 bytes. */
export const views: Migration = {
  version: 5,
  name: 'views',
  statements: [
    `CREATE TABLE nc_views (
      id ${id} NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      table_name ${name} NOT NULL,
      title ${name} NOT NULL,
      title_key varchar(250) NOT NULL,
      kind ${word} NOT NULL,
      position double precision NOT NULL,
      settings ${text} NOT NULL,
      options ${text} NOT NULL,
      extras ${text} NOT NULL,
      locked integer NOT NULL,
      revision integer NOT NULL,
      created_at ${time} NOT NULL,
      updated_at ${time} NOT NULL,
      UNIQUE (project_id, table_name, title_key)
    )`,
    `CREATE TABLE nc_view_personal (
      view_id ${id} NOT NULL REFERENCES nc_views (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES xc_users (id) ON DELETE CASCADE,
      settings ${text} NOT NULL,
      revision integer NOT NULL,
      updated_at ${time} NOT NULL,
      PRIMARY KEY (view_id, user_id)
    )`,
  ],
}
