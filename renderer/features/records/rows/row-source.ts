import { afterFirstRows, afterNextRows } from '@renderer/stores'
import type { Row } from './row-key'

/** A source of rows. Callers can abort both requests through the signal. */
export interface RowSource {
  readonly rows: (offset: number, limit: number, signal: AbortSignal) => Promise<readonly Row[]>
  /** Infinity when counting took too long. */
  readonly count: (signal: AbortSignal) => Promise<number>
  /** Returns the first page as it was read before the table opened, if it was. */
  readonly early?: () => readonly Row[] | undefined
  /** True if the rows belong to groups: the grid shows them once it has a layout. */
  readonly isGrouped?: boolean
}

export interface RowStoreOptions {
  /** Length of the list until the count arrives. If that is the same, no line changes. Default: 0. */
  readonly expectedRows?: number | undefined
  readonly pageRows: number
  /** Pages held; the least recently shown ones go first. */
  readonly pagesHeld: number
  /** Pages fetched beyond the screen, in the direction of scrolling. */
  readonly lookAhead: number
  /** Delay in milliseconds before requesting pages during a long scroll. */
  readonly settleMs: number
  /** Calls back when the newly arrived rows are drawn. No prefetch runs beside the first rows. */
  readonly whenDrawn: (then: () => void) => void
}

export const rowStoreDefaults: RowStoreOptions = {
  pageRows: 100,
  pagesHeld: 60,
  lookAhead: 1,
  settleMs: 60,
  // Plus a moment for the rest of the view.
  whenDrawn: (then) => afterFirstRows(() => void afterNextRows(() => setTimeout(then, 50))),
}

/** The scope of a change: rows of one page, everything, only the count; `data` means new values on the server. */
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
 * Selects and orders the server's rows for display: the rows of open groups. Rows count visible lines; offsets count
 * the server's list.
 */
export interface RowLayout {
  readonly rowCount: number
  readonly offsetOf: (row: number) => number
  /** -1 for hidden rows. */
  readonly rowOf: (offset: number) => number
  readonly spans: (from: number, to: number) => readonly { readonly offset: number; readonly count: number }[]
}

/** The row that holds the user's position. */
export interface RowAnchor {
  readonly index: number
  readonly is: (row: Row) => boolean
}

/** Placeholder lines that look like loading rows, until the groups are known. */
export const untilGrouped: RowLayout = { rowCount: 40, offsetOf: () => -1, rowOf: () => -1, spans: () => [] }
