import type { RowCount } from './row-count'
import type { Row } from './row-key'
import type { RowPages } from './row-pages'
import type { RowLayout, RowPart, RowStoreOptions } from './row-source'

/** A range of the server's list. */
interface Span {
  readonly offset: number
  readonly count: number
}

/** Returns the ranges of the server's list that some rows cover. */
export function spansOf(layout: RowLayout | undefined, from: number, to: number): readonly Span[] {
  if (layout) return layout.spans(from, to)
  return to > from ? [{ offset: from, count: to - from }] : []
}

/** Returns the offset of a row in the server's list; -1 if it doesn't exist. */
export function offsetIn(layout: RowLayout | undefined, index: number): number {
  if (!layout) return index
  return index >= 0 && index < layout.rowCount ? layout.offsetOf(index) : -1
}

/** The visible rows, one range or several, and the pages that they need. */
export class RowWindow {
  #parts: readonly RowPart[] = [{ from: 0, to: 0 }]
  #direction: 1 | -1 = 1
  #jumpedAt = -Infinity

  constructor(
    private readonly pages: RowPages,
    private readonly options: RowStoreOptions,
  ) {}

  get parts(): readonly RowPart[] {
    return this.#parts
  }

  /** From the first visible row up to, not including, the last. */
  get visible(): RowPart {
    return { from: this.#parts[0]?.from ?? 0, to: this.#parts.at(-1)?.to ?? 0 }
  }

  /**
   * Moves the window.
   *
   * @returns true while the scroll bar is dragged, which passes hundreds of pages: after the first jump, it must rest
   *   before further requests
   */
  move(parts: readonly RowPart[], nowMs: number): boolean {
    const before = this.#parts
    const moves = parts.map(({ from }, at) => from - (before[at]?.from ?? 0))
    const jump = moves.some((by) => Math.abs(by) > this.options.pageRows * 2)
    const by = moves.find((move) => move !== 0)
    if (by !== undefined) this.#direction = by > 0 ? 1 : -1
    this.#parts = parts
    const isDragged = jump && nowMs - this.#jumpedAt < this.options.settleMs * 2
    if (jump) this.#jumpedAt = nowMs
    return isDragged
  }

  /** Returns the numbers of the visible pages. */
  shown(layout: RowLayout | undefined): number[] {
    return this.#atLeastOne().flatMap(({ from, to }) => this.#pagesOf(layout, from, to))
  }

  /** Returns the numbers of the visible pages and of those that are prefetched. */
  wanted(layout: RowLayout | undefined, count: RowCount, lookAhead: number): number[] {
    const ahead = lookAhead * this.options.pageRows
    const parts = this.#atLeastOne()
    // The rows after one of several ranges mostly belong to another range.
    const next = (parts.length > 1 ? [] : parts).flatMap(({ from, to }) =>
      this.#direction === 1
        ? this.#pagesOf(layout, to, to + ahead).slice(-lookAhead)
        : this.#pagesOf(layout, Math.max(0, from - ahead), from).slice(0, lookAhead),
    )
    const end = count.isFinite && !layout ? this.pages.numberOf(Math.max(0, count.length - 1)) : Infinity
    return [...new Set([...this.shown(layout), ...next])].filter((page) => page >= 0 && page <= end)
  }

  /** Returns the first error among the visible rows. */
  firstError(layout: RowLayout | undefined): { readonly index: number; readonly error: unknown } | undefined {
    for (const { from, to } of this.#atLeastOne())
      for (const { offset, count } of spansOf(layout, from, to))
        for (let page = this.pages.numberOf(offset); page <= this.pages.numberOf(offset + count - 1); page += 1) {
          const error = this.pages.get(page)?.error
          const first = Math.max(offset, page * this.options.pageRows)
          if (error !== undefined) return { index: layout ? layout.rowOf(first) : first, error }
        }
    return undefined
  }

  /** Returns the loaded ones among the visible rows. */
  rows(rowAt: (index: number) => Row | undefined): Row[] {
    const rows: Row[] = []
    for (const { from, to } of this.#parts)
      for (let index = from; index < to; index += 1) {
        const row = rowAt(index)
        if (row) rows.push(row)
      }
    return rows
  }

  #atLeastOne(): readonly RowPart[] {
    return this.#parts.map(({ from, to }) => ({ from, to: Math.max(from + 1, to) }))
  }

  #pagesOf(layout: RowLayout | undefined, from: number, to: number): number[] {
    const pages = new Set<number>()
    for (const { offset, count } of spansOf(layout, from, to))
      for (let page = this.pages.numberOf(offset); page <= this.pages.numberOf(offset + count - 1); page += 1)
        pages.add(page)
    return [...pages]
  }
}
