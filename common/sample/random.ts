/** Deterministic pseudo-random choices. */
export interface Random {
  /** Returns an integer from `min` to `max`, both inclusive. */
  readonly whole: (min: number, max: number) => number
  readonly pick: <T>(items: readonly T[]) => T
  /** Returns distinct items in random order, at most as many as exist. */
  readonly picks: <T>(items: readonly T[], count: number) => T[]
  /** Returns true with this probability in percent. */
  readonly chance: (percent: number) => boolean
}

/** Mulberry32: 32 bits of state, integer arithmetic only. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const whole = (min: number, max: number): number => min + (next() % (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    const index = whole(0, items.length - 1)
    const item = items[index]
    if (item === undefined) throw new RangeError(`Nothing to pick at ${index}`)
    return item
  }
  return {
    whole,
    pick,
    picks: (items, count) => {
      const left = [...items]
      const taken = []
      while (taken.length < count && left.length > 0) taken.push(...left.splice(whole(0, left.length - 1), 1))
      return taken
    },
    chance: (percent) => whole(1, 100) <= percent,
  }
}
