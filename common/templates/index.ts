export {
  computedOf,
  counterpartOf,
  draftTypes,
  emptyDraft,
  followable,
  isRelation,
  isSameName,
  isVirtual,
  placeOf,
  relationKinds,
  relationOf,
  tableOf,
  takeable,
  type Draft,
  type DraftChoice,
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
  moveTable,
  removeColumn,
  removeTable,
  renameTable,
  type ColumnEdit,
  type TypeSettings,
  type NewId,
} from './edits'
export { changed, ended, redone, undone, versionsOf, type Versions } from './history'
export { rowsOf, templateFacts, type TemplateFacts } from './facts'
export { parseColumns, parseTables, type ParsedTable } from './names'
export {
  columnParts,
  extraOfColumn,
  extraOfTable,
  extraOfValues,
  sampleValues,
  tableParts,
  type ColumnParts,
  type TableParts,
} from './parts'
export { draftProblems, type DraftField, type DraftProblem, type DraftProblemKind } from './problems'
export {
  parseTemplate,
  storedTemplate,
  templateLimits,
  type StoredTable,
  type StoredTemplate,
  type StoredView,
} from './stored'
export { readDraft, settingsOf, writeDraft } from './stored-draft'
