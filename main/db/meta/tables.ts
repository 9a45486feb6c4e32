import { metaTable, type MetaRow } from './meta-table'

/*
 * Tables of the meta store after the newest migration. Names are the reserved ones of S1 §3. Column names avoid the
 * reserved words of every database, so none needs quoting. Times are ISO 8601 text, UTC.
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
  /** Since when the account can't be used. */
  suspended_at: 'text?',
})

/** Pictures of users, square. */
export const pictures = metaTable('nc_pictures', {
  user_id: 'integer',
  media_type: 'text',
  /** Base64. */
  content: 'text',
  updated_at: 'text',
})

/** Sessions behind access tokens: deleting the row ends the token with the next request. */
export const sessions = metaTable('nc_sessions', {
  id: 'text',
  user_id: 'integer',
  /** SHA-256 of the refresh token in use, hexadecimal. Unique. */
  refresh_hash: 'text',
  expires_at: 'text',
  created_at: 'text',
  refreshed_at: 'text',
})

/**
 * Latest use of each session. Separate from the sessions, because a write there invalidates the cached rights of all
 * users.
 */
export const sessionUses = metaTable('nc_session_uses', {
  session_id: 'text',
  /** `User-Agent` of the latest request, shortened. */
  agent: 'text?',
  address: 'text?',
  seen_at: 'text',
})

/** Authenticator apps of accounts. */
export const authenticators = metaTable('nc_authenticators', {
  user_id: 'integer',
  /** Encrypted. */
  secret: 'text',
  /** Null until the user has entered a first code. */
  confirmed_at: 'text?',
  /** Number of the latest 30 seconds whose code was used: no code works twice. */
  last_step: 'integer',
  created_at: 'text',
})

/** Unused recovery codes, as SHA-256 in hexadecimal. */
export const recoveryCodes = metaTable('nc_recovery_codes', {
  code_hash: 'text',
  user_id: 'integer',
  created_at: 'text',
})

/** Passkeys of accounts. */
export const passkeys = metaTable('nc_passkeys', {
  /** SHA-256 of the credential's id, which may be longer than an index allows. */
  id_hash: 'text',
  user_id: 'integer',
  /** base64url, like the key. */
  credential_id: 'text',
  public_key: 'text',
  /** Signature counter of the authenticator. */
  uses: 'integer',
  /** Joined by commas. */
  transports: 'text',
  title: 'text',
  created_at: 'text',
  used_at: 'text?',
})

/** Accounts at sign-in providers that belong to accounts here. */
export const linkedAccounts = metaTable('nc_linked_accounts', {
  /** SHA-256 of the provider's issuer and its id of the person. */
  subject_hash: 'text',
  user_id: 'integer',
  provider: 'text',
  /** Verified e-mail address at the provider, for display. */
  email: 'text',
  created_at: 'text',
})

/** Steps of a sign-in that isn't complete. Only hashes of the tickets are stored. */
export const tickets = metaTable('nc_tickets', {
  ticket_hash: 'text',
  purpose: 'text',
  user_id: 'integer?',
  /** JSON. */
  facts: 'text',
  expires_at: 'text',
})

/** Small values of the installation, by name. */
export const store = metaTable('nc_store', { name: 'text', value: 'text', updated_at: 'text' })

/** Counters, one row per series, so that no number is issued twice. */
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
  /** Absolute path of an opened file. For a built-in database, its base name in the profile's `projects` folder. */
  filename: 'text',
  prefix: 'text',
  /** Encrypted JSON of `ConnectionSettings`; null for database files. */
  connection: 'text?',
  /** 1 for a database in production. */
  production: 'integer?',
  /** Increments with every change of custom roles and access rules. Null before the first. */
  access_revision: 'integer?',
  owner_id: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/** Members of projects. Unique by both ids. */
export const projectUsers = metaTable('nc_projects_users', {
  project_id: 'text',
  user_id: 'integer',
  /** One of `projectRoles`, or the id of a custom role. */
  roles: 'text',
  /** When this user last opened the project. */
  opened_at: 'text?',
  created_at: 'text',
})

/** Custom roles of projects. Titles are unique in a project. */
export const roles = metaTable('nc_roles', {
  /** Never the name of a system role. */
  id: 'text',
  project_id: 'text',
  title: 'text',
  /** Unique by project. */
  title_key: 'text',
  description: 'text',
  /** JSON text: a list of permissions. */
  permissions: 'text',
  created_at: 'text',
  updated_at: 'text',
})

/**
 * Access rules of a role for a table or SQL view, which override the role's permissions. Unique by project, role and
 * table name. Rules of a dropped table stay, so that a restored table has them again.
 */
