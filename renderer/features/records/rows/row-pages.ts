import type { Row } from './row-key'

export interface RowPage {
  /** Holes are rows that are not known yet. */
  rows: (Row | undefined)[]
  /** All rows of the page were fetched. */
  whole: boolean
  /** Shown until fresher rows arrive. */
  stale: boolean
  error: unknown
  request: AbortController | undefined
}

/** Pages of the server's list by number, the least recently used first. */
export class RowPages {
  readonly #pages = new Map<number, RowPage>()

  constructor(readonly pageRows: number) {}

  get held(): number {
    return this.#pages.size
  }

  get isFetching(): boolean {
    return [...this.#pages.values()].some(({ request }) => request !== undefined)
  }

  numberOf(offset: number): number {
    return Math.floor(offset / this.pageRows)
  }

  rowAt(offset: number): Row | undefined {
    return this.get(this.numberOf(offset))?.rows[offset % this.pageRows]
  }

  get(number: number): RowPage | undefined {
    return this.#pages.get(number)
  }

  /** The page of a number, made when there is none; it is the most recently used one then. */
  use(number: number): RowPage {
    const page = this.#pages.get(number) ?? {
      rows: [],
      whole: false,
      stale: false,
      error: undefined,
      request: undefined,
    }
    // A map keeps the order of insertion.
    this.#pages.delete(number)
    this.#pages.set(number, page)
    return page
  }

  /** Puts all rows of a page in place. */
  fill(page: RowPage, rows: readonly Row[]): void {
    Object.assign(page, { rows: [...rows], whole: true, stale: false, error: undefined, request: undefined })
  }

  put(offset: number, row: Row): void {
    this.use(this.numberOf(offset)).rows[offset % this.pageRows] = row
  }

  /** Where a row is held: its place in the server's list. */
  find(matches: (row: Row) => boolean): { readonly offset: number; readonly row: Row } | undefined {
    for (const [number, { rows }] of this.#pages) {
      const at = rows.findIndex((row) => row !== undefined && matches(row))
      const row = at < 0 ? undefined : rows[at]
      if (row) return { offset: number * this.pageRows + at, row }
    }
    return undefined
  }

  /** Gives up all requests; rows are kept. */
  stop(): void {
    for (const page of this.#pages.values()) {
      page.request?.abort()
      page.request = undefined
    }
  }

  clear(): void {
    this.stop()
    this.#pages.clear()
  }

  /** Rows of these pages are shown until fresher ones come; all others are forgotten. */
  age(shown: ReadonlySet<number>): void {
    this.stop()
    for (const [number, page] of this.#pages)
      if (shown.has(number)) Object.assign(page, { stale: true, error: undefined })
      else this.#pages.delete(number)
  }

  /** Gives up requests for pages that nobody wants any more. */
  drop(wanted: ReadonlySet<number>): void {
    for (const [number, page] of this.#pages) {
      if (wanted.has(number) || !page.request) continue
      page.request.abort()
      page.request = undefined
      if (page.rows.length === 0) this.#pages.delete(number)
    }
  }

  /** Forgets the pages used longest ago, down to so many. */
  forget(most: number, wanted: ReadonlySet<number>): void {
    for (const [number, page] of this.#pages) {
      if (this.#pages.size <= most) return
      if (wanted.has(number)) continue
      page.request?.abort()
      this.#pages.delete(number)
    }
  }
}
