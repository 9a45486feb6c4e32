import { pageRowsMax } from '@common/constants'
import type { Row } from './row-key'
import { RowPages } from './row-pages'
import {
  rowStoreDefaults,
  type RowLayout,
  type RowPart,
  type RowSource,
  type RowStoreChange,
  type RowStoreOptions,
} from './row-source'

/** From so many pages beside each other on, several are read with one question; fewer come sooner one by one. */
const runOfPages = 4

/** Lines that look as if rows were on their way, until it is known how they are grouped. */
const untilGrouped: RowLayout = { rowCount: 40, offsetOf: () => -1, rowOf: () => -1, spans: () => [] }

/** The row that somebody is at. */
export interface RowAnchor {
  readonly index: number
  readonly is: (row: Row) => boolean
}

/** How often rows are read again because one of them was stored meanwhile. */
const reloadTries = 3
const lookAgainMs = 20

/**
 * A sparse window on the rows of a table.
 *
 * Holds pages by number, fetches those on the screen and the next one, gives up requests for pages that
 * were scrolled past, and forgets the least recently shown: memory does not grow with the table.
 */
export class RowStore {
  #source: RowSource
  #layout: RowLayout | undefined
  #arrangement = 0
  /** Reads layout and rows anew, where somebody else makes layouts. */
  arranger: (() => Promise<void>) | undefined
  #extra: readonly Row[] = []
  readonly #options: RowStoreOptions
  readonly #fit: (row: Row) => Row
  /** Grows when everything is asked anew: what was asked before that no longer counts. */
  #generation = 0
  /** Grows when a row gets its place or values here: an answer that was asked for before need not know of it. */
  #edits = 0
  #reloads = 0
  /** Reads in place from the present source. */
  #reading = new AbortController()
  readonly #pages: RowPages
  readonly #listeners = new Set<(change: RowStoreChange) => void>()
  /** What is on the screen: one run of rows, or several. */
  #parts: readonly RowPart[] = [{ from: 0, to: 0 }]
  #direction: 1 | -1 = 1
  #count: number | undefined
  #countIsOld = false
  #countRequest: AbortController | undefined
  #countError: unknown
  /** Rows known to exist while the count is unknown or was abandoned. */
  #seen = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #jumpedAt = -Infinity
  readonly #now = (): number => performance.now()
  #started = false
  /** Rows have come once, and are drawn. */
  #isOpen = false
  #disposed = false

  /** @param fit  given every row that arrives: what is on its way to the server is newer than what comes from there */
  constructor(source: RowSource, options: RowStoreOptions = rowStoreDefaults, fit: (row: Row) => Row = (row) => row) {
    this.#source = source
    this.#options = options
    this.#pages = new RowPages(options.pageRows)
    this.#fit = fit
  }

