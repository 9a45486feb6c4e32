import type { CellDisplay, StoredValue } from '@common/columns/column-type'
import type { Column, OptionColor } from '@common/model'
import type { Bounds } from '@renderer/ui'
import type { ReactNode } from 'react'
import type { ComputedInfo } from '../columns/computed-columns'
import type { LinkColumn } from '../links/linked'
import type { CellPosition, CellRange, GridSelection } from './selection'

/**
 * The interface of grid painters. Data, selection, clipboard, editing and commands live outside. A painter only draws
 * cells, scrolls, and reports pointer and keyboard input.
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
  /** Set for a column that isn't stored. */
  readonly computed?: ComputedInfo
  /** Leads to other records: a reference in this column, or a link that stores nothing in the row. */
  readonly link?: LinkColumn
  /** A plus at its end opens the records that can be linked. */
  readonly adds?: boolean
}

/** Highlight of a cell, besides its value. */
export type CellMark =
  | 'saving'
  | 'refused'
  | 'required'
  | 'found'
  | 'broken'
  | 'changed'
  | 'deleted'
  | 'staged'
  | 'new'
  /** No value, in results of SQL: the text is quiet and in italics. */
  | 'null'

export type DataGridCell =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready'
      readonly value: StoredValue
      /** The value as shown; screen readers say the same. */
      readonly text: string
      readonly marks: readonly CellMark[]
    }

/**
 * A key that the painter doesn't use itself. Returning true consumes it. `ArrowRight` leads to the next column: from
 * right to left, it is the arrow that points left.
 */
export interface GridKey {
  readonly key: string
  readonly control: boolean
  readonly shift: boolean
  readonly alt: boolean
}

/** Effect of the fill handle at the corner of a range. */
export interface GridFill {
  /**
   * @param source  the range with the handle
   * @param whole  that range plus the cells of the drag
   * @param turned  true with Ctrl: series instead of copies, or the reverse
   */
  readonly onFill: (source: CellRange, whole: CellRange, turned: boolean) => void
  /** A double click on it. */
  readonly onFillDown: () => void
}

/** A range with a dashed frame: the cut cells. */
export interface GridHighlight {
  readonly range: CellRange
}

/** A mark at the end of a row's first cell. */
export interface RowMark {
  /** So many comments. */
  readonly count: number
  /** The row opens as a record. */
  readonly opens: boolean
}

/** A line that isn't a record: the header of a group, or one that adds a record or loads further groups. */
export interface GridLine {
  readonly kind: 'head' | 'add' | 'more'
  /** Level of the group, from 0. */
  readonly level: number
  readonly open: boolean
  readonly labels: readonly { readonly text: string; readonly look: OptionColor | 'record' | 'words' | 'quiet' }[]
  /** Its number of records, as localized text. */
  readonly count: string
  /** Under columns, by their ids. */
  readonly figures: ReadonlyMap<string, { readonly label: string; readonly text: string }>
  /** Text of the line for screen readers. */
  readonly spoken: string
}

/** The first visible row, and how far it is scrolled out of the viewport. */
export interface GridPlace {
  readonly column: number
  readonly line: number
  /** CSS pixels, 0 or less. */
  readonly left: number
  readonly top: number
}

/** Height of a group header in CSS pixels (visual reference §5). */
export const groupLineHeight = 32

/** Width of the row number column: seven digits need more. */
export const rowNumberWidth = (rows: number): number => (rows >= 100_000 ? 60 : 44)

export interface DataGridProps {
  readonly columns: readonly DataGridColumn[]
  readonly rowCount: number
  /** Number of leading columns that don't scroll. */
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
  /** Handles keys before the painter does. Returning true consumes the key. */
  readonly onKey: (key: GridKey) => boolean
  /** `extending`: Shift was held. */
  readonly onHeaderClick: (column: number, extending: boolean) => void
  /** Called when the user presses the top edge of a header. */
  readonly onHeaderEdge: (column: number, press: EdgePress) => void
  readonly onHeaderMenu: (column: number, bounds: Bounds) => void
  readonly onCellMenu: (cell: CellPosition, at: { readonly x: number; readonly y: number }) => void
  /** Called for Ctrl+click, or a click on a control inside a cell (a star, a tick). */
  readonly onCellClick: (cell: CellPosition, click: CellClick) => boolean
  readonly rowMark?: (row: number) => RowMark | undefined
  /** A click on the mark, or a double click on the row's number. */
  readonly onRowOpen?: (row: number) => void
  /** A row was dragged by its number before another one; undefined where rows stay where they are. */
  readonly onRowMove?: ((row: number, before: number) => void) | undefined
  /** Called when the user opens the menu of a row number. */
  readonly onRowMenu?: (row: number, at: { readonly x: number; readonly y: number }) => void
  readonly onColumnResize: (column: number, width: number) => void
  readonly onColumnMove: (from: number, to: number) => void
  /** Called while the user drags a column. */
  readonly onColumnDrag?: () => void
  /** Text of the last line, which adds a row; undefined hides the line. */
  readonly addRowLabel: string | undefined
  readonly onAddRow: () => void
  /** Text in the row-number column: 1-based numbers, or a mark for a row that is not stored yet. */
  readonly isDraftRow: (row: number) => boolean
  /** Returns lines that aren't records, if there are any. The painter's rows are lines then. */
  readonly lineAt?: (line: number) => GridLine | undefined
  /** Height of each line, where they differ. */
  readonly lineHeights?: Uint8Array
  /** The number of the record on a line, from 1. */
  readonly rowNumber?: (line: number) => number | undefined
  /** Colours that rules give to rows and single cells. */
  readonly rowColour?: (row: number) => OptionColor | undefined
  readonly cellColour?: (cell: CellPosition) => OptionColor | undefined
  readonly onPlace?: (place: GridPlace) => void
  readonly onScroll: () => void
  /** The pointer is over a cell, or over none. */
  readonly onHover?: (cell: CellPosition | undefined) => void
  /** Something is dragged over a cell, or no longer over any. */
  readonly onDragOver?: (cell: CellPosition | undefined, data: DataTransfer | null) => void
  readonly onDrop?: (cell: CellPosition, data: DataTransfer | null) => void
  /** Shown after the last column, as high as the header. */
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
  /** Where in the cell, from the corner at its top and start. */
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
  /** Repaints some cells, or everything visible. */
  readonly repaint: (cells?: readonly CellPosition[]) => void
  readonly focus: () => void
  readonly scrollTo: (cell: CellPosition) => void
  /** Scrolls by a number of rows at once, after rows were inserted or deleted above. */
  readonly scrollBy: (rows: number) => void
  readonly boundsOf: (cell: CellPosition) => Bounds | undefined
}

export type { CellPosition, CellRange, GridSelection }
