import { create } from 'zustand'
import type { SaveState } from '../writes/cell-writes'

/** What the grid in front says in the status bar at the foot of the window. */
export interface GridStatus {
  /** Rows shown; Infinity for many. Undefined until they are counted. */
  readonly shown: number | undefined
  /** All rows of the table, when a search shows fewer. */
  readonly total: number | undefined
  readonly save: SaveState
  /** Records as a whole have no columns. */
  readonly selected: { readonly rows: number; readonly columns: number | undefined } | undefined
  /** A sentence that explains the state: why nothing can be edited, what a new row still needs. */
  readonly note: string | undefined
}

export interface GridStatusState {
  readonly status: GridStatus | undefined
  /** Of the rows shown those that have no place among the others: without a date in a calendar. */
  readonly undated: number
}

export const useGridStatus = create<GridStatusState>(() => ({ status: undefined, undated: 0 }))

export const gridStatus = {
  show: (status: GridStatus): void => useGridStatus.setState({ status }),
  clear: (): void => useGridStatus.setState({ status: undefined }),
  setUndated: (undated: number): void => useGridStatus.setState({ undated }),
}
