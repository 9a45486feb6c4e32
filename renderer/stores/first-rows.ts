import { create } from 'zustand'

/** Maximum wait for the first rows. Without any, everything else starts a moment later. */
const longestWaitMs = 5_000

const firstRowsMark = 'basalt-first-rows'

/** Work that waits for the rows of a table that opens. */
const waiting = new Set<() => void>()
/** Maximum wait of such work, in milliseconds: a table of a slow server, or a tab without rows. */
const restWaitsMs = 200

const useFirstRows = create<{ readonly areShown: boolean }>(() => ({ areShown: false }))

/** Call when the first rows of a table are visible, or no table is open. Runs for every opened table. */
export function firstRowsShown(): void {
  // Read by `npm run bench:ui`.
  performance.mark(firstRowsMark)
  if (!useFirstRows.getState().areShown) useFirstRows.setState({ areShown: true })
  // The browser paints the rows before.
  setTimeout(() => {
    for (const work of waiting) work()
  })
}

/** Calls back once the rows of the table that opens now are visible, or after a moment. @returns cancels the call */
export function afterNextRows(work: () => void): () => void {
  const begin = (): void => {
    cancel()
    work()
  }
  const cancel = (): void => {
    clearTimeout(timer)
    waiting.delete(begin)
  }
  const timer = setTimeout(begin, restWaitsMs)
  waiting.add(begin)
  return cancel
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
