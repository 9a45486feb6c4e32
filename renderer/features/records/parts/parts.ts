import type { ReactNode } from 'react'
import type {
  Bounds,
  CellClick,
  CellPosition,
  DataGridColumn,
  GridFill,
  GridHighlight,
  GridKey,
  RowMark,
  EdgePress,
} from '../painter/data-grid'
import { useDuplicatesPart } from '../duplicates/duplicates-part'
import { useExportPart } from '../export/export-part'
import { useColourPart, useFilterPart } from '../filter/filter-parts'
import { useLivePart } from '../live/live-part'
import type { CellMenuEntry, HeaderMenuEntry } from '../frame/menu-entries'
import { useApiPart } from './api-part'
import { useFilesPart } from '../cells/files-part'
import { useActionPart } from './action-part'
import { useNewRecordPart } from './new-record-part'
import { useRowsPart } from './rows-part'
import { useSortPart } from './sort-part'
import { useFieldsPart, useViewPart } from './view-parts'
import { useRecordPart } from '../record/record-part'
import { useRowOperationsPart } from '../operations/row-operations-part'
import type { GridSession } from '../session/session'
import { useUndoPart } from '../undo/undo-part'

/**
 * What one part of the grid brings. A part is a hook that gets the session and says what it shows, which keys it takes
 * and what it adds to the menus; the grid itself knows none of them by name.
 */
export interface GridPart {
  /** Stands in the toolbar, parts in the order of the list (visual reference §7). */
  readonly toolbar?: ReactNode
  /** Stands at the end of the toolbar, before the find box. */
  readonly toolbarEnd?: ReactNode
  /** Lies over the cells or beside them, inside the stage. */
  readonly stage?: ReactNode
  /** Dialogs and popovers that belong to no place of the stage. */
  readonly overlay?: ReactNode
  /** Stands under the cells. */
  readonly foot?: ReactNode
  /** Keys pressed in the grid, before the cell gets them; true takes the key. */
  readonly key?: (key: GridKey) => boolean
  /** A row was asked for its menu (by a cell of it): what this part can do there. */
  readonly cellMenu?: (cell: CellPosition) => readonly CellMenuEntry[]
  /** The number of a row was asked for its menu; its row, or the selected ones that it belongs to, are meant. */
  readonly rowMenu?: (row: number) => readonly CellMenuEntry[]
  /** At the end of a row's first cell. */
  readonly rowMark?: (row: number) => RowMark | undefined
  /** A row was dragged by its number before another one; present where rows can be put elsewhere. */
  readonly moveRow?: (row: number, before: number) => void
  /** The mark was clicked, or the number twice. */
  readonly openRow?: (row: number) => void
  /** Ranges that stand out by a frame of their own. */
  readonly highlights?: readonly GridHighlight[]
  /** Takes the handle at the corner of a range. */
  readonly fill?: GridFill
  /** A cell was clicked; true takes the click. */
  readonly cellClick?: (cell: CellPosition, click: CellClick) => boolean
  /** The pointer is over a cell, or over none. */
  readonly hover?: (cell: CellPosition | undefined) => void
  /** Something is dragged over a cell from outside, or no longer over any; and dropped. */
  readonly dragOver?: (cell: CellPosition | undefined, data: DataTransfer | null) => void
  readonly drop?: (cell: CellPosition, data: DataTransfer | null) => void
  /** Called when the user presses the top edge of a header. */
  readonly headerEdge?: (column: number, press: EdgePress) => void
  readonly headerMenu?: (column: DataGridColumn, at: Bounds) => readonly HeaderMenuEntry[]
}

/**
 * The parts of a view that shows records otherwise than as lines of cells, in the order of the toolbar.
 *
 * @param own  what the kind of view brings itself: stands beside the name of the view
 */
export function useCardParts(session: GridSession, own: GridPart): readonly GridPart[] {
  return [
    useViewPart(session),
    own,
    useFieldsPart(session),
    useFilterPart(session),
    useSortPart(session),
    useColourPart(session),
    useNewRecordPart(session),
    useRowsPart(session),
    useFilesPart(session),
    useRecordPart(session),
    useRowOperationsPart(session),
    useDuplicatesPart(session),
    useLivePart(session),
    useUndoPart(session),
    useActionPart(session),
    useExportPart(session),
    useApiPart(session),
  ]
}
