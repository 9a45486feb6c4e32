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

/** Adjacent pages from which one request loads all of them. Fewer arrive sooner one by one. */
const runOfPages = 4

/** Placeholder lines that look like loading rows, until the groups are known. */
const untilGrouped: RowLayout = { rowCount: 40, offsetOf: () => -1, rowOf: () => -1, spans: () => [] }

/** The row that holds the user's position. */
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
 * Caches pages by number and fetches the visible ones and the next. Aborts requests for pages that the user scrolled
 * past. Evicts the least recently shown pages, so memory doesn't grow with the table.
 */
export class RowStore {
  #source: RowSource
  #layout: RowLayout | undefined
  #arrangement = 0
  /** Reloads layout and rows, if another object makes layouts. */
  arranger: (() => Promise<void>) | undefined
  #extra: readonly Row[] = []
  readonly #options: RowStoreOptions
  readonly #fit: (row: Row) => Row
  /** Increments when everything reloads: responses of earlier generations are ignored. */
  #generation = 0
  /** Increments when a row changes its position or values here. Responses to earlier requests may be stale. */
  #edits = 0
  #reloads = 0
  /** Reads in place from the present source. */
  #reading = new AbortController()
  readonly #pages: RowPages
  readonly #listeners = new Set<(change: RowStoreChange) => void>()
  /** The visible rows: one range, or several. */
  #parts: readonly RowPart[] = [{ from: 0, to: 0 }]
  #direction: 1 | -1 = 1
  #count: number | undefined
  #countIsOld = false
  #countRequest: AbortController | undefined
  #countError: unknown
  /** Rows known to exist while the count is unknown or was aborted. */
  #seen = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #jumpedAt = -Infinity
  readonly #now = (): number => performance.now()
  #started = false
  /** True once the first rows are loaded and drawn. */
  #isOpen = false
  #disposed = false

  /** @param fit  receives every row that arrives, because pending values are newer than those of the server */
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

