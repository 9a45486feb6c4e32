import type { Row } from './row-key'

export interface RowPage {
  /** Holes are rows that aren't loaded yet. */
  rows: (Row | undefined)[]
  /** True if all rows of the page are loaded. */
  whole: boolean
  /** Shown until fresher rows arrive. */
  stale: boolean
  error: unknown
  request: AbortController | undefined
}

/** Cache of the server's pages by number, the least recently used first. */
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

  /** Returns a page by number and marks it as most recently used. Creates it if missing. */
  use(number: number): RowPage {
    const page = this.#pages.get(number) ?? {
      rows: [],
      whole: false,
      stale: false,
      error: undefined,
      request: undefined,
    }
    // A map preserves insertion order.
    this.#pages.delete(number)
    this.#pages.set(number, page)
    return page
  }

  /** Stores all rows of a page. */
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

  /** Aborts all requests; loaded rows stay. */
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

  /** Replaces everything by the pages from the first up to the last. */
  replace({ first, last }: { readonly first: number; readonly last: number }, rows: readonly Row[]): void {
    this.clear()
    for (let number = first; number <= last; number += 1) {
      const at = (number - first) * this.pageRows
      this.fill(this.use(number), rows.slice(at, at + this.pageRows))
    }
  }

  /** Marks the rows of these pages as stale but shows them until fresh ones arrive. Evicts all others. */
  age(shown: ReadonlySet<number>): void {
    this.stop()
    for (const [number, page] of this.#pages)
      if (shown.has(number)) Object.assign(page, { stale: true, error: undefined })
      else this.#pages.delete(number)
  }

  /** Aborts requests for pages that are no longer wanted. */
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
