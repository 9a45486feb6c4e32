import { create } from 'zustand'

/** So long the first rows are waited for: where there are none, everything else comes a moment later. */
const longestWaitMs = 5_000

const firstRowsMark = 'basalt-first-rows'

const useFirstRows = create<{ readonly areShown: boolean }>(() => ({ areShown: false }))

/** The first rows of a table are on the screen, or no table is. Told with every table that is opened. */
export function firstRowsShown(): void {
  // Read by `npm run bench:ui`.
  performance.mark(firstRowsMark)
  if (!useFirstRows.getState().areShown) useFirstRows.setState({ areShown: true })
}

/** Called once when the page begins. */
export function awaitFirstRows(): void {
  setTimeout(firstRowsShown, longestWaitMs)
}

/**
 * False until the first rows since the page was loaded are there: what nobody looks at before them (counts, badges,
 * pages ahead) waits, so that they come sooner.
 */
export function useAfterFirstRows(): boolean {
  return useFirstRows((state) => state.areShown)
}
