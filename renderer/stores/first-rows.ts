import { create } from 'zustand'

/** Maximum wait for the first rows. Without any, everything else starts a moment later. */
const longestWaitMs = 5_000

const firstRowsMark = 'basalt-first-rows'

const useFirstRows = create<{ readonly areShown: boolean }>(() => ({ areShown: false }))

/** Call when the first rows of a table are visible, or no table is open. Runs for every opened table. */
export function firstRowsShown(): void {
  // Read by `npm run bench:ui`.
  performance.mark(firstRowsMark)
  if (!useFirstRows.getState().areShown) useFirstRows.setState({ areShown: true })
}

/** Called once when the page begins. @param isInProject  false for pages without rows: they wait for nothing */
export function awaitFirstRows(isInProject: boolean): void {
  if (isInProject) setTimeout(firstRowsShown, longestWaitMs)
  else firstRowsShown()
}

/** Calls back once the first rows are visible; at once if they are. */
export function afterFirstRows(work: () => void): void {
  if (useFirstRows.getState().areShown) return work()
  const end = useFirstRows.subscribe(() => {
    end()
    work()
  })
}

/**
 * False until the first rows after the page load are visible. Less urgent work (counts, badges, prefetch) waits, so
 * that they arrive sooner.
 */
export function useAfterFirstRows(): boolean {
  return useFirstRows((state) => state.areShown)
}
