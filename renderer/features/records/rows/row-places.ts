import type { RowCount } from './row-count'
import type { Row } from './row-key'
import type { RowPages } from './row-pages'
import type { RowLayout } from './row-source'
import { offsetIn } from './row-window'

/** A loaded row with its index, -1 if the layout hides it. Rows after the layout have no offset. */
export interface PlacedRow {
  readonly index: number
  readonly row: Row
  readonly offset?: number
}

/**
 * Maps rows on the screen to the server's list. Without a layout, both are the same. With one, rows that users create
 * come after it until the next layout.
 */
export class RowPlaces {
  /** Undefined while the rows are shown as the server lists them. */
  layout: RowLayout | undefined
  #extra: readonly Row[] = []

  constructor(
    private readonly pages: RowPages,
    private readonly count: RowCount,
  ) {}

  /** Rows created after the layout. They come after all others. */
  get extra(): readonly Row[] {
    return this.#extra
  }

  /** Number of rows that can be scrolled over. */
  get length(): number {
    return this.layout ? this.layout.rowCount + this.#extra.length : this.count.length
  }

  rowAt(index: number): Row | undefined {
    const { layout } = this
    if (layout && index >= layout.rowCount) return this.#extra[index - layout.rowCount]
    return this.pages.rowAt(this.offsetOf(index))
  }

  /** Returns the offset of a row in the server's list; -1 if it doesn't exist. */
  offsetOf(index: number): number {
    return offsetIn(this.layout, index)
  }

  /** Returns the index of an offset in the server's list; -1 if it is hidden. */
  rowOf(offset: number): number {
    if (this.layout) return this.layout.rowOf(offset)
    return offset < this.length ? offset : -1
  }

  find(matches: (row: Row) => boolean): PlacedRow | undefined {
    const row = this.#extra.find(matches)
    if (row) return { index: (this.layout?.rowCount ?? 0) + this.#extra.indexOf(row), row }
    const found = this.pages.find(matches)
    return found && { ...found, index: this.layout ? this.layout.rowOf(found.offset) : found.offset }
  }

  put({ row, offset }: PlacedRow, changed: Row): void {
    if (offset === undefined) this.#extra = this.#extra.map((other) => (other === row ? changed : other))
    else this.pages.put(offset, changed)
  }

  /** Adds rows at the end. Returns the index of the first. */
  append(rows: readonly Row[]): number {
    const first = this.length
    if (this.layout) {
      this.#extra = [...this.#extra, ...rows]
      this.count.grow(rows.length)
      return first
    }
    rows.forEach((row, at) => this.pages.put(first + at, row))
    this.count.extend(first + rows.length)
    return first
  }

  /** Returns the rows of a range that come after the layout. */
  extraIn(from: number, to: number): readonly Row[] {
    const { layout } = this
    return layout ? this.#extra.slice(Math.max(0, from - layout.rowCount), Math.max(0, to - layout.rowCount)) : []
  }

  /** Drops rows after the layout that a newer layout holds. */
  dropExtra(rows: ReadonlySet<Row>): void {
    this.#extra = this.#extra.filter((row) => !rows.has(row))
  }
}
