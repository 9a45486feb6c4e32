import type { Row } from './row-key'
import { rowStoreDefaults, type RowSource, type RowStoreChange, type RowStoreOptions } from './row-source'

interface Page {
  /** Holes are rows that are not known yet. */
  rows: (Row | undefined)[]
  /** All rows of the page were fetched. */
  whole: boolean
  /** Shown until fresher rows arrive. */
  stale: boolean
  error: unknown
  request: AbortController | undefined
}

/**
 * A sparse window on the rows of a table.
 *
 * Holds pages by number, fetches those on the screen and the next one, gives up requests for pages that
 * were scrolled past, and forgets the least recently shown: memory does not grow with the table.
 */
export class RowStore {
  #source: RowSource
  readonly #options: RowStoreOptions
  readonly #pages = new Map<number, Page>()
  readonly #listeners = new Set<(change: RowStoreChange) => void>()
  #visible = { from: 0, to: 0 }
  #direction: 1 | -1 = 1
  #count: number | undefined
  #countIsOld = false
  #countRequest: AbortController | undefined
  #countError: unknown
  /** Rows known to exist while the count is unknown or was abandoned. */
  #seen = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #started = false
  #disposed = false

  constructor(source: RowSource, options: RowStoreOptions = rowStoreDefaults) {
    this.#source = source
    this.#options = options
  }

