export {
  computedOf,
  counterpartOf,
  emptyDraft,
  followable,
  isRelation,
  isVirtual,
  placeOf,
  relationKinds,
  relationOf,
  tableOf,
  takeable,
  type Draft,
  type DraftColumn,
  type DraftTable,
  type Followed,
  type RelationKind,
} from './draft'
export {
  addColumnRow,
  addColumns,
  addTables,
  editColumn,
  moveColumn,
  removeColumn,
  removeTable,
  renameTable,
  type ColumnEdit,
  type NewId,
} from './edits'
export { changed, redone, undone, versionsOf, type Versions } from './history'
export { parseColumns, parseTables, type ParsedTable } from './names'
export { draftProblems, type DraftField, type DraftProblem, type DraftProblemKind } from './problems'
export {
  parseTemplate,
  storedTemplate,
  templateLimits,
  type StoredTable,
  type StoredTemplate,
  type StoredView,
} from './stored'
export { readDraft, writeDraft } from './stored-draft'
