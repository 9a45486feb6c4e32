import { metaTable, type MetaRow } from '../meta-table'
import { actorColumns } from './actor-columns'

/* Comments, followers and files of records. */

/** Comments on records. */
export const comments = metaTable('nc_comments', {
  /** Sorts by time of writing. */
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  /** As in `nc_row_history`. */
  row_key: 'text',
  user_id: 'integer?',
  email: 'text?',
  body: 'text',
  /** JSON text: mentioned users, `[[id, address in the text]]`. */
  mentions: 'text',
  created_at: 'text',
  edited_at: 'text?',
  resolved_at: 'text?',
  resolved_by: 'integer?',
  /** Deletion time of its record or table; the comment is hidden from then on. */
  gone_at: 'text?',
  ...actorColumns,
})

/** Followers of records. Unique by record and user while the record exists. */
export const followers = metaTable('nc_followers', {
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  /** As in `nc_row_history`. */
  row_key: 'text',
  user_id: 'integer',
  /** 0 after an unfollow: from then on, only the user can follow again. */
  following: 'integer',
  changed_at: 'text',
  /** When the record, or its table, was deleted. */
  gone_at: 'text?',
})

/** Notifications about followed records. */
export const notices = metaTable('nc_notices', {
  /** Sorts by time. */
  id: 'text',
  user_id: 'integer',
  project_id: 'text',
  table_name: 'text',
  row_key: 'text',
  /** comment, mention, change, delete. */
  kind: 'text',
  record_name: 'text',
  /** Start of the comment, or titles of the changed columns. */
  details: 'text',
  actor_id: 'integer?',
  actor: 'text?',
  created_at: 'text',
  read_at: 'text?',
  gone_at: 'text?',
})

/** Files of cells; the bytes lie in the profile, under the id. */
export const attachments = metaTable('nc_attachments', {
  id: 'text',
  project_id: 'text',
  /** Original name of the upload. */
  title: 'text',
  mimetype: 'text',
  /** In bytes. */
  size: 'integer',
  user_id: 'integer?',
  created_at: 'text',
  /** Where the bytes are: `local` for the profile, or a storage of `serviceIds`. */
  place: 'text',
  /** Checksum of the bytes; null for files of earlier versions. */
  sha256: 'text?',
})

export type CommentRow = MetaRow<typeof comments>
export type FollowerRow = MetaRow<typeof followers>
export type NoticeRow = MetaRow<typeof notices>
