import type { CellDisplay, StoredValue } from '@common/columns/column-type'
import type { Column, OptionColor } from '@common/model'
import type { ReactNode } from 'react'
import type { ComputedInfo } from '../columns/computed-columns'
import type { LinkColumn } from '../links/linked'
import type { CellPosition, CellRange, GridSelection } from './selection'

/**
 * What a painter of grids must offer. Data, selection, clipboard, editing and commands are ours and live
 * outside of it; a painter only draws cells, scrolls, and says what the person pointed at or typed.
 */
export interface DataGridColumn {
  /** Name of the column in the database; stable over renames of its title. */
  readonly id: string
  readonly title: string
  readonly width: number
  readonly column: Column
  readonly display: CellDisplay
  readonly align: 'start' | 'end' | 'center'
  readonly sort: 'ascending' | 'descending' | undefined
  /** Rows are filtered by it. */
  readonly filtered?: boolean
  readonly editable: boolean
  /** Of a column that is not stored. */
  readonly computed?: ComputedInfo
  /** Leads to other records: a reference held by this column, or a link of which nothing is stored in the row. */
  readonly link?: LinkColumn
  /** A plus at its end opens the records that can be linked. */
  readonly adds?: boolean
}

/** How a cell stands out, beside its value. */
export type CellMark = 'saving' | 'refused' | 'required' | 'found' | 'broken' | 'changed' | 'deleted' | 'staged' | 'new'

export type DataGridCell =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready'
      readonly value: StoredValue
      /** The value as people read it; also what a screen reader says. */
      readonly text: string
      readonly marks: readonly CellMark[]
    }

/** Place of something on the screen, in CSS pixels of the viewport. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A key that the painter itself does not use; returning true takes it. */
export interface GridKey {
  readonly key: string
  readonly control: boolean
  readonly shift: boolean
  readonly alt: boolean
}

/** What the handle at the corner of a range does. */
export interface GridFill {
  /**
   * @param source  the range that had the handle
   * @param whole  that range with the cells it was dragged over
   * @param turned  with Ctrl: series instead of copies, and the other way round
   */
  readonly onFill: (source: CellRange, whole: CellRange, turned: boolean) => void
  /** A double click on it. */
  readonly onFillDown: () => void
}

/** A range with a dashed frame: what was cut. */
export interface GridHighlight {
  readonly range: CellRange
}

/** What stands at the end of a row's first cell. */
export interface RowMark {
  /** So many comments. */
  readonly count: number
  /** The row opens as a record. */
  readonly opens: boolean
}

/** A line that is no record: the head of a group, or one that adds a record or further groups. */
export interface GridLine {
  readonly kind: 'head' | 'add' | 'more'
  /** Of a group, from 0. */
  readonly level: number
  readonly open: boolean
  readonly labels: readonly { readonly text: string; readonly look: OptionColor | 'record' | 'words' | 'quiet' }[]
  /** How many records it has, in words of the reader. */
  readonly count: string
  /** Under columns, by their ids. */
  readonly figures: ReadonlyMap<string, { readonly label: string; readonly text: string }>
  /** What a screen reader says of the line. */
  readonly spoken: string
}

/** What is first on the screen, and how far it has been scrolled out of it already. */
export interface GridPlace {
  readonly column: number
  readonly line: number
  /** CSS pixels, 0 or less. */
  readonly left: number
  readonly top: number
}

/** Height of the head of a group in CSS pixels (visual reference §5). */
export const groupLineHeight = 32

/** Width of the column of row numbers: seven digits need more. */
export const rowNumberWidth = (rows: number): number => (rows >= 100_000 ? 60 : 44)