  subscribe(listener: (change: RowStoreChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Number of rows, Infinity when the count was abandoned, undefined until the first answer. */
  get count(): number | undefined {
    return this.#count
  }

  /** The count belongs to an order or a search of before, until the new one arrives. */
  get countIsOld(): boolean {
    return this.#countIsOld
  }

  get countError(): unknown {
    return this.#countError
  }

  /** Rows that the grid offers to scroll over: the count, or what is known plus some more to come. */
  get length(): number {
    if (this.#count !== undefined && Number.isFinite(this.#count)) return this.#count
    return this.#seen
  }

  rowAt(index: number): Row | undefined {
    return this.#pages.get(this.#pageOf(index))?.rows[index % this.#options.pageRows]
  }

  /** Why the page of this row could not be fetched. */
  errorAt(index: number): unknown {
    return this.#pages.get(this.#pageOf(index))?.error
  }

  /** The first error among the rows on the screen. */
  get visibleError(): { readonly index: number; readonly error: unknown } | undefined {
    for (
      let page = this.#pageOf(this.#visible.from);
      page <= this.#pageOf(Math.max(0, this.#visible.to - 1));
      page += 1
    ) {
      const error = this.#pages.get(page)?.error
      if (error !== undefined) return { index: page * this.#options.pageRows, error }
    }
    return undefined
  }

  get pagesHeld(): number {
    return this.#pages.size
  }

  /** Begins: counts and fetches the first page. Begins again after a pause: what is shown is asked anew. */
  start(): void {
    if (this.#started) return this.refresh()
    this.#started = true
    void this.#fetchCount()
    this.show(0, this.#options.pageRows)
  }

  /** Nobody looks: requests under way are given up, rows are kept. */
  pause(): void {
    clearTimeout(this.#timer)
    this.#countRequest?.abort()
    for (const page of this.#pages.values()) {
      page.request?.abort()
      page.request = undefined
    }
  }

  /** Says which rows are on the screen. */
  show(from: number, to: number): void {
    if (this.#disposed) return
    const jump = Math.abs(from - this.#visible.from) > this.#options.pageRows * 2
    if (from !== this.#visible.from) this.#direction = from > this.#visible.from ? 1 : -1
    this.#visible = { from, to }
    this.#dropPassedRequests()
    clearTimeout(this.#timer)
    // Dragging the scroll bar passes hundreds of pages: wait for it to rest before asking for any.
    if (jump) this.#timer = setTimeout(() => this.#fetchWanted(), this.#options.settleMs)
    else this.#fetchWanted()
  }

  /** Fetches the page of a row again after an error. */
  retry(index: number): void {
    const page = this.#pages.get(this.#pageOf(index))
    if (page) page.error = undefined
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
  }

  /** Rows of a range, fetched when they are not held. Used by copy, paste and delete. */
  async load(from: number, to: number, signal?: AbortSignal): Promise<Row[]> {
    const rows: Row[] = []
    for (let offset = from; offset < to;) {
      const held = this.rowAt(offset)
      if (held) {
        rows.push(held)
        offset += 1
        continue
      }
      let gap = offset
      while (gap < to && !this.rowAt(gap) && gap - offset < 1000) gap += 1
      // A limit below the maximum of the server; the gap grows in further rounds.
      const fetched = await this.#source.rows(offset, gap - offset, signal ?? new AbortController().signal)
      rows.push(...fetched)
      if (fetched.length < gap - offset) break
      offset = gap
    }
    return rows
  }

  /** Puts a changed row in place, wherever it is held. */
  replace(matches: (row: Row) => boolean, change: (row: Row) => Row): void {
    for (const [number, page] of this.#pages) {
      const at = page.rows.findIndex((row) => row !== undefined && matches(row))
      const row = at < 0 ? undefined : page.rows[at]
      if (!row) continue
      page.rows[at] = change(row)
      const index = number * this.#options.pageRows + at
      this.#emit({ kind: 'rows', from: index, to: index + 1 })
      return
    }
  }

  /** Adds stored rows at the end, where the person made them; a refresh puts them where they sort. */
  append(rows: readonly Row[]): number {
    const first = this.length
    rows.forEach((row, offset) => {
      const index = first + offset
      const page = this.#pageAt(this.#pageOf(index))
      page.rows[index % this.#options.pageRows] = row
    })
    this.#seen = Math.max(this.#seen, first + rows.length)
    if (this.#count !== undefined && Number.isFinite(this.#count)) this.#count = first + rows.length
    this.#emit({ kind: 'all' })
    return first
  }

  /** Goes on with other rows of the same kind: another order, another search. Shown rows stay until they arrive. */
  use(source: RowSource): void {
    this.#source = source
    this.#countIsOld = true
    this.refresh()
  }

  /** Asks for everything again. Rows on the screen stay until the new ones arrive. */
  refresh(): void {
    const first = this.#pageOf(this.#visible.from)
    const last = this.#pageOf(Math.max(this.#visible.from, this.#visible.to - 1))
    for (const [number, page] of this.#pages) {
      page.request?.abort()
      if (number < first || number > last) this.#pages.delete(number)
      else Object.assign(page, { stale: true, error: undefined, request: undefined })
    }
    void this.#fetchCount()
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#timer)
    this.#countRequest?.abort()
    for (const page of this.#pages.values()) page.request?.abort()
    this.#listeners.clear()
  }

  #pageOf(index: number): number {
    return Math.floor(index / this.#options.pageRows)
  }

  #pageAt(number: number): Page {
    const held = this.#pages.get(number)
    if (held) {
      // Map order is the order of use: the oldest entries are forgotten first.
      this.#pages.delete(number)
      this.#pages.set(number, held)
      return held
    }
    const page: Page = { rows: [], whole: false, stale: false, error: undefined, request: undefined }
    this.#pages.set(number, page)
    return page
  }

  #wanted(): number[] {
    const first = this.#pageOf(this.#visible.from)
    const last = this.#pageOf(Math.max(this.#visible.from, this.#visible.to - 1))
    const pages: number[] = []
    for (let page = first; page <= last; page += 1) pages.push(page)
    for (let step = 1; step <= this.#options.lookAhead; step += 1)
      pages.push(this.#direction === 1 ? last + step : first - step)
    const end =
      this.#count !== undefined && Number.isFinite(this.#count) ? this.#pageOf(Math.max(0, this.#count - 1)) : Infinity
    return pages.filter((page) => page >= 0 && page <= end)
  }

  #dropPassedRequests(): void {
    const wanted = new Set(this.#wanted())
    for (const [number, page] of this.#pages) {
      if (wanted.has(number) || !page.request) continue
      page.request.abort()
      page.request = undefined
      if (page.rows.length === 0) this.#pages.delete(number)
    }
  }

  #fetchWanted(): void {
    if (this.#disposed) return
    for (const number of this.#wanted()) {
      const page = this.#pageAt(number)
      if (page.request || page.error !== undefined || (page.whole && !page.stale)) continue
      void this.#fetchPage(number, page)
    }
    this.#forget()
  }

  async #fetchPage(number: number, page: Page): Promise<void> {
    const request = new AbortController()
    page.request = request
    const from = number * this.#options.pageRows
    try {
      const rows = await this.#source.rows(from, this.#options.pageRows, request.signal)
      if (page.request !== request) return
      Object.assign(page, { rows: [...rows], whole: true, stale: false, error: undefined, request: undefined })
      this.#learn(from, rows.length)
    } catch (error) {
      if (page.request !== request) return
      page.request = undefined
      if (request.signal.aborted) return
      page.error = error
    }
    this.#emit({ kind: 'rows', from, to: from + this.#options.pageRows })
  }

  /** While the count is unknown, a full page promises another one and a short page is the end. */
  #learn(from: number, rows: number): void {
    if (this.#count !== undefined && Number.isFinite(this.#count)) return
    const full = rows === this.#options.pageRows
    if (!full && this.#count === Infinity) this.#count = from + rows
    const known = from + rows + (full ? this.#options.pageRows : 0)
    if (known > this.#seen) {
      this.#seen = known
      this.#emit({ kind: 'count' })
    }
  }

  #forget(): void {
    const wanted = new Set(this.#wanted())
    for (const [number, page] of this.#pages) {
      if (this.#pages.size <= this.#options.pagesHeld) return
      if (wanted.has(number)) continue
      page.request?.abort()
      this.#pages.delete(number)
    }
  }

  async #fetchCount(): Promise<void> {
    this.#countRequest?.abort()
    const request = new AbortController()
    this.#countRequest = request
    try {
      const count = await this.#source.count(request.signal)
      if (request.signal.aborted) return
      this.#count = count
      this.#countIsOld = false
      this.#countError = undefined
      if (Number.isFinite(count)) this.#seen = count
      this.#fetchWanted()
    } catch (error) {
      if (request.signal.aborted) return
      this.#countError = error
    }
    this.#emit({ kind: 'count' })
  }

  #emit(change: RowStoreChange): void {
    if (this.#disposed) return
    for (const listener of this.#listeners) listener(change)
  }
}
