import { pageRowsMax } from '@common/constants'
import type { Row } from './row-key'
import type { RowPages } from './row-pages'
import type { RowSource } from './row-source'

/** Adjacent pages from which one request loads all of them. Fewer arrive sooner one by one. */
const runOfPages = 4

export interface PageRequestPorts {
  readonly source: () => RowSource
  /** Receives every row that arrives, because pending values are newer than those of the server. */
  readonly fit: (row: Row) => Row
  /** Called with rows that arrived. */
  readonly arrived: (from: number, rows: number, asked: number) => void
  /** Called when the rows of a range have arrived, or failed to. */
  readonly changed: (from: number, to: number) => void
}

/** Fetches pages of the server's list. */
export class PageRequests {
  #isHeld = false

  constructor(
    private readonly pages: RowPages,
    private readonly ports: PageRequestPorts,
  ) {}

  /** True from `begin` to `release`: it requests nothing. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  release(): void {
    this.#isHeld = false
  }

  /** Begins with rows that were read before the table opened. */
  begin(rows: readonly Row[]): void {
    this.#isHeld = true
    this.pages.fill(this.pages.use(0), rows.map(this.ports.fit))
    this.ports.arrived(0, rows.length, this.pages.pageRows)
  }

  /** Fetches those pages that aren't loaded, requested or failed. */
  fetch(wanted: readonly number[]): void {
    if (this.#isHeld) return
    const missing: number[] = []
    for (const number of wanted) {
      const page = this.pages.use(number)
      if (page.request || page.error !== undefined || (page.whole && !page.stale)) continue
      missing.push(number)
    }
    for (const run of this.#runsOf(missing)) void this.#fetchRun(run)
  }

  /** Loads rows of a range of the server's list, from the cache where it has them. */
  async load(from: number, to: number, signal = new AbortController().signal): Promise<Row[]> {
    const rows: Row[] = []
    for (let offset = from; offset < to;) {
      const held = this.pages.rowAt(offset)
      if (held) {
        rows.push(held)
        offset += 1
        continue
      }
      let gap = offset
      while (gap < to && !this.pages.rowAt(gap) && gap - offset < 1000) gap += 1
      // A limit below the server's maximum. The next rounds fill the rest of the gap.
      const fetched = await this.ports.source().rows(offset, gap - offset, signal)
      rows.push(...fetched)
      if (fetched.length < gap - offset) break
      offset = gap
    }
    return rows
  }

  /** Groups pages into requests: one by one, or many consecutive ones in one. */
  #runsOf(pages: readonly number[]): number[][] {
    const runs: number[][] = []
    for (const number of pages) {
      const last = runs.at(-1)
      if (last?.at(-1) === number - 1) last.push(number)
      else runs.push([number])
    }
    const most = Math.max(1, Math.floor(pageRowsMax / this.pages.pageRows))
    return runs.flatMap((run) => {
      const size = run.length < runOfPages ? 1 : most
      return Array.from({ length: Math.ceil(run.length / size) }, (_, at) => run.slice(at * size, (at + 1) * size))
    })
  }

  /** @param run  numbers of pages that follow each other */
  async #fetchRun(run: readonly number[]): Promise<void> {
    const { pageRows } = this.pages
    const whole = new AbortController()
    const asked = run.map((number) => {
      const [page, request] = [this.pages.use(number), new AbortController()]
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
      const rows = await this.ports.source().rows(from, run.length * pageRows, whole.signal)
      const wanted = asked.map(({ page, request }) => page.request === request)
      if (!wanted.includes(true)) return
      const fresh = rows.map(this.ports.fit)
      for (const [at, { page }] of asked.entries())
        if (wanted[at] === true) this.pages.fill(page, fresh.slice(at * pageRows, (at + 1) * pageRows))
      this.ports.arrived(from, rows.length, run.length * pageRows)
    } catch (error) {
      const wanted = asked.filter(({ page, request }) => page.request === request)
      for (const { page, request } of wanted) {
        page.request = undefined
        if (!request.signal.aborted) page.error = error
      }
      if (wanted.length === 0 || whole.signal.aborted) return
    }
    this.ports.changed(from, from + run.length * pageRows)
  }
}
