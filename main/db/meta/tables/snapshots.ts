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
