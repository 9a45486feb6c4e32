import type { Table } from '@common/model'
import type { Role } from '@common/permissions'
import type { ViewSettings } from '@common/views'
import type { TableView } from '@renderer/features/views'
import { createContext, useContext, type RefObject } from 'react'
import type { Bounds, CellPosition, DataGridColumn, DataGridHandle } from '../painter/data-grid'
import type { RowFilter } from '../filter/use-row-filter'
import type { GridGroups } from '../group/grid-groups'
import type { ReadOnlyReason } from '../columns/grid-columns'
import type { GridModel } from '../model/grid-model'
import type { DrawnLines } from '../record/stepped-line'
import type { ColumnCommands } from '../columns/column-commands'
import type { GridSelection } from '../painter/selection'
import type { SessionStore } from './session-store'
import type { GridActions } from './use-grid-actions'
import type { GridQuery } from './use-grid-model'
import type { GridNotes } from './use-grid-notes'

/**
 * Everything about one open view that its parts work with. A new object with every render: don't store it. What changes
 * with each key is in `state`, so a key renders only the components that use it.
 */
export interface GridSession {
  readonly projectId: string
  readonly table: Table
  readonly roles: readonly Role[]
  readonly model: GridModel
  /** Columns in the order shown. */
  readonly columns: readonly DataGridColumn[]
  /** Selection, open editor and scrolling. Parts read it when they need it, or render with `useSessionState`. */
  readonly state: SessionStore
  /** Stays the same function. */
  readonly select: (selection: GridSelection) => void
  /** The painter, once it is there. */
  readonly grid: RefObject<DataGridHandle | null>
  /** The element that holds the painter: what is in it belongs to the grid. */
  readonly area: RefObject<HTMLDivElement | null>
  /** Lines in the order in which they are drawn, where that is not the one of the model: which record is the next. */
  readonly drawn?: DrawnLines
  /** The view of the table that is open. */
  readonly view: TableView
  /** What the view says of rows and columns; parts change it and the view keeps it. */
  readonly settings: ViewSettings
  readonly changeSettings: (patch: Partial<ViewSettings>) => void
  /** Which rows the view wants, and by whose clock and name that is worked out. */
  readonly rowFilter: RowFilter
  /** What the rows shown are asked by. */
  readonly query: GridQuery
  /** Groups of the rows, and the lines that they stand on. */
  readonly groups: GridGroups
  readonly search: string
  readonly changeSearch: (search: string) => void
  /** Why nothing can be edited; undefined when it can. */
  readonly readOnly: ReadOnlyReason | undefined
  readonly mayAddRows: boolean
  readonly mayDeleteRows: boolean
  /** Undefined when the columns are not the person's to change. */
  readonly columnCommands: ColumnCommands | undefined
  readonly notes: GridNotes
  readonly actions: GridActions
  readonly openEditor: (cell: CellPosition, typed?: string) => void
  readonly boundsOf: (cell: CellPosition) => Bounds | undefined
  /** Leading columns that stay while the others scroll: as many as the view wants and as leave room for others. */
  readonly frozen: number
}

const context = createContext<GridSession | undefined>(undefined)
export const GridSessionProvider = context.Provider

/** The grid around a component. */
export function useGridSession(): GridSession {
  const session = useContext(context)
  if (session === undefined) throw new Error('A part of the grid stands outside of one')
  return session
}
