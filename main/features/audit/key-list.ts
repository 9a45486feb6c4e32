/**
 * The keys of a change in compact form: `1..10000,20001,5>7` means the keys from 1 to 10,000, 20001, and a row created
 * with key 5 that now has key 7. For integers only; other keys have no list.
 */
export class KeyList {
  private constructor(
    /** Keys that the rows were made with, in their order. */
    readonly ranges: readonly Range[],
    /** Current keys by initial keys. */
    private readonly moved: ReadonlyMap<number, number>,
  ) {}

  /** Returns undefined if the list would not be short. */
  static of(keys: Iterable<string>): KeyList | undefined {
    const ranges: { first: number; last: number }[] = []
    let end: { first: number; last: number } | undefined
    for (const text of keys) {
      const key = wholeNumber(text)
      if (key === undefined) return undefined
      if (end !== undefined && key === end.last + 1) end.last = key
      else if (ranges.length < rangesMax) ranges.push((end = { first: key, last: key }))
      else return undefined
    }
    return ranges.length === 0 ? undefined : new KeyList(ranges, new Map())
  }

  static parse(text: string): KeyList {
    const ranges: Range[] = []
    const moved = new Map<number, number>()
    for (const part of text.split(',')) {
      const [from = '', to] = part.split('>')
      if (to !== undefined) moved.set(Number(from), Number(to))
      else {
        const [first = '', last = first] = part.split('..')
        ranges.push({ first: Number(first), last: Number(last) })
      }
    }
    return new KeyList(ranges, moved)
  }

  toString(): string {
    const ranges = this.ranges.map(({ first, last }) => (first === last ? String(first) : `${first}..${last}`))
    return [...ranges, ...[...this.moved].map(([from, to]) => `${from}>${to}`)].join(',')
  }

  get size(): number {
    return this.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  }

  /** Smallest and largest key of the list. */
  get bounds(): readonly [first: number, last: number] {
    const ends = [...this.ranges.flatMap(({ first, last }) => [first, last]), ...this.moved.values()]
    return [Math.min(...ends), Math.max(...ends)]
  }

  has(key: string): boolean {
    return this.#madeAs(key) !== undefined
  }

  /** Returns keys from a position on, in the order of creation. */
  slice(from: number, count: number): string[] {
    const keys: string[] = []
    let skip = from
    for (const { first, last } of this.ranges) {
      for (let key = first + skip; key <= last && keys.length < count; key += 1)
        keys.push(String(this.moved.get(key) ?? key))
      skip = Math.max(0, skip - (last - first + 1))
    }
    return keys
  }

  /** The list after a row got another key; undefined if that can't be in a list. */
  withMoved(from: string, to: string): KeyList | undefined {
    const made = this.#madeAs(from)
    const now = wholeNumber(to)
    if (made === undefined || now === undefined) return undefined
    const moved = new Map(this.moved)
    if (made === now) moved.delete(made)
    else moved.set(made, now)
    return new KeyList(this.ranges, moved)
  }

  #madeAs(text: string): number | undefined {
    const key = wholeNumber(text)
    if (key === undefined) return undefined
    for (const [made, now] of this.moved) if (now === key) return made
    const isListed = this.ranges.some(({ first, last }) => first <= key && key <= last)
    return isListed && !this.moved.has(key) ? key : undefined
  }
}

interface Range {
  readonly first: number
  readonly last: number
}

/** Longer lists would be no shorter than the keys. */
const rangesMax = 100

/** Returns the number of a key that consists of digits only. */
export function wholeNumber(text: string): number | undefined {
  const number = Number(text)
  return Number.isSafeInteger(number) && String(number) === text ? number : undefined
}
