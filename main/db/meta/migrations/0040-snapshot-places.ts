import type { Migration } from './migration'

/** The storage that holds the file of a snapshot; null for the profile. */
export const snapshotPlaces: Migration = {
  version: 40,
  name: 'snapshot places',
  statements: ['ALTER TABLE nc_snapshots ADD COLUMN place varchar(64)'],
}