  /** Returns the loaded ones among the visible rows. */
  visibleRows(): Row[] {
    const rows: Row[] = []
    for (const { from, to } of this.#parts)
      for (let index = from; index < to; index += 1) {
        const row = this.rowAt(index)
        if (row) rows.push(row)
      }
    return rows
  }

  /** Number of rows; Infinity if the count was aborted, undefined until the first response. */
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

  /** True if the first count has been answered, also by an error. */
  get isCounted(): boolean {
    return this.#count !== undefined || this.#countError !== undefined
  }

  get countError(): unknown {
    return this.#countError
  }

  /** Number of rows that the grid can scroll over: the count, or the known rows plus some more. */
  get length(): number {
    if (this.#layout) return this.#layout.rowCount + this.#extra.length
    if (this.#count !== undefined && Number.isFinite(this.#count)) return this.#count
    return this.#seen
  }

  /** Rows created after the layout. They come after all others. */
  get extra(): readonly Row[] {
    return this.#extra
  }

  rowAt(index: number): Row | undefined {
    if (this.#layout && index >= this.#layout.rowCount) return this.#extra[index - this.#layout.rowCount]
    return this.#pages.rowAt(this.#offsetOf(index))
  }

  /** Returns the visible row of an offset in the server's list; -1 if it is hidden. */
  rowOfOffset(offset: number): number {
    if (this.#layout) return this.#layout.rowOf(offset)
    return offset < this.length ? offset : -1
  }

  /** Returns the offset of a visible row in the server's list. */
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

  /** Starts: counts the rows and fetches the first page. After a pause, reloads the visible rows. */
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

  /** Pauses while the view is hidden: aborts running requests, but leaves the loaded rows. */
  pause(): void {
    clearTimeout(this.#timer)
    this.#countRequest?.abort()
    this.#pages.stop()
  }

  /** Sets the visible rows. */
  show(from: number, to: number): void {
    this.showParts([{ from, to }])
  }

  /** Sets the visible rows as several ranges, as in stacks beside each other. */
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
    // Dragging the scroll bar passes hundreds of pages. After the first jump, it must rest before further requests.
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

  /** Loads the rows of a range; fetches missing ones. Used by copy, paste and delete. */
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
      // A limit below the server's maximum. The next rounds fill the rest of the gap.
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
   * Appends rows that the user has just stored. A refresh or the next fresh layout moves them to their sorted position.
   *
   * @returns the index of the first
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
   * @param fresh  reloads the rows about to be visible first: both change at the same moment
   * @param before  called right before that moment, while rows still have their old positions
   * @throws the error of the reload; nothing has changed then
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
      // Rows created during the reload are in none of them.
      this.#extra = this.#extra.filter((row) => !made.has(row))
      for (const [number, rows] of pages) this.#pages.fill(this.#pages.use(number), rows.map(this.#fit))
    } else before?.()
    this.#layout = layout
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
  }

  /**
   * Switches to another source of the same kind: another order, another search. Shown rows stay until the new ones
   * arrive.
   */
  use(source: RowSource): void {
    // A source with an unresolved filter never responds: its reloads would stay pending forever.
    this.#reading.abort()
    this.#reading = new AbortController()
    this.#source = source
    this.#countIsOld = true
    // The next layout brings the groups. Until then, nothing changes.
    if (source.isGrouped !== true && !this.#layout) return this.refresh()
    this.#generation += 1
    void this.#fetchCount()
    this.#emit({ kind: 'all' })
  }

  /** Rows are on their way. */
  get isFetching(): boolean {
    return this.#pages.isFetching || this.#reloads > 0
  }

  /** Waits until no rows are loading. Aborted requests end without an event, so it polls. */
  async fetched(): Promise<void> {
    while (this.isFetching && !this.#disposed) await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }

  /**
   * Reloads the visible rows and replaces all at once, because another client changed the table. Shows no intermediate
   * state. Evicts rows elsewhere.
   *
   * @param anchorNow  returns the user's row, by position and key; called when the rows are replaced, because the user
   *   may have moved meanwhile
   * @returns how many rows the anchor has moved; 0 if it isn't near its old position
   * @throws the source's error; nothing changes then
   */
  async reload(anchorNow?: () => RowAnchor | undefined): Promise<number> {
    const generation = ++this.#generation
    if (this.#layout) {
      void this.#fetchCount()
      await (this.arranger?.() ?? this.arrange(this.#layout, true))
      // The object that arranges rows also restores the user's record.
      return 0
    }
    this.#reloads += 1
    const { signal } = this.#reading
    try {
      return await this.#readInPlace(generation, anchorNow, signal)
    } catch (error) {
      // Another source reloads everything.
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
      // Rows stored meanwhile may be missing in it. Under constant writes, it shows the latest response.
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
    // The user may have scrolled meanwhile.
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
    this.#emit({ kind: 'data' })
    return found < 0 || anchor === undefined ? 0 : first * pageRows + found - anchor.index
  }

  /** Reloads everything. Visible rows stay until the new ones arrive. */
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

  /** Returns the offset of a row in the server's list; -1 if it doesn't exist. */
  #offsetOf(index: number): number {
    if (!this.#layout) return index
    return index >= 0 && index < this.#layout.rowCount ? this.#layout.offsetOf(index) : -1
  }

  /** Returns the ranges of the server's list that some rows cover. */
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
    // No prefetch runs beside the first rows of a table.
    const lookAhead = this.#isOpen ? this.#options.lookAhead : 0
    const ahead = lookAhead * pageRows
    const parts = this.#parts.map(({ from, to }) => ({ from, to: Math.max(from + 1, to) }))
    const pages = parts.flatMap(({ from, to }) => this.#pagesOf(from, to, layout))
    // The rows after one of several ranges mostly belong to another range.
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

  /** Groups pages into requests: one by one, or many consecutive ones in one. */
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
    // Aborts it when none of its pages is wanted any more.
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
