import { PageRequests } from './page-requests'
import { readPages, readVisible } from './read-visible'
import { RowCount } from './row-count'
import type { Row } from './row-key'
import { RowPages } from './row-pages'
import { RowPlaces } from './row-places'
import { RowWindow, spansOf } from './row-window'
import {
  rowStoreDefaults,
  untilGrouped,
  type RowAnchor,
  type RowLayout,
  type RowPart,
  type RowSource,
  type RowStoreChange,
  type RowStoreOptions,
} from './row-source'

const lookAgainMs = 20

/**
 * A sparse window on the rows of a table.
 *
 * Caches pages by number and fetches the visible ones and the next. Aborts requests for pages that the user scrolled
 * past. Evicts the least recently shown pages, so memory doesn't grow with the table.
 */
export class RowStore {
  #source: RowSource
  #arrangement = 0
  /** Reloads layout and rows, if another object makes layouts. */
  arranger: (() => Promise<void>) | undefined
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
  readonly #count: RowCount
  readonly #places: RowPlaces
  readonly #requests: PageRequests
  readonly #window: RowWindow
  readonly #listeners = new Set<(change: RowStoreChange) => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #started = false
  /** True once the first rows are loaded and drawn. */
  #isOpen = false
  #disposed = false

  /** @param fit  receives every row that arrives, because pending values are newer than those of the server */
  constructor(source: RowSource, options: RowStoreOptions = rowStoreDefaults, fit: (row: Row) => Row = (row) => row) {
    this.#source = source
    this.#options = options
    this.#pages = new RowPages(options.pageRows)
    this.#count = new RowCount(options.pageRows, options.expectedRows)
    this.#places = new RowPlaces(this.#pages, this.#count)
    this.#window = new RowWindow(this.#pages, options)
    this.#fit = fit
    this.#requests = new PageRequests(this.#pages, {
      source: () => this.#source,
      fit,
      arrived: (from, rows, asked) => {
        if (this.#count.learn(from, rows, asked)) this.#emit({ kind: 'count' })
        this.#open()
      },
      changed: (from, to) => this.#emit({ kind: 'rows', from, to }),
    })
  }

  subscribe(listener: (change: RowStoreChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Rows on the screen, from the first up to, not including, the last. */
  get visible(): RowPart {
    return this.#window.visible
  }

  /** Returns the loaded ones among the visible rows. */
  visibleRows(): Row[] {
    return this.#window.rows((index) => this.rowAt(index))
  }

  /** Number of rows; Infinity if the count was aborted, undefined until the first response. */
  get count(): number | undefined {
    return this.#count.value
  }

  /** The count belongs to an order or a search of before, until the new one arrives. */
  get countIsOld(): boolean {
    return this.#count.isOld
  }

  /** Undefined while the rows are shown as the server lists them. */
  get layout(): RowLayout | undefined {
    return this.#places.layout
  }

  /** True if the first count has been answered, also by an error. */
  get isCounted(): boolean {
    return this.#count.value !== undefined || this.#count.error !== undefined
  }

  get countError(): unknown {
    return this.#count.error
  }

  /** Number of rows that the grid can scroll over: the count, or the known rows plus some more. */
  get length(): number {
    return this.#places.length
  }

  /** Rows created after the layout. They come after all others. */
  get extra(): readonly Row[] {
    return this.#places.extra
  }

  rowAt(index: number): Row | undefined {
    return this.#places.rowAt(index)
  }

  /** Returns the visible row of an offset in the server's list; -1 if it is hidden. */
  rowOfOffset(offset: number): number {
    return this.#places.rowOf(offset)
  }

  /** Returns the offset of a visible row in the server's list. */
  offsetOfRow(row: number): number {
    return this.#places.offsetOf(row)
  }

  /** Why the page of this row could not be fetched. */
  errorAt(index: number): unknown {
    return this.#pages.get(this.#pages.numberOf(this.#places.offsetOf(index)))?.error
  }

  /** The first error among the rows on the screen. */
  get visibleError(): { readonly index: number; readonly error: unknown } | undefined {
    return this.#window.firstError(this.layout)
  }

  /** Returns the index of a loaded row among the rows shown. */
  find(matches: (row: Row) => boolean): number | undefined {
    const index = this.#places.find(matches)?.index ?? -1
    return index < 0 ? undefined : index
  }

  get pagesHeld(): number {
    return this.#pages.held
  }

  /** Shows the rows that were read before the table opened, if any were. Requests none until it starts. */
  begin(): void {
    const early = this.#source.isGrouped === true ? undefined : this.#source.early?.()
    if (early !== undefined) this.#requests.begin(early)
  }

  /** True while it shows rows that were read before, or their absence, and hasn't started. */
  get isHeld(): boolean {
    return this.#requests.isHeld
  }

  /** Starts: counts the rows and fetches the first page. After a pause, reloads the visible rows. */
  start(): void {
    if (this.#started) return this.refresh()
    this.#started = true
    void this.#fetchCount()
    if (this.isHeld) return this.#readAgain()
    if (this.#source.isGrouped === true) {
      this.#places.layout ??= untilGrouped
      return
    }
    this.show(0, this.#options.pageRows)
  }

  /** Pauses while the view is hidden: aborts running requests, but leaves the loaded rows. */
  pause(): void {
    clearTimeout(this.#timer)
    this.#count.abort()
    this.#pages.stop()
  }

  /** Sets the visible rows. */
  show(from: number, to: number): void {
    this.showParts([{ from, to }])
  }

  /** Sets the visible rows as several ranges, as in stacks beside each other. */
  showParts(parts: readonly RowPart[]): void {
    if (this.#disposed) return
    const isDragged = this.#window.move(parts, performance.now())
    this.#pages.drop(new Set(this.#wanted()))
    clearTimeout(this.#timer)
    if (isDragged) this.#timer = setTimeout(() => this.#fetchWanted(), this.#options.settleMs)
    else this.#fetchWanted()
  }

  /** Fetches the page of a row again after an error. */
  retry(index: number): void {
    const page = this.#pages.get(this.#pages.numberOf(this.#places.offsetOf(index)))
    if (page) page.error = undefined
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
  }

  /** Loads the rows of a range; fetches missing ones. Used by copy, paste and delete. */
  async load(from: number, to: number, signal?: AbortSignal): Promise<Row[]> {
    const rows: Row[] = []
    for (const { offset, count } of spansOf(this.layout, from, to)) {
      const some = await this.#requests.load(offset, offset + count, signal)
      rows.push(...some)
      if (some.length < count) return rows
    }
    return [...rows, ...this.#places.extraIn(from, to)]
  }

  /** Puts a changed row in place, wherever it is held. */
  replace(matches: (row: Row) => boolean, change: (row: Row) => Row): void {
    this.#edits += 1
    const loaded = this.#places.find(matches)
    if (loaded === undefined) return
    const { index, row } = loaded
    this.#places.put(loaded, change(row))
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
    const first = this.#places.append(rows)
    this.#emitAll()
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
      const made = new Set(this.extra)
      const pages = await readPages(this.#source, this.#options.pageRows, this.#wanted(layout))
      if (turn !== this.#arrangement || this.#disposed) return
      before?.()
      this.#pages.clear()
      // Rows created during the reload are in none of them.
      this.#places.dropExtra(made)
      for (const [number, rows] of pages) this.#pages.fill(this.#pages.use(number), rows.map(this.#fit))
    } else before?.()
    this.#places.layout = layout
    this.#fetchWanted()
    this.#emit({ kind: 'all' })
  }

  /** Switches to another order or search of the same table. Shown rows stay until the new ones arrive. */
  use(source: RowSource): void {
    // A source with an unresolved filter never responds: its reloads would stay pending forever.
    this.#reading.abort()
    this.#reading = new AbortController()
    this.#source = source
    this.#count.markOld()
    // The next layout brings the groups. Until then, nothing changes.
    if (source.isGrouped !== true && !this.layout) return this.refresh()
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
    if (this.layout) {
      void this.#fetchCount()
      await (this.arranger?.() ?? this.arrange(this.layout, true))
      // The object that arranges rows also restores the user's record.
      return 0
    }
    this.#reloads += 1
    const { signal } = this.#reading
    try {
      const read = await readVisible(this.#source, this.#pages, {
        visible: () => this.visible,
        edits: () => this.#edits,
        isOver: () => this.#disposed || generation !== this.#generation,
        signal,
      })
      if (read === undefined) return 0
      const anchor = anchorNow?.()
      const fresh = read.rows.map(this.#fit)
      this.#pages.replace(read, fresh)
      this.#count.set(read.count)
      const found = anchor === undefined ? -1 : fresh.findIndex((row) => anchor.is(row))
      // The user may have scrolled meanwhile.
      this.#fetchWanted()
      this.#emitAll()
      return found < 0 || anchor === undefined ? 0 : read.first * this.#options.pageRows + found - anchor.index
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

  /** Reloads everything. Visible rows stay until the new ones arrive. */
  refresh(): void {
    this.#started = true
    this.#generation += 1
    void this.#fetchCount()
    this.#readAgain()
    this.#emitAll()
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#timer)
    this.#count.abort()
    this.#pages.stop()
    this.#listeners.clear()
  }

  #wanted(layout = this.layout): number[] {
    // No prefetch runs beside the first rows of a table.
    return this.#window.wanted(layout, this.#count, this.#isOpen ? this.#options.lookAhead : 0)
  }

  #fetchWanted(): void {
    if (this.#disposed) return
    const wanted = this.#wanted()
    this.#requests.fetch(wanted)
    this.#pages.forget(this.#options.pagesHeld, new Set(wanted))
  }

  #readAgain(): void {
    this.#requests.release()
    this.#pages.age(new Set(this.#window.shown(this.layout)))
    this.#fetchWanted()
  }

  /** Starts prefetching once the first rows are drawn. */
  #open(): void {
    if (this.#isOpen) return
    this.#options.whenDrawn(() => {
      if (this.#isOpen) return
      this.#isOpen = true
      this.#fetchWanted()
    })
  }

  async #fetchCount(): Promise<void> {
    if (await this.#count.fetch(this.#source, () => this.#fetchWanted())) this.#emit({ kind: 'count' })
  }

  /** Reports that all rows may have changed, with their values. */
  #emitAll(): void {
    this.#emit({ kind: 'all' })
    this.#emit({ kind: 'data' })
  }

  #emit(change: RowStoreChange): void {
    if (this.#disposed) return
    for (const listener of this.#listeners) listener(change)
  }
}
