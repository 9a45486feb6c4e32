import { metaTable } from '../meta-table'

/** Snapshots of projects. The content of each is a file under its id. */
export const snapshots = metaTable('nc_snapshots', {
  id: 'text',
  project_id: 'text',
  title: 'text',
  table_count: 'integer',
  row_count: 'integer',
  file_bytes: 'integer',
  user_id: 'integer?',
  email: 'text?',
  /** The job that took it; its older ones are deleted. */
  job_id: 'text?',
  /** The storage of the file; null for the profile of the server that took it. */
  place: 'text?',
  created_at: 'text',
})

/**
 * Files of snapshots in storages. Each is entered before it is written, and stays until it is removed: only entered
 * files are ever removed from a storage, which other installations may share.
 */
export const snapshotFiles = metaTable('nc_snapshot_files', {
  /** The id of the snapshot. */
  id: 'text',
  project_id: 'text',
  place: 'text',
  /** When its writing began; null after its end. */
  writing_since: 'text?',
})
