import { lazy } from 'react'

/** The grid and its painter are a separate chunk. */
export const GridView = lazy(async () => ({ default: (await loadGrid()).GridView }))
/** The painter alone, for rows that aren't records: results of SQL. */
export const DataGrid = lazy(async () => ({ default: (await loadGrid()).GlideDataGrid }))

const loadGrid = () => import('./GridView')

/** Prefetches the grid's chunk while its data loads. */
export function expectGrid(): void {
  loadGrid().catch(() => {
    // The component that renders the grid retries the import and reports its failure.
  })
}

export { SummaryButton } from './summary/SummaryButton'
export { useGridSummary } from './summary/summary-store'
