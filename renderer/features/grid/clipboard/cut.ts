import type { Table } from '@common/model'
import { create } from 'zustand'
import type { CellRange } from '../selection'
import type { Row } from '../row-key'

/**
 * Cells that were cut and are emptied when their block is pasted, as in spreadsheets: what was cut by mistake, or pasted
 * elsewhere, is still there.
 */
export interface CutCells {
  /** Names the block on the clipboard. */
  readonly copy: string
  readonly projectId: string
  readonly table: Table
  /** Where they are shown, for the frame. */
  readonly ranges: readonly CellRange[]
  /** Key values of the rows. */
  readonly keys: readonly Row[]
  /** Titles of the columns. */
  readonly titles: readonly string[]
  /** Shows what has changed. */
  readonly refresh: () => void
}

/** What is cut at the moment, in whichever table of this window. */
export const useCut = create<{ readonly cut: CutCells | undefined }>(() => ({ cut: undefined }))

export const cutCells = {
  set: (cut: CutCells): void => useCut.setState({ cut }),
  get: (): CutCells | undefined => useCut.getState().cut,
  end: (): void => useCut.setState({ cut: undefined }),
}
