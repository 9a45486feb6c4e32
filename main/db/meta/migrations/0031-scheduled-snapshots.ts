import type { Migration } from './migration'

/** The job that took a snapshot, whose older snapshots it deletes. */
export const scheduledSnapshots: Migration = {
  version: 31,
  name: 'scheduled snapshots',
  statements: ['ALTER TABLE nc_snapshots ADD COLUMN job_id varchar(64)'],
}
