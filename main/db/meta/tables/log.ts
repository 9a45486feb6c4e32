import { metaTable, type MetaRow } from '../meta-table'
import { actorColumns } from './actor-columns'

/* Change log, audit and trash. */

/** Row values before and after each change. */
export const rowHistory = metaTable('nc_row_history', {
  /** Sorts by time of writing. */
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  row_key: 'text',
  kind: 'text',
  /** JSON text. */
  changes: 'text',
  user_id: 'integer?',
  email: 'text?',
  created_at: 'text',
  /** Id of the change, shared by all entries of one request. Null in entries of older versions. */
  change_id: 'text?',
  /** JSON text: values before and after an update in full, of columns whose values `changes` shortens. */
  exact_values: 'text?',
  ...actorColumns,
  /** The id again in the newest entry of a change; null in its other entries and in marks. */
  lead_id: 'text?',
  /** Number of entries of the change, in its newest one. */
  lead_rows: 'integer?',
})

/**
 * Changes of many rows, one entry each: rows, user and time. The initial values follow from later history and the
 * current rows. Ids sort together with those of `nc_row_history`.
 */
export const changes = metaTable('nc_changes', {
  /** Sorts by time of writing. */
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  /** insert. */
  kind: 'text',
  why: 'text',
  /** Number of rows. */
  records: 'integer',
  /** Text of a `KeyList`. */
  key_list: 'text',
  /** Every key is between these two. */
  first_key: 'number',
  last_key: 'number',
  /** JSON text: names of the table's columns at that time. */
  column_names: 'text',
  user_id: 'integer?',
  email: 'text?',
  created_at: 'text',
  /** As in `nc_row_history`. */
  change_id: 'text?',
  ...actorColumns,
})

/** Calls that reverse the commands of a change. Ids are those of the change with a position, so they sort by time. */
export const inverses = metaTable('nc_inverses', {
  id: 'text',
  project_id: 'text',
  change_id: 'text',
  /** Name of an operation. */
  operation: 'text',
  /** JSON text: its input. */
  input: 'text',
  user_id: 'integer?',
  created_at: 'text',
})

export const audit = metaTable('nc_audit', {
  /** Sorts by time of writing. */
  id: 'text',
  project_id: 'text?',
  user_id: 'integer?',
  email: 'text?',
  operation: 'text',
  table_name: 'text?',
  row_key: 'text?',
  description: 'text?',
  /** JSON text. */
  details: 'text?',
  created_at: 'text',
  /** As in `nc_row_history`. */
  change_id: 'text?',
  ...actorColumns,
  /** 1 for events that the audit of the installation shows. */
  installation: 'integer',
})

/** Deleted items, which can be restored until a deadline. */
export const trash = metaTable('nc_trash', {
  id: 'text',
  project_id: 'text',
  /** rows, column, table. */
  kind: 'text',
  /** The original table, or the deleted table itself; renames update it. */
  table_name: 'text',
  table_title: 'text',
  /** JSON text: a list. */
  titles: 'text',
  row_count: 'integer?',
  /** JSON text: settings of the kind. */
  definition: 'text',
  /** A table of ours in the project's database that holds values. */
  side_table: 'text?',
  /** 1 if a restore was interrupted. */
  begun: 'integer',
  user_id: 'integer?',
  email: 'text?',
  created_at: 'text',
  /** As in `nc_row_history`. */
  change_id: 'text?',
})

/** Rows of a trash entry, in chunks. Unique by both. */
export const trashRows = metaTable('nc_trash_rows', {
  trash_id: 'text',
  position: 'integer',
  row_count: 'integer',
  /** JSON text. */
  kept: 'text',
})

export type RowHistoryRow = MetaRow<typeof rowHistory>
export type ChangeRow = MetaRow<typeof changes>
export type InverseRow = MetaRow<typeof inverses>
export type AuditRow = MetaRow<typeof audit>
export type TrashRow = MetaRow<typeof trash>
export type TrashRowsRow = MetaRow<typeof trashRows>
