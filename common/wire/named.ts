import { nameKey } from './names'

/** The names that something can be looked up by. */
export interface Names {
  /** As the database has it, or an id. */
  readonly name: string
  /** As people see it. */
  readonly title: string
}

/**
 * Looks things up by name, in the one order that holds everywhere: the exact name, then the exact title, then either
 * of them in another letter case if exactly one thing matches. PostgreSQL and MariaDB can have `book` beside `Book`:
 * a guess between them would act on the wrong one.
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

  /** The same without ignoring letter case. */
  exact(wanted: string): T | undefined {
    return this.#names.get(wanted) ?? this.#titles.get(wanted)
  }

  /** The same by names alone. */
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

/** The same for a single look-up. */
export function findNamed<T>(items: Iterable<T>, wanted: string, namesOf: (item: T) => Names): T | undefined {
  return new NameIndex(items, namesOf).find(wanted)
}

/** The same for what already has a name and a title: tables, columns. */
export function findTitled<T extends Names>(items: Iterable<T>, wanted: string): T | undefined {
  return findNamed(items, wanted, (item) => item)
}

/** A column of a database by its name: exact, then in another letter case if exactly one matches. */
export function findByName<T extends { readonly name: string }>(items: Iterable<T>, wanted: string): T | undefined {
  return findNamed(items, wanted, ({ name }) => ({ name, title: name }))
}
