import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import type { ViewSettings } from '@common/views'
import type { TableView, ColumnCommands } from '@renderer/features/views'
import type { Bounds } from '@renderer/ui'
import { createContext, useContext, type RefObject } from 'react'
import type { CellPosition, DataGridColumn, DataGridHandle } from '../painter/data-grid'
import type { RowFilter } from '../filter/use-row-filter'
import type { GridGroups } from '../group/grid-groups'
import type { ReadOnlyReason } from '../columns/grid-columns'
import type { GridModel } from '../model/grid-model'
import type { DrawnLines } from '../record/stepped-line'
import type { GridSelection } from '../painter/selection'
import type { SessionStore } from './session-store'
import type { GridQuery } from './use-grid-model'
import type { GridActions, GridNotes } from './types'

/**
 * The state of one open view, shared by its parts. It is a new object with every render: don't store it. State that
 * changes with each key is in `state`, so a key renders only the components that use it.
 */
export interface GridSession {
  readonly projectId: string
  readonly table: Table
  readonly permissions: Permissions
  readonly model: GridModel
  /** Columns in the order shown. */
  readonly columns: readonly DataGridColumn[]
  /** Selection, open editor and scrolling. Parts read it when they need it, or render with `useSessionState`. */
  readonly state: SessionStore
  /** Stays the same function. */
  readonly select: (selection: GridSelection) => void
  /** The painter, once mounted. */
  readonly grid: RefObject<DataGridHandle | null>
  /** The element that contains the painter. Everything inside belongs to the grid. */
  readonly area: RefObject<HTMLDivElement | null>
  /** Lines in drawing order, if it differs from the model's: decides which record is next. */
  readonly drawn?: DrawnLines
  /** The open view of the table. */
  readonly view: TableView
  /** The view's settings for rows and columns. Parts change them and the view saves them. */
  readonly settings: ViewSettings
  readonly changeSettings: (patch: Partial<ViewSettings>) => void
  /** The view's row filter, and the clock and name that it is evaluated with. */
  readonly rowFilter: RowFilter
  /** The query for the visible rows. */
  readonly query: GridQuery
  /** Groups of the rows, and their lines. */
  readonly groups: GridGroups
  readonly search: string
  readonly changeSearch: (search: string) => void
  /** The reason why editing is disabled; undefined if it is enabled. */
  readonly readOnly: ReadOnlyReason | undefined
  readonly mayAddRows: boolean
  readonly mayDeleteRows: boolean
  /** Undefined if the user may not change columns. */
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
