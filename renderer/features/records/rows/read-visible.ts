import type { Row } from './row-key'
import type { RowPages } from './row-pages'
import type { RowPart, RowSource } from './row-source'

/** How often rows are read again because one of them was stored meanwhile. */
const reloadTries = 3

export interface ReadVisibleOptions {
  readonly visible: () => RowPart
  /** Counts the rows that changed here. Responses to earlier requests may be stale. */
  readonly edits: () => number
  /** True if the response isn't needed any more. */
  readonly isOver: () => boolean
  readonly signal: AbortSignal
}

export interface VisiblePages {
  /** Numbers of the first and the last page. */
  readonly first: number
  readonly last: number
  readonly rows: readonly Row[]
  /** Number of all rows. */
  readonly count: number
}

/** Reads the visible pages and the count, again if a row was stored meanwhile. Undefined if they aren't needed any more. */
export async function readVisible(
  source: RowSource,
  pages: RowPages,
  { visible, edits, isOver, signal }: ReadVisibleOptions,
): Promise<VisiblePages | undefined> {
  const { pageRows } = pages
  for (let tries = 1; ; tries += 1) {
    const before = edits()
    const { from, to } = visible()
    const first = pages.numberOf(from)
    const last = pages.numberOf(Math.max(from, to - 1))
    const [rows, count] = await Promise.all([
      source.rows(first * pageRows, (last - first + 1) * pageRows, signal),
      source.count(signal),
    ])
    if (isOver()) return undefined
    // Rows stored meanwhile may be missing in it. Under constant writes, it shows the latest response.
    if (before === edits() || tries >= reloadTries) return { first, last, rows, count }
  }
}

/** Reads pages, each with its number. */
export function readPages(
  source: RowSource,
  pageRows: number,
  numbers: readonly number[],
): Promise<(readonly [number: number, rows: readonly Row[]])[]> {
  const { signal } = new AbortController()
  return Promise.all(
    numbers.map(async (number) => [number, await source.rows(number * pageRows, pageRows, signal)] as const),
  )
}
