import { create } from 'zustand'
import type { SaveState } from '../writes/cell-writes'

/** Contents of the status bar for the grid in front. */
export interface GridStatus {
  /** Rows shown; Infinity for many. Undefined until they are counted. */
  readonly shown: number | undefined
  /** Number of all rows of the table, if a search shows fewer. */
  readonly total: number | undefined
  readonly save: SaveState
  /** Records as a whole have no columns. */
  readonly selected: { readonly rows: number; readonly columns: number | undefined } | undefined
  /** A sentence that explains the state: why editing is disabled, or which values a new row still needs. */
  readonly note: string | undefined
}

export interface GridStatusState {
  readonly status: GridStatus | undefined
  /** Number of rows without a position in the view, such as records without a date in a calendar. */
  readonly undated: number
}

export const useGridStatus = create<GridStatusState>(() => ({ status: undefined, undated: 0 }))

export const gridStatus = {
  show: (status: GridStatus): void => useGridStatus.setState({ status }),
  clear: (): void => useGridStatus.setState({ status: undefined }),
  setUndated: (undated: number): void => useGridStatus.setState({ undated }),
}
