import { metaTable, type MetaRow } from '../meta-table'

/* Views, shared links and forms. */

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

/** Users who get each answer of a form by mail. Unique by both. */
export const formMails = metaTable('nc_form_mails', { view_id: 'text', user_id: 'integer', created_at: 'text' })

export type ViewRow = MetaRow<typeof views>
export type ViewPersonalRow = MetaRow<typeof viewPersonal>
export type ShareRow = MetaRow<typeof shares>
