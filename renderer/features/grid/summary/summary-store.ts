import { create } from 'zustand'
import type { FigureName, Figures } from './figure-names'

/** Summary of the selected cells in the status bar. */
export interface ShownSummary {
  readonly figures: Figures
  /** Number of cells in several ranges; undefined for one range, whose rows and columns give its size. */
  readonly cells: number | undefined
  readonly partial: { readonly rows: number; readonly of: number } | undefined
}

interface SummaryState {
  readonly summary: ShownSummary | undefined
  /** The user's preferred figure; by default, the first available one. */
  readonly chosen: FigureName | undefined
}

export const useGridSummary = create<SummaryState>(() => ({ summary: undefined, chosen: undefined }))

export const gridSummary = {
  show: (summary: ShownSummary | undefined): void => useGridSummary.setState({ summary }),
  choose: (chosen: FigureName): void => useGridSummary.setState({ chosen }),
}
