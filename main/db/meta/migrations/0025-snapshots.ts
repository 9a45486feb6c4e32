import type { Migration } from './migration'

/** Snapshots of projects. Their content is in files of the profile. */
export const snapshots: Migration = {
  version: 25,
  name: 'snapshots',
  statements: [
    `CREATE TABLE nc_snapshots (
      id varchar(64) NOT NULL PRIMARY KEY,
      project_id varchar(255) NOT NULL REFERENCES nc_projects (id) ON DELETE CASCADE,
      title varchar(255) NOT NULL,
      table_count integer NOT NULL,
      row_count bigint NOT NULL,
      file_bytes bigint NOT NULL,
      user_id integer,
      email varchar(255),
      created_at varchar(30) NOT NULL
    )`,
    'CREATE INDEX nc_snapshots_project ON nc_snapshots (project_id)',
  ],
}
