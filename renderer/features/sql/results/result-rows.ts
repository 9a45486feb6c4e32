import type { SqlValue } from '@common/sql/shapes'

/** A row of a result, with its position there before sorting and filtering. */
export interface ResultRow {
  readonly values: readonly SqlValue[]
  readonly position: number
}

export interface ResultWindow {
  readonly rows: readonly (readonly SqlValue[])[]
  readonly positions: readonly number[]
  readonly total: number
}

export type LoadWindow = (offset: number, limit: number, signal: AbortSignal) => Promise<ResultWindow>

const chunkRows = 200
/** Chunks in memory: 60,000 rows. The farthest from the screen go first. */
const chunksMax = 300
const requestsMax = 3

/** The rows of a result, loaded in windows around what is on the screen. */
export class ResultRows {
  private readonly chunks = new Map<number, readonly ResultRow[]>()
  private readonly loading = new Map<number, AbortController>()
  private wanted: readonly number[] = []
  private shown = 0
  private isEnded = false
  /** Known after the first window, or told by `grow`. */
  count = 0
  /** The last failure; undefined after a success. */
  failure: unknown

  constructor(
    private readonly loadWindow: LoadWindow,
    private readonly onChange: () => void,
  ) {}

  /** Returns a loaded row. */
  at(row: number): ResultRow | undefined {
    return this.chunks.get(Math.floor(row / chunkRows))?.[row % chunkRows]
  }

  /** Loads the rows on the screen, and those around them. */
  show(from: number, to: number): void {
    const first = Math.floor(Math.max(0, from) / chunkRows)
    const last = Math.floor(Math.max(0, to - 1) / chunkRows)
    this.shown = first
    const around = [...span(first, last), last + 1, first - 1].filter(
      (chunk) => chunk >= 0 && chunk * chunkRows < Math.max(1, this.count),
    )
    this.wanted = around
    // A fast scroll passes chunks that are no longer on the screen.
    for (const [chunk, abort] of this.loading) if (!around.includes(chunk)) abort.abort()
    this.next()
  }

  /** The result has grown. */
  grow(count: number): void {
    if (count <= this.count) return
    const last = Math.floor(Math.max(0, this.count - 1) / chunkRows)
    // Was loaded before it was full.
    if ((this.chunks.get(last)?.length ?? chunkRows) < chunkRows) this.chunks.delete(last)
    this.count = count
    this.onChange()
    this.next()
  }

  /** Returns rows of a range, from memory or from the server. */
  async load(from: number, to: number, signal: AbortSignal): Promise<readonly ResultRow[]> {
    const rows: ResultRow[] = []
    for (let at = from; at < to;) {
      const known = this.at(at)
      if (known) {
        rows.push(known)
        at += 1
        continue
      }
      const read = rowsOf(await this.loadWindow(at, Math.min(1_000, to - at), signal))
      if (read.length === 0) break
      rows.push(...read)
      at += read.length
    }
    return rows
  }

  end(): void {
    this.isEnded = true
    for (const abort of this.loading.values()) abort.abort()
  }

  private next(): void {
    for (const chunk of this.wanted) {
      if (this.loading.size >= requestsMax || this.isEnded) return
      if (!this.chunks.has(chunk) && !this.loading.has(chunk)) void this.fetch(chunk)
    }
  }

  private async fetch(chunk: number): Promise<void> {
    const abort = new AbortController()
    this.loading.set(chunk, abort)
    try {
      const window = await this.loadWindow(chunk * chunkRows, chunkRows, abort.signal)
      if (this.isEnded) return
      this.chunks.set(chunk, rowsOf(window))
      this.count = window.total
      this.failure = undefined
      this.evict()
      this.onChange()
    } catch (error) {
      if (abort.signal.aborted || this.isEnded) return
      this.failure = error
      this.wanted = []
      this.onChange()
    } finally {
      this.loading.delete(chunk)
      this.next()
    }
  }

  private evict(): void {
    if (this.chunks.size <= chunksMax) return
    const [farthest] = [...this.chunks.keys()].toSorted(
      (one, other) => Math.abs(other - this.shown) - Math.abs(one - this.shown),
    )
    if (farthest !== undefined) this.chunks.delete(farthest)
  }
}

const span = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)

function rowsOf({ rows, positions }: ResultWindow): readonly ResultRow[] {
  return rows.map((values, at) => ({ values, position: positions[at] ?? at }))
}
