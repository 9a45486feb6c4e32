import { metaTable, type MetaRow } from '../meta-table'

/* The SQL editor. */

/** Saved queries and snippets. */
export const sqlSaved = metaTable('nc_sql_saved', {
  id: 'text',
  project_id: 'text',
  /** The author; 0 for the owner of an installation without accounts. */
  user_id: 'integer',
  email: 'text?',
  /** query, snippet. */
  kind: 'text',
  title: 'text',
  body: 'text',
  /** Names from the outside in, joined by `/`. */
  folder: 'text',
  description: 'text',
  is_shared: 'integer',
  created_at: 'text',
  updated_at: 'text',
})

/** Runs of scripts. */
export const sqlHistory = metaTable('nc_sql_history', {
  /** Sorts by time. */
  id: 'text',
  project_id: 'text',
  user_id: 'integer',
  body: 'text',
  /** read, write. */
  run_mode: 'text',
  /** done, failed, cancelled. */
  outcome: 'text',
  started_at: 'text',
  elapsed_ms: 'integer',
  row_total: 'integer',
  changed_rows: 'integer?',
  /** The first error. */
  problem: 'text?',
})

/** Queries that users added to the tree as tables. Title, icon and column settings are those of other tables. */
export const queryTables = metaTable('nc_query_tables', {
  project_id: 'text',
  table_name: 'text',
  body: 'text',
  /** JSON list of parameters. */
  parameters: 'text',
  /** JSON list of the columns of the result. */
  described: 'text',
  updated_at: 'text',
})

export type SqlSavedRow = MetaRow<typeof sqlSaved>
export type SqlHistoryRow = MetaRow<typeof sqlHistory>
