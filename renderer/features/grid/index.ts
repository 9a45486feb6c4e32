import { lazy } from 'react'

/** The grid and its painter come as a chunk of their own. */
export const GridView = lazy(async () => ({ default: (await loadGrid()).GridView }))
const loadGrid = () => import('./GridView')

/** Loads the grid while what it will show is still being asked for. */
export function expectGrid(): void {
  loadGrid().catch(() => {
    // Whoever draws it loads it again, and says what is wrong.
  })
}

export { SummaryButton } from './summary/SummaryButton'
export { UnsavedButton, useUnsavedOf } from './unsaved/UnsavedButton'
export { stagedCommands } from './staged/commands'
export { StagedBar } from './staged/StagedBar'
export { useGridSummary } from './summary/summary-store'
export { gridStatus, useGridStatus, type GridStatus } from './grid-status'
export type { ColumnCommands } from './column-commands'
export type { GridViewProps } from './GridView'
export type { Bounds } from './data-grid'
export { shownLinks } from './links/linked'
export { askDialog } from './asked-dialog'
export { rowsWritten } from './undo/rows-written'
/** Loaded when the first import ends. */
export const importSteps = () => import('./undo/import-steps')
export { PointMenu } from './PointMenu'
export { countRowsOf, rowCountKey, rowFilter } from './row-api'
export { placeColumn } from './place-column'

// What other kinds of views are made of: the same session and parts, another painter.
export type { CellPosition, DataGridCell, DataGridColumn, DataGridHandle } from './data-grid'
export type { GridModel } from './grid-model'
export { useCardParts, type GridPart } from './parts'
export { useModelVersion } from './record/use-model-version'
export { recordKeys } from './record/record-part'
export { recordLabel } from './links/linked'
export { keyColumns, rowIdOf, rowKey, type Row } from './row-key'
export { updateOf } from './row-changes'
export { nameOf as recordName } from './undo/row-steps'
export { changedWords } from './undo/words'
export { cellSelection, emptySelection, type GridSelection } from './selection'
export { GridSessionProvider, useGridSession, type GridSession } from './session'
export { useNewGridSession, type GridSessionOptions } from './use-grid-session'
export { useRowColours, type GridColours } from './use-row-colours'
export { ViewFrame, type ViewMenu } from './ViewFrame'