export const acl = metaTable('nc_acl', {
  project_id: 'text',
  /** As in `projectUsers`. */
  role: 'text',
  table_name: 'text',
  /** JSON text of `StoredRules`. */
  rules: 'text',
  updated_at: 'text',
})

/** Models that don't exist for a role. Unique by project, role, kind and name. */
export const disabledModels = metaTable('nc_disabled_models_for_role', {
  project_id: 'text',
  role: 'text',
  /** table (SQL views too), function, procedure or relation. */
  kind: 'text',
  name: 'text',
})

/** User settings of a table or SQL view. Unique by project and table name. */
export const models = metaTable('nc_models', {
  id: 'text',
  project_id: 'text',
  table_name: 'text',
  title: 'text',
  /** table or view. */
  type: 'text',
  /** Place in the list; may be fractional. */
  position: 'number',
  /** 1 for the junction table of a many-to-many relation created by Basalt; hidden from lists. */
  association: 'integer?',
  /** An icon of `common/model/table-icons.ts`. */
  icon: 'text?',
  created_at: 'text',
  updated_at: 'text',
})

/** User settings of a column. Unique by project, table name and column name. */
export const columns = metaTable('nc_columns', {
  project_id: 'text',
  table_name: 'text',
  column_name: 'text',
  title: 'text',
  ui_type: 'text',
  /** JSON text of `ColumnOptions`. */
  options: 'text',
  /** Position among the columns with settings. */
  position: 'number',
  /** User-defined position among all columns; null for the database's order. */
  place: 'number?',
  /** 1 for the record's name. */
  primary_value: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/**
 * Journal of schema changes. A change touches the project's database and this store, which share no transaction. First
 * the journal gets it as `intended`. Then the change runs. Then it becomes `applied` together with the new metadata.
 * Opening a project completes or rolls back interrupted `intended` changes, by the state of the database.
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
  /** JSON text: the new metadata. */
  change_text: 'text',
  /** JSON text: statements of the change and of its rollback. */
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
  /** JSON text: settings of the kind. */
  definition: 'text',
  position: 'number',
  created_at: 'text',
  updated_at: 'text',
})

/** The actor of an entry in a log. Null in entries of older versions. */
const actorColumns = {
  /** One of `actorKinds`. */
  actor_kind: 'text?',
  /** Id of the API token or the share link. */
  actor_id: 'text?',
  /** Its name at that time. */
  actor_title: 'text?',
  /** One of `origins`. */
  origin: 'text?',
  /** Address of the client. */
  ip: 'text?',
} as const

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

/** Tables as they were when the schema was last synchronised. Unique by project and table name. */
export const seenTables = metaTable('nc_seen_tables', {
  project_id: 'text',
  table_name: 'text',
  /** JSON text of the schema that the database reported. */
  description: 'text',
  seen_at: 'text',
})

/**
 * Views of tables. Unique by project, table name and `title_key`. The default grid of a table has an empty key, and
 * gets a row with its first setting.
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
  /** JSON texts: settings, kind-specific settings, and data for old scripts. */
  settings: 'text',
  options: 'text',
  extras: 'text',
  locked: 'integer',
  /** Increments with every change; writers send the revision that they read. */
  revision: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/** Personal settings of a view, which override the shared ones. Unique by view and user. */
export const viewPersonal = metaTable('nc_view_personal', {
  view_id: 'text',
  user_id: 'integer',
  settings: 'text',
  revision: 'integer',
  updated_at: 'text',
})

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
  /** 1 when bringing it back was begun and cut short. */
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
})

/** Idempotency keys of writes, so that a retry doesn't write again. Unique by project and name. */
export const idempotency = metaTable('nc_idempotency', {
  project_id: 'text',
  /** Account id and the caller's idempotency key. */
  name: 'text',
  /** JSON of the response; null during the write or if its outcome is unknown. */
  answer: 'text?',
  created_at: 'text',
  /** Digest of the request; null in entries of older versions. */
  request: 'text?',
})

/** Pending invitations. A used or revoked one is deleted. */
export const invitations = metaTable('nc_invitations', {
  id: 'text',
  /** As in `users`. */
  email: 'text',
  /** SHA-256 of the token, hexadecimal. Unique. */
  token_hash: 'text',
  /** Null for an invitation to the installation alone. */
  project_id: 'text?',
  /** Role in the project. */
  role: 'text?',
  /** 1 if the token went to the address by mail, so that it proves the address. */
  mailed: 'integer',
  invited_by: 'integer?',
  /** E-mail address of the person who invites. */
  inviter: 'text?',
  created_at: 'text',
  expires_at: 'text',
})

