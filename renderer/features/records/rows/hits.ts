import type { Row } from './row-key'

/** A row of the list that contains a hit. */
export interface Hit {
  /** Place in the list. */
  readonly offset: number
  /** Cells found before it. */
  readonly before: number
  /** Titles of its columns that hold the text. */
  readonly fields: readonly string[]
  /** Key and searched values. */
  readonly values: Row
}

/** The server's response. */
export interface Found {
  readonly rows: number
  readonly cells: number
  readonly hits: readonly Hit[]
}

/** Requests hits from an offset onwards, or before it. */
export type AskHits = (
  page: { readonly from: number; readonly backwards: boolean; readonly limit: number },
  signal: AbortSignal,
) => Promise<Found>

/** A cell that holds the text. */
export interface HitCell {
  readonly hit: Hit
  /** Title of its column. */
  readonly field: string
  /** From 1. */
  readonly number: number
}

const pageHits = 200

/**
 * Walks the cells that contain a text, in the order of the view. Caches only the hits around the last one, however many
 * there are in all.
 */
export class HitWalk {
  readonly #ask: AskHits
  readonly #order: ReadonlyMap<string, number>
  /** Ascending, without a gap. */
  #hits: readonly Hit[] = []
  rows = 0
  cells = 0

  /** @param titles  titles of the searched columns, in display order */
  constructor(ask: AskHits, titles: readonly string[]) {
    this.#ask = ask
    this.#order = new Map(titles.map((title, at) => [title, at]))
  }

  /** Returns the first hit from an offset on. Wraps around to the first of all. */
  async start(from: number, signal: AbortSignal): Promise<HitCell | undefined> {
    const found = await this.#ask({ from, backwards: false, limit: pageHits }, signal)
    this.#hits = found.hits
    if (found.hits.length === 0 && from > 0) return this.start(0, signal)
    this.rows = found.rows
    this.cells = found.cells
    const [first] = this.#hits
    return first && this.#cell(first, 0)
  }

  /** Returns the next or previous hit. Wraps around at the end. */
  async step({ hit, field }: HitCell, direction: 1 | -1, signal: AbortSignal): Promise<HitCell | undefined> {
    const fields = this.#fields(hit)
    const at = fields.indexOf(field) + direction
    if (at >= 0 && at < fields.length) return this.#cell(hit, at)
    const next = (await this.#neighbour(hit, direction, signal)) ?? (await this.#end(direction, signal))
    return next && this.#cell(next, direction === 1 ? 0 : this.#fields(next).length - 1)
  }

  async #neighbour(hit: Hit, direction: 1 | -1, signal: AbortSignal): Promise<Hit | undefined> {
    const at = this.#hits.findIndex(({ offset }) => offset === hit.offset)
    const held = at < 0 ? undefined : this.#hits[at + direction]
    if (held) return held
    const backwards = direction === -1
    const from = backwards ? hit.offset : hit.offset + 1
    const { hits } = await this.#ask({ from, backwards, limit: pageHits }, signal)
    if (hits.length === 0) return undefined
    const [first] = hits
    // Caches only the hits around the position.
    this.#hits = backwards ? [...hits.toReversed(), hit] : [hit, ...hits]
    return first
  }

  /** Returns the hit at the other end of the list. */
  async #end(direction: 1 | -1, signal: AbortSignal): Promise<Hit | undefined> {
    const backwards = direction === -1
    const from = backwards ? Number.MAX_SAFE_INTEGER : 0
    const { hits } = await this.#ask({ from, backwards, limit: pageHits }, signal)
    this.#hits = backwards ? hits.toReversed() : hits
    return backwards ? this.#hits.at(-1) : this.#hits[0]
  }

  #fields({ fields }: Hit): readonly string[] {
    return fields.toSorted((one, other) => (this.#order.get(one) ?? 0) - (this.#order.get(other) ?? 0))
  }

  #cell(hit: Hit, at: number): HitCell {
    return { hit, field: this.#fields(hit)[at] ?? '', number: hit.before + at + 1 }
  }
}
