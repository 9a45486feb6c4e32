import type { Bounds } from '@renderer/ui'
import type { ReactNode } from 'react'
import type {
  CellClick,
  CellPosition,
  DataGridColumn,
  GridFill,
  GridHighlight,
  GridKey,
  RowMark,
  EdgePress,
} from '../painter/data-grid'
import type { CellMenuEntry, HeaderMenuEntry } from '../frame/menu-entries'

/**
 * Contributions of one part of the grid. A part is a hook that takes the session and returns its elements, keys and
 * menu entries. The grid itself knows none of them by name.
 */
export interface GridPart {
  /** Shown in the toolbar, in the order of the parts (visual reference §7). */
  readonly toolbar?: ReactNode
  /** Shown at the end of the toolbar, before the find box. */
  readonly toolbarEnd?: ReactNode
  /** Shown over the cells or beside them, inside the stage. */
  readonly stage?: ReactNode
  /** Dialogs and popovers without a position on the stage. */
  readonly overlay?: ReactNode
  /** Shown under the cells. */
  readonly foot?: ReactNode
  /** Handles keys in the grid before the cell does. Returning true consumes the key. */
  readonly key?: (key: GridKey) => boolean
  /** Returns entries for the menu of a cell. */
  readonly cellMenu?: (cell: CellPosition) => readonly CellMenuEntry[]
  /** Returns entries for the menu of a row number. They apply to its row, or to the selected rows that include it. */
  readonly rowMenu?: (row: number) => readonly CellMenuEntry[]
  /** Returns a mark for the end of a row's first cell. */
  readonly rowMark?: (row: number) => RowMark | undefined
  /** A row was dragged by its number before another one; present where rows can be put elsewhere. */
  readonly moveRow?: (row: number, before: number) => void
  /** The mark was clicked, or the number twice. */
  readonly openRow?: (row: number) => void
  /** Ranges with a frame of their own. */
  readonly highlights?: readonly GridHighlight[]
  /** Handles drags of the fill handle at the corner of a range. */
  readonly fill?: GridFill
  /** Handles a click on a cell. Returning true consumes it. */
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