  subscribe(listener: (change: RowStoreChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Rows on the screen, from the first up to, not including, the last. */
  get visible(): RowPart {
    return { from: this.#parts[0]?.from ?? 0, to: this.#parts.at(-1)?.to ?? 0 }
  }

  /** Those of them that are held. */
  visibleRows(): Row[] {
    const rows: Row[] = []
    for (const { from, to } of this.#parts)
      for (let index = from; index < to; index += 1) {
        const row = this.rowAt(index)
        if (row) rows.push(row)
      }
    return rows
  }

  /** Number of rows, Infinity when the count was abandoned, undefined until the first answer. */
  get count(): number | undefined {
    return this.#count
  }

  /** The count belongs to an order or a search of before, until the new one arrives. */
  get countIsOld(): boolean {
    return this.#countIsOld
  }

  /** Undefined while the rows are shown as the server lists them. */
  get layout(): RowLayout | undefined {
    return this.#layout
  }

  get countError(): unknown {
    return this.#countError
  }

  /** Rows that the grid offers to scroll over: the count, or what is known plus some more to come. */
  get length(): number {
    if (this.#layout) return this.#layout.rowCount + this.#extra.length
    if (this.#count !== undefined && Number.isFinite(this.#count)) return this.#count
    return this.#seen
  }

  /** Rows that were made since the layout was: they stand behind all others. */
  get extra(): readonly Row[] {
    return this.#extra
  }

  rowAt(index: number): Row | undefined {
    if (this.#layout && index >= this.#layout.rowCount) return this.#extra[index - this.#layout.rowCount]
    return this.#pages.rowAt(this.#offsetOf(index))
  }

  /** Where a row of the server's list is shown; -1 when it is not, or not now. */
  rowOfOffset(offset: number): number {
    if (this.#layout) return this.#layout.rowOf(offset)
    return offset < this.length ? offset : -1
  }

  /** Where a row that is shown stands in the server's list. */
  offsetOfRow(row: number): number {
    return this.#offsetOf(row)
  }

  /** Why the page of this row could not be fetched. */
  errorAt(index: number): unknown {
    return this.#pages.get(this.#pages.numberOf(this.#offsetOf(index)))?.error
  }

  /** The first error among the rows on the screen. */
  get visibleError(): { readonly index: number; readonly error: unknown } | undefined {
    for (const { offset, count } of this.#parts.flatMap(({ from, to }) => this.#spans(from, Math.max(from + 1, to))))
      for (let page = this.#pages.numberOf(offset); page <= this.#pages.numberOf(offset + count - 1); page += 1) {
        const error = this.#pages.get(page)?.error
        const first = Math.max(offset, page * this.#options.pageRows)
        if (error !== undefined) return { index: this.#layout ? this.#layout.rowOf(first) : first, error }
      }
    return undefined
  }

  /** The row with a key, where it is held: its place among the rows shown. */
  find(matches: (row: Row) => boolean): number | undefined {
    const made = this.#extra.findIndex(matches)
    if (made >= 0) return (this.#layout?.rowCount ?? 0) + made
    const held = this.#pages.find(matches)
    if (held === undefined) return undefined
    const row = this.#layout ? this.#layout.rowOf(held.offset) : held.offset
    return row < 0 ? undefined : row
  }

  get pagesHeld(): number {
    return this.#pages.held
  }

  /** Begins: counts and fetches the first page. Begins again after a pause: what is shown is asked anew. */
  start(): void {
    if (this.#started) return this.refresh()
    this.#started = true
    void this.#fetchCount()
    if (this.#source.isGrouped === true) {
      this.#layout ??= untilGrouped
      return
    }
    this.show(0, this.#options.pageRows)
  }

  /** Nobody looks: requests under way are given up, rows are kept. */
  pause(): void {
    clearTimeout(this.#timer)
    this.#countRequest?.abort()
    this.#pages.stop()
  }

  /** Says which rows are on the screen. */
  show(from: number, to: number): void {
    this.showParts([{ from, to }])
  }

  /** Says which rows are on the screen where those are several runs, as in stacks beside each other. */
  showParts(parts: readonly RowPart[]): void {
    if (this.#disposed) return
    const before = this.#parts
    const moves = parts.map(({ from }, at) => from - (before[at]?.from ?? 0))
    const jump = moves.some((by) => Math.abs(by) > this.#options.pageRows * 2)
    const by = moves.find((move) => move !== 0)
    if (by !== undefined) this.#direction = by > 0 ? 1 : -1
    this.#parts = parts
    this.#pages.drop(new Set(this.#wanted()))
    clearTimeout(this.#timer)
    // Dragging the scroll bar passes hundreds of pages: after the first jump it has to rest before more are asked for.
    const isDragged = jump && this.#now() - this.#jumpedAt < this.#options.settleMs * 2
    if (jump) this.#jumpedAt = this.#now()
    if (isDragged) this.#timer = setTimeout(() => this.#fetchWanted(), this.#options.settleMs)
    else this.#fetchWanted()
  }

  /** Fetches the page of a row again after an error. */
  retry(index: number): void {
    const page = this.#pages.get(this.#pages.numberOf(this.#offsetOf(index)))
    if (page) page.error = undefined
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
  }

  /** Rows of a range, fetched when they are not held. Used by copy, paste and delete. */
  async load(from: number, to: number, signal?: AbortSignal): Promise<Row[]> {
    const rows: Row[] = []
    const { layout } = this
    for (const { offset, count } of this.#spans(from, to)) {
      const some = await this.#loadSpan(offset, offset + count, signal)
      rows.push(...some)
      if (some.length < count) return rows
    }
    if (layout && to > layout.rowCount)
      rows.push(...this.#extra.slice(Math.max(0, from - layout.rowCount), to - layout.rowCount))
    return rows
  }

  async #loadSpan(from: number, to: number, signal?: AbortSignal): Promise<Row[]> {
    const rows: Row[] = []
    for (let offset = from; offset < to;) {
      const held = this.#pages.rowAt(offset)
      if (held) {
        rows.push(held)
        offset += 1
        continue
      }
      let gap = offset
      while (gap < to && !this.#pages.rowAt(gap) && gap - offset < 1000) gap += 1
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
    this.#edits += 1
    const made = this.#extra.findIndex(matches)
    if (made >= 0) {
      this.#extra = this.#extra.map((row, at) => (at === made ? change(row) : row))
      const index = (this.#layout?.rowCount ?? 0) + made
      this.#emit({ kind: 'rows', from: index, to: index + 1 })
      this.#emit({ kind: 'data' })
      return
    }
    const held = this.#pages.find(matches)
    if (held === undefined) return
    this.#pages.put(held.offset, change(held.row))
    const index = this.#layout ? this.#layout.rowOf(held.offset) : held.offset
    this.#emit({ kind: 'rows', from: index, to: index + 1 })
    this.#emit({ kind: 'data' })
  }

  /**
   * Adds stored rows at the end, where the person made them; a refresh puts them where they sort, or the next layout
   * that is read afresh.
   *
   * @returns the place of the first
   */
  append(rows: readonly Row[]): number {
    this.#edits += 1
    const first = this.length
    if (this.#layout) {
      this.#extra = [...this.#extra, ...rows]
      if (this.#count !== undefined) this.#count += rows.length
      this.#emit({ kind: 'all' })
      this.#emit({ kind: 'data' })
      return first
    }
    rows.forEach((row, offset) => this.#pages.put(first + offset, row))
    this.#seen = Math.max(this.#seen, first + rows.length)
    if (this.#count !== undefined && Number.isFinite(this.#count)) this.#count = first + rows.length
    this.#emit({ kind: 'all' })
    this.#emit({ kind: 'data' })
    return first
  }

  /**
   * Shows the rows in another layout, or as the server lists them.
   *
   * @param fresh  whether the rows that will be on the screen are read anew first: they change in the same moment
   * @param before  called right before that moment, while rows still have their places
   * @throws what reading them failed with; nothing has changed then
   */
  async arrange(layout: RowLayout | undefined, fresh = false, before?: () => void): Promise<void> {
    this.#arrangement += 1
    const turn = this.#arrangement
    if (fresh) {
      const { pageRows } = this.#options
      const made = new Set(this.#extra)
      const read = new AbortController().signal
      const pages = await Promise.all(
        this.#wanted(layout).map(
          async (number) => [number, await this.#source.rows(number * pageRows, pageRows, read)] as const,
        ),
      )
      if (turn !== this.#arrangement || this.#disposed) return
      before?.()
      this.#pages.clear()
      // What was made while the rows were read is in none of them.
      this.#extra = this.#extra.filter((row) => !made.has(row))
      for (const [number, rows] of pages) this.#pages.fill(this.#pages.use(number), rows.map(this.#fit))
    } else before?.()
    this.#layout = layout
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
  }

  /** Goes on with other rows of the same kind: another order, another search. Shown rows stay until they arrive. */
  use(source: RowSource): void {
    // A source whose filter isn't known yet never answers: its reloads would stay under way forever.
    this.#reading.abort()
    this.#reading = new AbortController()
    this.#source = source
    this.#countIsOld = true
    // The groups come with the next layout: until then everything stays as it is.
    if (source.isGrouped !== true && !this.#layout) return this.refresh()
    this.#generation += 1
    void this.#fetchCount()
    this.#emit({ kind: 'all' })
  }

  /** Rows are on their way. */
  get isFetching(): boolean {
    return this.#pages.isFetching || this.#reloads > 0
  }

  /** Waits until no rows are on their way. Requests that nobody needs any more end unreported, so it looks again. */
  async fetched(): Promise<void> {
    while (this.isFetching && !this.#disposed) await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }

  /**
   * Asks for the rows on the screen again and puts all of them in place at once: somebody else changed the table.
   * Nothing is shown in between, and rows elsewhere are forgotten.
   *
   * @param anchorNow  the row that the person is at, by its place and by what it is; asked when the rows are put in place,
   *   for he may have gone on while they were on their way
   * @returns by how many places the anchor has moved; 0 when it was not found near its place
   * @throws what the source throws: then everything is as it was
   */
  async reload(anchorNow?: () => RowAnchor | undefined): Promise<number> {
    const generation = ++this.#generation
    if (this.#layout) {
      void this.#fetchCount()
      await (this.arranger?.() ?? this.arrange(this.#layout, true))
      // Who arranges rows keeps the person at his record.
      return 0
    }
    this.#reloads += 1
    const { signal } = this.#reading
    try {
      return await this.#readInPlace(generation, anchorNow, signal)
    } catch (error) {
      // Another source reads everything anew.
      if (signal.aborted) return 0
      throw error
    } finally {
      this.#reloads -= 1
      // If newer rows arrived first, nothing else reports the end of the fetch.
      if (generation !== this.#generation) this.#emit({ kind: 'count' })
    }
  }

  async #readInPlace(
    generation: number,
    anchorNow: (() => RowAnchor | undefined) | undefined,
    signal: AbortSignal,
  ): Promise<number> {
    const { pageRows } = this.#options
    let edits: number
    let first: number
    let last: number
    let rows: readonly Row[]
    let count: number
    let tries = 0
    do {
      edits = this.#edits
      tries += 1
      const { from, to } = this.visible
      first = this.#pages.numberOf(from)
      last = this.#pages.numberOf(Math.max(from, to - 1))
      ;[rows, count] = await Promise.all([
        this.#source.rows(first * pageRows, (last - first + 1) * pageRows, signal),
        this.#source.count(signal),
      ])
      if (this.#disposed || generation !== this.#generation) return 0
      // What was stored meanwhile may be missing in it. Who writes all the time is shown what there is.
    } while (edits !== this.#edits && tries < reloadTries)
    const anchor = anchorNow?.()
    this.#pages.clear()
    const fresh = rows.map(this.#fit)
    for (let number = first; number <= last; number += 1) {
      const at = (number - first) * pageRows
      this.#pages.fill(this.#pages.use(number), fresh.slice(at, at + pageRows))
    }
    this.#count = count
    this.#countIsOld = false
    this.#countError = undefined
    if (Number.isFinite(count)) this.#seen = count
    const found = anchor === undefined ? -1 : fresh.findIndex((row) => anchor.is(row))
    // The person may have gone on meanwhile.
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
    this.#emit({ kind: 'data' })
    return found < 0 || anchor === undefined ? 0 : first * pageRows + found - anchor.index
  }

  /** Asks for everything again. Rows on the screen stay until the new ones arrive. */
  refresh(): void {
    this.#generation += 1
    this.#pages.age(new Set(this.#parts.flatMap(({ from, to }) => this.#pagesOf(from, Math.max(from + 1, to)))))
    void this.#fetchCount()
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
    this.#emit({ kind: 'data' })
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#timer)
    this.#countRequest?.abort()
    this.#pages.stop()
    this.#listeners.clear()
  }

  /** Where a row stands in the server's list; -1 for a row that there is not. */
  #offsetOf(index: number): number {
    if (!this.#layout) return index
    return index >= 0 && index < this.#layout.rowCount ? this.#layout.offsetOf(index) : -1
  }

  /** Runs of the server's list that some rows are. */
  #spans(
    from: number,
    to: number,
    layout = this.#layout,
  ): readonly { readonly offset: number; readonly count: number }[] {
    if (layout) return layout.spans(from, to)
    return to > from ? [{ offset: from, count: to - from }] : []
  }

  #pagesOf(from: number, to: number, layout = this.#layout): number[] {
    const pages = new Set<number>()
    for (const { offset, count } of this.#spans(from, to, layout))
      for (let page = this.#pages.numberOf(offset); page <= this.#pages.numberOf(offset + count - 1); page += 1)
        pages.add(page)
    return [...pages]
  }

  #wanted(layout = this.#layout): number[] {
    const { pageRows } = this.#options
    // The first rows of a table that is being opened are waited for: nothing goes beside them.
    const lookAhead = this.#isOpen ? this.#options.lookAhead : 0
    const ahead = lookAhead * pageRows
    const parts = this.#parts.map(({ from, to }) => ({ from, to: Math.max(from + 1, to) }))
    const pages = parts.flatMap(({ from, to }) => this.#pagesOf(from, to, layout))
    // What follows one of several runs is mostly another one's.
    const next = (parts.length > 1 ? [] : parts).flatMap(({ from, to }) =>
      this.#direction === 1
        ? this.#pagesOf(to, to + ahead, layout).slice(-lookAhead)
        : this.#pagesOf(Math.max(0, from - ahead), from, layout).slice(0, lookAhead),
    )
    const isCounted = this.#count !== undefined && Number.isFinite(this.#count)
    const end = isCounted && !layout ? this.#pages.numberOf(Math.max(0, (this.#count ?? 0) - 1)) : Infinity
    return [...new Set([...pages, ...next])].filter((page) => page >= 0 && page <= end)
  }

  #fetchWanted(): void {
    if (this.#disposed) return
    const wanted = this.#wanted()
    const missing: number[] = []
    for (const number of wanted) {
      const page = this.#pages.use(number)
      if (page.request || page.error !== undefined || (page.whole && !page.stale)) continue
      missing.push(number)
    }
    for (const run of this.#runsOf(missing)) void this.#fetchRun(run)
    this.#pages.forget(this.#options.pagesHeld, new Set(wanted))
  }

  /** Pages as they are asked for: one by one, or many that follow each other together. */
  #runsOf(pages: readonly number[]): number[][] {
    const runs: number[][] = []
    for (const number of pages) {
      const last = runs.at(-1)
      if (last?.at(-1) === number - 1) last.push(number)
      else runs.push([number])
    }
    const most = Math.max(1, Math.floor(pageRowsMax / this.#options.pageRows))
    return runs.flatMap((run) => {
      const size = run.length < runOfPages ? 1 : most
      return Array.from({ length: Math.ceil(run.length / size) }, (_, at) => run.slice(at * size, (at + 1) * size))
    })
  }

  /** @param run  numbers of pages that follow each other */
  async #fetchRun(run: readonly number[]): Promise<void> {
    const { pageRows } = this.#options
    const whole = new AbortController()
    const asked = run.map((number) => {
      const [page, request] = [this.#pages.use(number), new AbortController()]
      page.request = request
      return { page, request }
    })
    // It is given up when nobody wants any page of it.
    const giveUp = (): void => {
      if (asked.every(({ request }) => request.signal.aborted)) whole.abort()
    }
    for (const { request } of asked) request.signal.addEventListener('abort', giveUp, { once: true })
    const from = (run[0] ?? 0) * pageRows
    try {
      const rows = await this.#source.rows(from, run.length * pageRows, whole.signal)
      const wanted = asked.map(({ page, request }) => page.request === request)
      if (!wanted.includes(true)) return
      const fresh = rows.map(this.#fit)
      for (const [at, { page }] of asked.entries())
        if (wanted[at] === true) this.#pages.fill(page, fresh.slice(at * pageRows, (at + 1) * pageRows))
      this.#learn(from, rows.length, run.length * pageRows)
      if (!this.#isOpen)
        this.#options.whenDrawn(() => {
          if (this.#isOpen) return
          this.#isOpen = true
          this.#fetchWanted()
        })
    } catch (error) {
      const wanted = asked.filter(({ page, request }) => page.request === request)
      for (const { page, request } of wanted) {
        page.request = undefined
        if (!request.signal.aborted) page.error = error
      }
      if (wanted.length === 0 || whole.signal.aborted) return
    }
    this.#emit({ kind: 'rows', from, to: from + run.length * pageRows })
  }

  /** While the count is unknown, full pages promise another one and a short page is the end. */
  #learn(from: number, rows: number, asked: number): void {
    if (this.#count !== undefined && Number.isFinite(this.#count)) return
    const full = rows === asked
    if (!full && this.#count === Infinity) this.#count = from + rows
    const known = from + rows + (full ? this.#options.pageRows : 0)
    if (known > this.#seen) {
      this.#seen = known
      this.#emit({ kind: 'count' })
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
