import type { BackendReference } from './model'

interface Referring {
  readonly name: string
  readonly references: readonly BackendReference[]
}

/** True if a row can't exist without the row that it refers to. */
const isNeeded = ({ columns }: BackendReference): boolean => columns.every(({ nullable }) => !nullable)

/**
 * Marks references that no sequence of inserts could satisfy: each row of the circle would need another one first.
 * Databases check such references at the end of a transaction.
 */
export function withoutCycles<T extends Referring>(tables: readonly T[]): T[] {
  const needed = new Map(
    tables.map(({ name, references }) => [name, references.filter(isNeeded).map(({ parent }) => parent)]),
  )
  const reaches = (from: string, wanted: string): boolean => {
    const seen = new Set<string>()
    const waiting = [from]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (name === wanted) return true
      if (seen.has(name)) continue
      seen.add(name)
      waiting.push(...(needed.get(name) ?? []))
    }
    return false
  }
  return tables.map((table) => ({
    ...table,
    references: table.references.map((reference) => ({
      ...reference,
      enforced: !(isNeeded(reference) && reaches(reference.parent, table.name)),
    })),
  }))
}
