/** A title, and possibly a name in the database. */
export interface Named {
  readonly title: string
  readonly name?: string
}

/** Minimum similarity of matching names. */
const likeEnough = 0.7
/** Maximum number of compared pairs. Beyond it, only equal names match. */
const pairsMax = 200_000

/**
 * Matches columns of a file with columns of a table: first equal names, ignoring case, accents and spaces, then the
 * most similar of the rest. Each column of the table matches once.
 *
 * @returns indexes in `targets`, in the order of `sources`; undefined without a match
 */
export function matchColumns(sources: readonly Named[], targets: readonly Named[]): readonly (number | undefined)[] {
  const found: (number | undefined)[] = sources.map(() => undefined)
  const free = new Set(targets.keys())
  const take = (source: number, target: number): void => {
    found[source] = target
    free.delete(target)
  }
  for (const same of [trimmed, exact, plainName]) {
    const places = new Map<string, number>()
    for (const target of free)
      for (const name of namesOf(targets[target])) {
        const key = same(name)
        if (key !== '' && !places.has(key)) places.set(key, target)
      }
    for (const [source, each] of sources.entries()) {
      if (found[source] !== undefined) continue
      const target = places.get(same(each.title))
      if (target !== undefined && free.has(target)) take(source, target)
    }
  }
  const left = sources.flatMap((each, source) => (found[source] === undefined ? [{ source, name: each.title }] : []))
  if (left.length * free.size > pairsMax) return found
  const pairs = left
    .flatMap(({ source, name }) =>
      [...free].map((target) => ({
        source,
        target,
        likeness: Math.max(...namesOf(targets[target]).map((other) => likeness(name, other))),
      })),
    )
    .filter((pair) => pair.likeness >= likeEnough)
    .toSorted((one, other) => other.likeness - one.likeness)
  for (const { source, target } of pairs) if (found[source] === undefined && free.has(target)) take(source, target)
  return found
}

const namesOf = (target: Named | undefined): readonly string[] =>
  target === undefined ? [] : target.name === undefined ? [target.title] : [target.title, target.name]

const trimmed = (name: string): string => name.trim()
const exact = (name: string): string => name.trim().toLowerCase()

/** Reduces `Prénom (client)` to `prenomclient`: letters and digits of any script. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/**
 * Returns the similarity of two names from 0 to 1: shared letter pairs, or the length ratio if one begins with the
 * other.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [plainName(one), plainName(other)]
  if (a === b) return a === '' ? 0 : 1
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const isPart = short.length >= 3 && (long.startsWith(short) || long.endsWith(short))
  return Math.max(isPart ? 0.6 + (0.4 * short.length) / long.length : 0, shared(a, b))
}

/** Dice's coefficient of letter pairs. */
function shared(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)]
  if (a.length === 0 || b.length === 0) return 0
  const counts = new Map<string, number>()
  for (const pair of a) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  let both = 0
  for (const pair of b) {
    const count = counts.get(pair) ?? 0
    if (count === 0) continue
    counts.set(pair, count - 1)
    both += 1
  }
  return (2 * both) / (a.length + b.length)
}

const pairsOf = (text: string): readonly string[] => {
  const signs = [...text]
  return signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`)
}
