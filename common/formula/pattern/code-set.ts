/** A set of characters as sorted, disjoint ranges of code points; both ends are inclusive. */
export type CodeSet = readonly (readonly [from: number, to: number])[]

const lastCode = 0x10_ff_ff

export const setOf = (from: number, to = from): CodeSet => [[from, to]]

export function union(left: CodeSet, right: CodeSet): CodeSet {
  const ranges: [number, number][] = []
  for (const [from, to] of [...left, ...right].toSorted((a, b) => a[0] - b[0])) {
    const last = ranges.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else ranges.push([from, to])
  }
  return ranges
}

/** Returns the complement. Texts never contain character 0. */
export function complement(set: CodeSet): CodeSet {
  const ranges: [number, number][] = []
  let next = 1
  for (const [from, to] of set) {
    if (from > next) ranges.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  if (next <= lastCode) ranges.push([next, lastCode])
  return ranges
}

export function includes(set: CodeSet, code: number): boolean {
  return set.some(([from, to]) => code >= from && code <= to)
}

export const digits: CodeSet = setOf(48, 57)
export const wordSigns: CodeSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]
/** Blank, tab and line ends. */
export const spaces: CodeSet = [
  [9, 13],
  [32, 32],
]
