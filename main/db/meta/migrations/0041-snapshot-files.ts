import type { Migration } from './migration'

/** Files of snapshots in storages. They outlast their project until they are removed. */
export const snapshotFiles: Migration = {
  version: 41,
  name: 'snapshot files',
  statements: [
    `CREATE TABLE nc_snapshot_files (
      id varchar(64) NOT NULL PRIMARY KEY,
      project_id varchar(255) NOT NULL,
      place varchar(64) NOT NULL,
      writing_since varchar(30)
    )`,
    `INSERT INTO nc_snapshot_files (id, project_id, place)
      SELECT id, project_id, place FROM nc_snapshots WHERE place IS NOT NULL`,
  ],
}
