import { metaTable, type MetaRow } from '../meta-table'

/** Services of the installation. */
export const services = metaTable('nc_services', {
  /** One of `serviceIds`. */
  service: 'text',
  active: 'integer',
  /** JSON text: values of fields, without secrets. */
  input: 'text',
  /** Encrypted JSON: the secrets. */
  sealed: 'text',
  created_at: 'text',
  updated_at: 'text',
})

/** Moves of attachments between places. At most one runs. */
export const fileMoves = metaTable('nc_file_moves', {
  id: 'text',
  /** Where files go: `local` or a storage. */
  place: 'text',
  state: 'text',
  total: 'integer',
  moved: 'integer',
  bytes: 'integer',
  failed: 'integer',
  /** JSON text: why the last failed file failed. */
  problem: 'text?',
  lease_owner: 'text?',
  lease_until: 'text?',
  started_at: 'text',
  ended_at: 'text?',
})

/** Copies of moved files that are still to be deleted. */
export const fileCopies = metaTable('nc_file_copies', {
  id: 'text',
  place: 'text',
  project_id: 'text',
  file_id: 'text',
})

export type ServiceRow = MetaRow<typeof services>
export type FileMoveRow = MetaRow<typeof fileMoves>
