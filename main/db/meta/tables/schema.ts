import { metaTable, type MetaRow } from '../meta-table'

/* Settings of tables and columns, and changes of schemas. */

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

/** Snapshots of tables at the last synchronisation of the schema. Unique by project and table name. */
export const seenTables = metaTable('nc_seen_tables', {
  project_id: 'text',
  table_name: 'text',
  /** JSON text of the schema that the database reported. */
  description: 'text',
  seen_at: 'text',
})

export type ModelRow = MetaRow<typeof models>
export type ColumnRow = MetaRow<typeof columns>
export type VirtualColumnRow = MetaRow<typeof virtualColumns>
export type RelationRow = MetaRow<typeof relations>
export type SchemaChangeRow = MetaRow<typeof schemaChanges>
export type SeenTableRow = MetaRow<typeof seenTables>