export interface DataGridProps {
  readonly columns: readonly DataGridColumn[]
  readonly rowCount: number
  /** Leading columns that stay while the others scroll. */
  readonly frozenColumns: number
  readonly rowHeight: number
  readonly headerHeight: number
  /** Name for screen readers. */
  readonly label: string
  readonly cellAt: (position: CellPosition) => DataGridCell
  readonly selection: GridSelection
  readonly onSelectionChange: (selection: GridSelection) => void
  readonly highlights?: readonly GridHighlight[]
  /** Undefined leaves the handle away. */
  readonly fill?: GridFill | undefined
  /** Cells on the screen. */
  readonly onVisible: (range: CellRange) => void
  /** The cell that is first on the screen when the grid appears. */
  readonly startAt: CellPosition
  /** A double click. */
  readonly onActivate: (cell: CellPosition) => void
  /** Keys before the painter sees them; true takes the key. */
  readonly onKey: (key: GridKey) => boolean
  /** `extending`: Shift was held. */
  readonly onHeaderClick: (column: number, extending: boolean) => void
  /** Called when the user presses the top edge of a header. */
  readonly onHeaderEdge: (column: number, press: EdgePress) => void
  readonly onHeaderMenu: (column: number, bounds: Bounds) => void
  readonly onCellMenu: (cell: CellPosition, at: { readonly x: number; readonly y: number }) => void
  /** Ctrl+click, or a click on what a cell offers by itself (a star, a tick). */
  readonly onCellClick: (cell: CellPosition, click: CellClick) => boolean
  readonly rowMark?: (row: number) => RowMark | undefined
  /** A click on the mark, or a double click on the row's number. */
  readonly onRowOpen?: (row: number) => void
  /** A row was dragged by its number before another one; undefined where rows stay where they are. */
  readonly onRowMove?: ((row: number, before: number) => void) | undefined
  /** The row's number was asked for a menu. */
  readonly onRowMenu?: (row: number, at: { readonly x: number; readonly y: number }) => void
  readonly onColumnResize: (column: number, width: number) => void
  readonly onColumnMove: (from: number, to: number) => void
  /** Called while the user drags a column. */
  readonly onColumnDrag?: () => void
  /** Sentence of the last line that adds a row; undefined leaves the line away. */
  readonly addRowLabel: string | undefined
  readonly onAddRow: () => void
  /** Text in the row-number column: 1-based numbers, or a mark for a row that is not stored yet. */
  readonly isDraftRow: (row: number) => boolean
  /** Lines that are no records, where there are any: rows of the painter are lines then. */
  readonly lineAt?: (line: number) => GridLine | undefined
  /** Height of each line, where they differ. */
  readonly lineHeights?: Uint8Array
  /** The number of the record on a line, from 1. */
  readonly rowNumber?: (line: number) => number | undefined
  /** What rules paint behind rows, and behind single cells. */
  readonly rowColour?: (row: number) => OptionColor | undefined
  readonly cellColour?: (cell: CellPosition) => OptionColor | undefined
  readonly onPlace?: (place: GridPlace) => void
  readonly onScroll: () => void
  /** The pointer is over a cell, or over none. */
  readonly onHover?: (cell: CellPosition | undefined) => void
  /** Something is dragged over a cell, or no longer over any. */
  readonly onDragOver?: (cell: CellPosition | undefined, data: DataTransfer | null) => void
  readonly onDrop?: (cell: CellPosition, data: DataTransfer | null) => void
  /** Shown behind the last column, as high as the header. */
  readonly afterColumns: ReactNode
}

/** Effect of a press on the top edge of a header. */
export interface EdgePress {
  /** Shift: extends the selection to this column. */
  readonly extends: boolean
  /** Ctrl: adds the column to the selection. */
  readonly adds: boolean
}

export interface CellClick {
  readonly control: boolean
  /** Where in the cell, from its top left corner. */
  readonly x: number
  readonly y: number
  readonly bounds: Bounds
  /** Shift was held: the click extends the selection. */
  readonly extends: boolean
  /** The cell was already the active one before the button went down. */
  readonly wasActive: boolean
}

/** Commands to a painter. */
export interface DataGridHandle {
  /** Draws again: some cells, or everything on the screen. */
  readonly repaint: (cells?: readonly CellPosition[]) => void
  readonly focus: () => void
  readonly scrollTo: (cell: CellPosition) => void
  /** Moves what is seen by so many rows, at once: rows before it have come or gone. */
  readonly scrollBy: (rows: number) => void
  readonly boundsOf: (cell: CellPosition) => Bounds | undefined
}

export type { CellPosition, CellRange, GridSelection }
