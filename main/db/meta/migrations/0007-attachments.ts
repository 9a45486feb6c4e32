import type { Migration } from './migration'

const name = 'varchar(255)'

/** Files of cells. The bytes lie in the profile, under the id. */
export const attachments: Migration = {
  version: 7,
  name: 'attachments',
  statements: [
    `CREATE TABLE nc_attachments (
      id varchar(64) NOT NULL PRIMARY KEY,
      project_id ${name} NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      title ${name} NOT NULL,
      mimetype ${name} NOT NULL,
      size bigint NOT NULL,
      user_id integer,
      created_at varchar(30) NOT NULL
    )`,
    'CREATE INDEX nc_attachments_project ON nc_attachments (project_id)',
  ],
}
