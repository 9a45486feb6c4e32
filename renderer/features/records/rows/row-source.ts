import type { Row } from './row-key'

/** Where rows come from. Both answers may be abandoned through the signal. */
export interface RowSource {
  readonly rows: (offset: number, limit: number, signal: AbortSignal) => Promise<readonly Row[]>
  /** Infinity when counting took too long. */
  readonly count: (signal: AbortSignal) => Promise<number>
  /** The rows are listed for groups: they are shown once a layout says which. */
  readonly isGrouped?: boolean
}

export interface RowStoreOptions {
  readonly pageRows: number
  /** Pages held; the least recently shown ones go first. */
  readonly pagesHeld: number
  /** Pages fetched beyond the screen, in the direction of scrolling. */
  readonly lookAhead: number
  /** Waiting time before pages are asked for while the person scrolls far, in milliseconds. */
  readonly settleMs: number
  /** Calls when the rows that have just come are drawn: no page ahead is asked for beside the first ones. */
  readonly whenDrawn: (then: () => void) => void
}

export const rowStoreDefaults: RowStoreOptions = {
  pageRows: 100,
  pagesHeld: 60,
  lookAhead: 1,
  settleMs: 60,
  // After the frame, however long it takes to come; and a moment for what is drawn to be seen.
  whenDrawn: (then) => requestAnimationFrame(() => setTimeout(then, 50)),
}

/** What changed: rows of one page, everything, only the count; `data` tells that the server has other values now. */
export type RowStoreChange =
  | { readonly kind: 'rows'; readonly from: number; readonly to: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'count' }
  | { readonly kind: 'data' }

/** Rows from the first up to, not including, the last. */
export interface RowPart {
  readonly from: number
  readonly to: number
}

/**
 * Which rows of the server's list are shown, and in which order: those of open groups. Rows count what is shown,
 * offsets what the server lists.
 */
export interface RowLayout {
  readonly rowCount: number
  readonly offsetOf: (row: number) => number
  /** -1 for what is not shown. */
  readonly rowOf: (offset: number) => number
  readonly spans: (from: number, to: number) => readonly { readonly offset: number; readonly count: number }[]
}