/** Links for one account and one use. */
export const accountTokens = metaTable('nc_account_tokens', {
  /** SHA-256 of the token, hexadecimal. Unique. */
  token_hash: 'text',
  user_id: 'integer',
  /** reset: sets a new password. verify: confirms the e-mail address. */
  kind: 'text',
  /** As in `invitations`. */
  mailed: 'integer',
  created_at: 'text',
  expires_at: 'text',
})

/** Users who get each answer of a form by mail. Unique by both. */
export const formMails = metaTable('nc_form_mails', { view_id: 'text', user_id: 'integer', created_at: 'text' })

/** Links for visitors. */
export const shares = metaTable('nc_shares', {
  id: 'text',
  /** Secret part of the address: 128 random bits. Unique. */
  link: 'text',
  project_id: 'text',
  /** The shared view; null for a shared base. Unique. */
  view_id: 'text?',
  /** The project again, for a shared base: each project has at most one. Unique. */
  base_of: 'text?',
  /** Role of visitors of a base. */
  role: 'text?',
  enabled: 'integer',
  /** argon2id in PHC form; null without a password. */
  password: 'text?',
  /** Increments with each change of the password, which ends the tokens of visitors. */
  password_version: 'integer',
  expires_at: 'text?',
  /** 1 if visitors may download the records as a file. */
  download: 'integer',
  /** 1 if a form shows one question at a time. */
  survey: 'integer',
  /** JSON text: origins of pages that may embed it. */
  origins: 'text',
  /** JSON text: settings of a script that narrow the view further. */
  narrowing: 'text?',
  /** Time zone and locale of the person who shared it, for relative dates in filters. */
  time_zone: 'text',
  locale: 'text',
  user_id: 'integer?',
  created_at: 'text',
  updated_at: 'text',
})

/** How often a link was opened. Apart from the link, whose changes end caches. */
export const shareVisits = metaTable('nc_share_visits', {
  share_id: 'text',
  opened: 'integer',
  last_opened_at: 'text?',
})
/** API tokens of projects. */
export const apiTokens = metaTable('nc_api_tokens', {
  id: 'text',
  project_id: 'text',
  /** The person who created the token. */
  user_id: 'integer',
  title: 'text',
  /** As in `projectUsers`. */
  role: 'text',
  /** SHA-256 of the token, hexadecimal. Unique. */
  token_hash: 'text',
  /** Last characters of the token, so that people recognize it. */
  ending: 'text',
  expires_at: 'text?',
  created_at: 'text',
})

/** Last use of each API token; null for none. */
export const apiTokenUses = metaTable('nc_api_token_uses', { token_id: 'text', used_at: 'text?' })

/** All tables: a store that lacks one is damaged, not new. */
export const metaTables = [
  users,
  sessions,
  sessionUses,
  pictures,
  authenticators,
  recoveryCodes,
  passkeys,
  linkedAccounts,
  tickets,
  store,
  counters,
  attempts,
  projects,
  projectUsers,
  roles,
  acl,
  disabledModels,
  models,
  columns,
  schemaChanges,
  relations,
  virtualColumns,
  rowHistory,
  changes,
  inverses,
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
  invitations,
  accountTokens,
  formMails,
  shares,
  shareVisits,
  apiTokens,
  apiTokenUses,
] as const

export type InvitationRow = MetaRow<typeof invitations>
export type UserRow = MetaRow<typeof users>
export type SessionRow = MetaRow<typeof sessions>
export type PasskeyRow = MetaRow<typeof passkeys>
export type ProjectRow = MetaRow<typeof projects>
export type ProjectUserRow = MetaRow<typeof projectUsers>
export type RoleRow = MetaRow<typeof roles>
export type AclRow = MetaRow<typeof acl>
export type ModelRow = MetaRow<typeof models>
export type ColumnRow = MetaRow<typeof columns>
export type SchemaChangeRow = MetaRow<typeof schemaChanges>
export type RelationRow = MetaRow<typeof relations>
export type VirtualColumnRow = MetaRow<typeof virtualColumns>
export type RowHistoryRow = MetaRow<typeof rowHistory>
export type ChangeRow = MetaRow<typeof changes>
export type InverseRow = MetaRow<typeof inverses>
export type SeenTableRow = MetaRow<typeof seenTables>
export type ViewRow = MetaRow<typeof views>
export type ViewPersonalRow = MetaRow<typeof viewPersonal>
export type CommentRow = MetaRow<typeof comments>
export type FollowerRow = MetaRow<typeof followers>
export type NoticeRow = MetaRow<typeof notices>
export type AuditRow = MetaRow<typeof audit>
export type ShareRow = MetaRow<typeof shares>
export type TrashRow = MetaRow<typeof trash>
export type TrashRowsRow = MetaRow<typeof trashRows>
