import { metaTable, type MetaRow } from './meta-table'

/*
 * The tables of the meta store, as the newest migration leaves them. Names are the reserved ones of S1 §3;
 * column names avoid the reserved words of every database, so none needs quoting. Times are ISO 8601 text, UTC.
 */

export const users = metaTable('xc_users', {
  id: 'integer',
  /** Trimmed and lower-cased. Unique. */
  email: 'text',
  /** argon2id in PHC form. */
  password: 'text',
  firstname: 'text?',
  lastname: 'text?',
  /** `user` or `user_new` (wire §2.5). */
  user_role: 'text',
  /** 1 for the first account of the installation. */
  super_admin: 'integer',
  email_verified: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/** What stands behind an access token: deleting the row ends it with the next request. */
export const sessions = metaTable('nc_sessions', {
  id: 'text',
  user_id: 'integer',
  /** SHA-256 of the refresh token in use, hexadecimal. Unique. */
  refresh_hash: 'text',
  expires_at: 'text',
  created_at: 'text',
  refreshed_at: 'text',
})

/** Small values of the installation, by name. */
export const store = metaTable('nc_store', { name: 'text', value: 'text', updated_at: 'text' })

/** Numbers handed out, one row for each series, so that no number is ever given twice. */
export const counters = metaTable('nc_counters', { name: 'text', value: 'integer' })

/** Failed attempts by account and address, until `expires_at`. */
export const attempts = metaTable('nc_attempts', { name: 'text', tries: 'integer', expires_at: 'text' })

export const projects = metaTable('nc_projects', {
  id: 'text',
  title: 'text',
  description: 'text?',
  /** rest, graphql … (`projectTypes`). */
  type: 'text',
  /** builtIn, file … (`projectSources`). */
  source: 'text',
  /** Absolute path of an opened file; for a built-in database its base name in the profile's `projects` folder. */
  filename: 'text',
  prefix: 'text',
  /** Encrypted JSON of `ConnectionSettings`; null for database files. */
  connection: 'text?',
  /** 1 for a database in production. */
  production: 'integer?',
  owner_id: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/** Members of projects. Unique by both ids. */
export const projectUsers = metaTable('nc_projects_users', {
  project_id: 'text',
  user_id: 'integer',
  /** One of `projectRoles`. */
  roles: 'text',
  /** When this person last opened the project. */
  opened_at: 'text?',
  created_at: 'text',
})

/** What people chose for a table or SQL view. Unique by project and table name. */
export const models = metaTable('nc_models', {
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  title: 'text',
  /** table or view. */
  type: 'text',
  /** Place in the list; may be fractional. */
  position: 'number',
  /** 1 for the table of a many-to-many relation that Basalt has made: left out of lists. */
  association: 'integer?',
  /** Of `common/model/table-icons.ts`. */
  icon: 'text?',
  created_at: 'text',
  updated_at: 'text',
})

/** What people chose for a column. Unique by project, table name and column name. */
export const columns = metaTable('nc_columns', {
  project_id: 'text',
  table_name: 'text',
  column_name: 'text',
  title: 'text',
  ui_type: 'text',
  /** JSON text of `ColumnOptions`. */
  options: 'text',
  /** Place among the columns that somebody said something of. */
  position: 'number',
  /** Where people want to see it among all; null where the database decides. */
  place: 'number?',
  /** 1 for the record's name. */
  primary_value: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/**
 * Journal of schema changes. A change touches the project's database and this store, which share no transaction:
 * it is written here first as `intended`, then done, then marked `applied` together with the new metadata. What is
 * still `intended` when a project is opened was cut short, and is finished or undone by what the database says.
 */
export const schemaChanges = metaTable('nc_schema_changes', {
  id: 'text',
  project_id: 'text',
  user_id: 'integer?',
  /** intended, applied, reverted. */
  status: 'text',
  /** Name of the operation. */
  operation: 'text',
  table_name: 'text',
  /** JSON text: what the metadata becomes. */
  change_text: 'text',
  /** JSON text: statements that do it, and those that undo it. */
  up_text: 'text',
  down_text: 'text',
  created_at: 'text',
  finished_at: 'text?',
})

/** Relations that the database does not know. Lists of columns are JSON texts, in the same order on both sides. */
export const relations = metaTable('nc_relations', {
  id: 'text',
  project_id: 'text',
  child_table: 'text',
  child_columns: 'text',
  parent_table: 'text',
  parent_columns: 'text',
  on_delete: 'text',
  on_update: 'text',
  created_at: 'text',
})

/** Columns that are not stored in the database. Unique by project, table name and id. */
export const virtualColumns = metaTable('nc_virtual_columns', {
  project_id: 'text',
  table_name: 'text',
  id: 'text',
  title: 'text',
  /** link, lookup, rollup, count, formula. */
  kind: 'text',
  /** JSON text: what the kind needs. */
  definition: 'text',
  position: 'number',
  created_at: 'text',
  updated_at: 'text',
})

/** What rows were before and after each change. */
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
  /** Id of the change: all entries that one request made have the same. Null in entries of older versions. */
  change_id: 'text?',
  /** JSON text: values before and after an update in full, of columns whose values `changes` shortens. */
  exact_values: 'text?',
})

/**
 * Changes of many rows, one entry each: which rows, by whom and when. What the rows were made with follows from their
 * later history and from what they hold. Ids sort together with those of `nc_row_history`.
 */
export const changes = metaTable('nc_changes', {
  /** Sorts by time of writing. */
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  /** insert. */
  kind: 'text',
  why: 'text',
  /** How many rows. */
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
})

/** Tables as they were when the schema was last synchronised. Unique by project and table name. */
export const seenTables = metaTable('nc_seen_tables', {
  project_id: 'text',
  table_name: 'text',
  /** JSON text of what the database said. */
  description: 'text',
  seen_at: 'text',
})

/**
 * Views of tables. Unique by project, table name and `title_key`; the grid that every table has of its own has an empty
 * one, and a row once somebody has said something of it.
 */
export const views = metaTable('nc_views', {
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  title: 'text',
  title_key: 'text',
  /** One of `viewKinds`. */
  kind: 'text',
  position: 'number',
  /** JSON texts: settings, what only the kind has, what old scripts keep. */
  settings: 'text',
  options: 'text',
  extras: 'text',
  locked: 'integer',
  /** Grows with every change: who writes says what they have read. */
  revision: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/** What one person sees of a view instead of what everyone sees. Unique by view and user. */
export const viewPersonal = metaTable('nc_view_personal', {
  view_id: 'text',
  user_id: 'integer',
  settings: 'text',
  revision: 'integer',
  updated_at: 'text',
})

/** What people say about records. */
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
  /** JSON text: who is named, `[[id, address in the text]]`. */
  mentions: 'text',
  created_at: 'text',
  edited_at: 'text?',
  resolved_at: 'text?',
  resolved_by: 'integer?',
  /** When its record, or the table, was deleted: then nobody sees it. */
  gone_at: 'text?',
})

/** Followers of records. Unique by record and user while the record exists. */
export const followers = metaTable('nc_followers', {
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  /** As in `nc_row_history`. */
  row_key: 'text',
  user_id: 'integer',
  /** 0 after an unfollow: from then on, only the person can follow again. */
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
  /** Beginning of the comment, or titles of the changed columns. */
  details: 'text',
  actor_id: 'integer?',
  actor: 'text?',
  created_at: 'text',
  read_at: 'text?',
  gone_at: 'text?',
})

export const audit = metaTable('nc_audit', {
  /** Sorts by time of writing. */
  id: 'text',
  project_id: 'text?',
  user_id: 'integer?',
  email: 'text?',
  ip: 'text?',
  operation: 'text',
  table_name: 'text?',
  row_key: 'text?',
  description: 'text?',
  /** JSON text. */
  details: 'text?',
  created_at: 'text',
  /** As in `nc_row_history`. */
  change_id: 'text?',
})

/** What was deleted and can be brought back until a day. */
export const trash = metaTable('nc_trash', {
  id: 'text',
  project_id: 'text',
  /** rows, column, table. */
  kind: 'text',
  /** Where it was, or what it was; follows when the table gets another name. */
  table_name: 'text',
  table_title: 'text',
  /** JSON text: a list. */
  titles: 'text',
  row_count: 'integer?',
  /** JSON text: what the kind needs. */
  definition: 'text',
  /** A table of ours in the project's database that holds values. */
  side_table: 'text?',
  /** 1 when bringing it back was begun and cut short. */
  begun: 'integer',
  user_id: 'integer?',
  email: 'text?',
  created_at: 'text',
  /** As in `nc_row_history`. */
  change_id: 'text?',
})

/** Rows of an entry of the trash, some in each. Unique by both. */
export const trashRows = metaTable('nc_trash_rows', {
  trash_id: 'text',
  position: 'integer',
  row_count: 'integer',
  /** JSON text. */
  kept: 'text',
})

/** Files of cells; the bytes lie in the profile, under the id. */
export const attachments = metaTable('nc_attachments', {
  id: 'text',
  project_id: 'text',
  /** As it was called when it came. */
  title: 'text',
  mimetype: 'text',
  /** In bytes. */
  size: 'integer',
  user_id: 'integer?',
  created_at: 'text',
})

/** Idempotency keys of writes, so that a retry doesn't write again. Unique by project and name. */
export const idempotency = metaTable('nc_idempotency', {
  project_id: 'text',
  /** Account id and the caller's idempotency key. */
  name: 'text',
  /** JSON of the response; null while the write is running or if its outcome is unknown. */
  answer: 'text?',
  created_at: 'text',
  /** Digest of the request; null in entries of older versions. */
  request: 'text?',
})

/** All of them: a store in which one is missing is damaged, not new. */
export const metaTables = [
  users,
  sessions,
  store,
  counters,
  attempts,
  projects,
  projectUsers,
  models,
  columns,
  schemaChanges,
  relations,
  virtualColumns,
  rowHistory,
  changes,
  seenTables,
  views,
  viewPersonal,
  comments,
  followers,
  notices,
  audit,
  attachments,
  trash,
  trashRows,
  idempotency,
] as const

export type UserRow = MetaRow<typeof users>
export type SessionRow = MetaRow<typeof sessions>
export type ProjectRow = MetaRow<typeof projects>
export type ProjectUserRow = MetaRow<typeof projectUsers>
export type ModelRow = MetaRow<typeof models>
export type ColumnRow = MetaRow<typeof columns>
export type SchemaChangeRow = MetaRow<typeof schemaChanges>
export type RelationRow = MetaRow<typeof relations>
export type VirtualColumnRow = MetaRow<typeof virtualColumns>
export type RowHistoryRow = MetaRow<typeof rowHistory>
export type ChangeRow = MetaRow<typeof changes>
export type SeenTableRow = MetaRow<typeof seenTables>
export type ViewRow = MetaRow<typeof views>
export type ViewPersonalRow = MetaRow<typeof viewPersonal>
export type CommentRow = MetaRow<typeof comments>
export type FollowerRow = MetaRow<typeof followers>
export type NoticeRow = MetaRow<typeof notices>
export type AuditRow = MetaRow<typeof audit>
export type TrashRow = MetaRow<typeof trash>
export type TrashRowsRow = MetaRow<typeof trashRows>
