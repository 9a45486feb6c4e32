import type { Row } from '../rows/row-key'

/** How long a cell stays highlighted after a change by another client (visual reference §5). */
const shownMs = 1_000

interface Change {
  readonly titles: Set<string>
  /** E-mail of the author, if known. */
  readonly by: string | undefined
  readonly until: number
}

/** Cells that others have changed a moment ago, by the key of their row. */
export class ChangedCells {
  readonly #rows = new Map<string, Change>()
  readonly #ended: () => void
  readonly #now: () => number

  /** @param ended  called when cells no longer stand out */
  constructor(ended: () => void, now: () => number = () => performance.now()) {
    this.#ended = ended
    this.#now = now
  }

  has(key: string | undefined, title: string): boolean {
    if (this.#rows.size === 0 || key === undefined) return false
    const change = this.#rows.get(key)
    return change !== undefined && change.until > this.#now() && change.titles.has(title)
  }

  /** Returns the last known author of a change to a row. */
  by(key: string | undefined): string | undefined {
    return key === undefined ? undefined : this.#rows.get(key)?.by
  }

  /** Compares a row with its previous values. @returns true if anything differs */
  note(key: string, before: Row, after: Row, by: string | undefined): boolean {
    const titles = Object.keys(after).filter((title) => !isSame(before[title], after[title]))
    if (titles.length === 0) return false
    this.#rows.delete(key)
    this.#rows.set(key, { titles: new Set(titles), by, until: this.#now() + shownMs })
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= rowsMax) break
      this.#rows.delete(oldest)
    }
    setTimeout(this.#ended, shownMs + 1)
    return true
  }
}

/** Authors stay cached a while longer than the highlights. */
const rowsMax = 500

function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true
  if (typeof before !== 'object' || typeof after !== 'object') return false
  return JSON.stringify(before) === JSON.stringify(after)
}
