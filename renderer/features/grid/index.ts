import { lazy } from 'react'

/** The grid and its painter come as a chunk of their own. */
export const GridView = lazy(async () => ({ default: (await loadGrid()).GridView }))
const loadGrid = () => import('./GridView')

/** Loads the grid while what it will show is still being asked for. */
export function expectGrid(): void {
  loadGrid().catch(() => {
    // Whoever draws it loads it again, and says what is wrong.
  })
}

export { SummaryButton } from './summary/SummaryButton'
export { useGridSummary } from './summary/summary-store'
export type { GridViewProps } from './GridView'
