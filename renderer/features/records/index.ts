export { UnsavedButton, useUnsavedOf } from './unsaved/UnsavedButton'
export { stagedCommands } from './staged/commands'
export { StagedBar } from './staged/StagedBar'
export { gridStatus, useGridStatus, type GridStatus } from './session/grid-status'
export { shownLinks } from './links/linked'
export { askDialog } from './session/asked-dialog'
/** Loaded when the first import ends. */
export { PointMenu } from './frame/PointMenu'
export { recordNames } from './filter/record-names'
export { useRecordOptions } from './filter/use-record-options'
export { useMatchingCount } from './filter/use-matching-count'
export { useTableCount } from './filter/use-table-count'
export { dropEarlyRows } from './rows/early-rows'
export { countRowsOf, expectRows, rowCountKey, rowFilter } from './rows/row-api'
export { placeColumn } from './columns/place-column'

// Building blocks for other kinds of views: the same session and parts, another painter.
export type {
  CellPosition,
  DataGridCell,
  DataGridColumn,
  DataGridHandle,
  DataGridProps,
  GridKey,
} from './painter/data-grid'
export type { GridModel } from './model/grid-model'
export { useCardParts } from './parts/parts'
export { useModelVersion } from './record/use-model-version'
export { recordKeys } from './record/record-part'
export { recordLabel } from './links/linked'
export { keyColumns, rowIdOf, rowKey, type Row } from './rows/row-key'
export { updateOf } from './rows/row-changes'
export { nameOf as recordName } from './undo/row-steps'
export { changedWords } from './undo/words'
export {
  cellSelection,
  countRows,
  emptySelection,
  rangesOf,
  rowIndexes,
  type CellRange,
  type GridSelection,
} from './painter/selection'
export { formatTsv } from './clipboard/tsv'
export { BusyBar, type BusyWork } from './frame/BusyBar'
export { GridSessionProvider, useGridSession, type GridSession } from './session/session'
export { useSessionState } from './session/session-store'
export { useNewGridSession, type GridSessionOptions } from './session/use-grid-session'
export { useRowColours, type GridColours } from './session/use-row-colours'
export { ViewFrame, type ViewMenu } from './frame/ViewFrame'
export type { GridPart } from './parts/grid-part'
