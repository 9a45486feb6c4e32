import { create } from 'zustand'
import type { FigureName, Figures } from './figure-names'

/** What the status bar tells of the selected cells. */
export interface ShownSummary {
  readonly figures: Figures
  /** Cells in several ranges; undefined for one, whose size is told by its rows and columns. */
  readonly cells: number | undefined
  readonly partial: { readonly rows: number; readonly of: number } | undefined
}

interface SummaryState {
  readonly summary: ShownSummary | undefined
  /** What the person wants to see; the first that there is otherwise. */
  readonly chosen: FigureName | undefined
}

export const useGridSummary = create<SummaryState>(() => ({ summary: undefined, chosen: undefined }))

export const gridSummary = {
  show: (summary: ShownSummary | undefined): void => useGridSummary.setState({ summary }),
  choose: (chosen: FigureName): void => useGridSummary.setState({ chosen }),
}
