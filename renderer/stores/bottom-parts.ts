import { create } from 'zustand'

/** A part at the bottom of the page which toasts or the snackbar would cover: they stand above it. */
export type BottomPart = 'figures' | 'loadError'

const useCounts = create<Readonly<Record<BottomPart, number>>>(() => ({ figures: 0, loadError: 0 }))

const add = (part: BottomPart, count: number): void =>
  useCounts.setState((counts) => ({ [part]: counts[part] + count }))

/**
 * Says that a part is on the page. A selector such as `body:has(…)` would do, but makes the browser match the styles of
 * the whole page again whenever an element is added: a quarter of the work of a page.
 *
 * @returns ends it
 */
export function showBottomPart(part: BottomPart): () => void {
  add(part, 1)
  return () => add(part, -1)
}

/** Returns true while such a part is on the page. */
export const useHasBottomPart = (part: BottomPart): boolean => useCounts((counts) => counts[part] > 0)
