export { metaTable, type MetaRow, type MetaTable, type NewMetaRow } from './meta-table'
export {
  deleteFrom,
  insertInto,
  insertOrIgnore,
  insertOrUpdate,
  updateIn,
  type BuildQuery,
  type MetaStep,
  type MetaWhere,
  type MetaWrite,
} from './statements'
export { transactGuarded } from './guarded'
export { parsedText } from './json-text'
export { keepOnce, secretOnce } from './keep-once'
export { createMetaStore, type MetaStore } from './store'
export * as metaTables from './tables'
export type {
  AclRow,
  AuditRow,
  AutomationRow,
  AutomationRunRow,
  ChangeRow,
  ColumnRow,
  CommentRow,
  EnvironmentRow,
  EnvironmentVariableRow,
  FollowerRow,
  InvitationRow,
  InverseRow,
  JobRow,
  JobRunRow,
  NoticeRow,
  ModelRow,
  PasskeyRow,
  PluginRow,
  ProjectRow,
  ProjectUserRow,
  RelationRow,
  RoleRow,
  RowHistoryRow,
  SchemaMigrationRow,
  SchemaChangeRow,
  SeenTableRow,
  ServiceRow,
  SessionRow,
  ShareRow,
  TrashRow,
  TrashRowsRow,
  UserRow,
  ViewPersonalRow,
  ViewRow,
  VirtualColumnRow,
} from './tables'
export { personColumns, requestFacts } from './request-facts'
export { valueNames } from './value-names'
export { migrate } from './migrate'
export { createReadiness } from './readiness'
export { openMetaStore, type OpenMetaStoreOptions } from './open'
