import { nameKey } from './names'

/** Name and title of something that callers look up. */
export interface Names {
  /** Name in the database, or an id. */
  readonly name: string
  /** Display name. */
  readonly title: string
}

/**
 * Looks up tables, columns and views by exact name, then by exact title, then ignoring letter case if exactly one
 * matches. PostgreSQL and MariaDB can have `book` beside `Book`, so a guess could act on the wrong one.
 */
export class NameIndex<T> {
  readonly #names = new Map<string, T>()
  readonly #titles = new Map<string, T>()
  readonly #folded = new Map<string, { readonly item: T; readonly several: boolean }>()

  constructor(items: Iterable<T>, namesOf: (item: T) => Names) {
    for (const item of items) {
      const { name, title } = namesOf(item)
      if (!this.#names.has(name)) this.#names.set(name, item)
      if (!this.#titles.has(title)) this.#titles.set(title, item)
      for (const key of new Set([nameKey(name), nameKey(title)])) {
        const known = this.#folded.get(key)
        this.#folded.set(key, { item: known?.item ?? item, several: known !== undefined })
      }
    }
  }

  /** Returns undefined if nothing matches, or if several things do. */
  find(wanted: string): T | undefined {
    return this.exact(wanted) ?? this.#alone(wanted)
  }

  /** Like `find`, but case-sensitive. */
  exact(wanted: string): T | undefined {
    return this.#names.get(wanted) ?? this.#titles.get(wanted)
  }

  /** Like `find`, but ignores titles. */
  named(wanted: string): T | undefined {
    const exact = this.#names.get(wanted)
    if (exact !== undefined) return exact
    const key = nameKey(wanted)
    const matches = [...this.#names].filter(([name]) => nameKey(name) === key)
    return matches.length === 1 ? matches[0]?.[1] : undefined
  }

  #alone(wanted: string): T | undefined {
    const found = this.#folded.get(nameKey(wanted))
    return found === undefined || found.several ? undefined : found.item
  }
}

/** Like `NameIndex.find`, for a single lookup. */
export function findNamed<T>(items: Iterable<T>, wanted: string, namesOf: (item: T) => Names): T | undefined {
  return new NameIndex(items, namesOf).find(wanted)
}

/** Like `findNamed`, for items with a name and a title: tables, columns. */
export function findTitled<T extends Names>(items: Iterable<T>, wanted: string): T | undefined {
  return findNamed(items, wanted, (item) => item)
}

/** Finds a column by its name in the database: exactly, or ignoring letter case if only one matches. */
export function findByName<T extends { readonly name: string }>(items: Iterable<T>, wanted: string): T | undefined {
  return findNamed(items, wanted, ({ name }) => ({ name, title: name }))
}
