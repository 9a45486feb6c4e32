/** Which names of a generated document belong together: one table takes all of them, or none. */
export interface NameFamily {
  /** Names of the types that a table with this name makes beside its own. */
  readonly types: (name: string) => readonly string[]
  /** Names that are taken already. */
  readonly taken: Iterable<string>
}

/** A valid name of GraphQL and of most languages: other signs become `_` (wire §11). */
export function identifier(text: string): string {
  const plain = text.normalize('NFC').replaceAll(/[^_0-9A-Za-z]/g, '_')
  // Names that begin with two underscores are GraphQL's own.
  const start = plain.replace(/^_{2,}/, '_')
  return /^[A-Za-z_]/.test(start) ? start : `_${start}`
}

/**
 * One name for each text, no two alike: the first keeps its own, the next ones get a number.
 *
 * @param family  what else a name takes along; names alone when absent
 */
export function identifiers(texts: readonly string[], family?: NameFamily): string[] {
  const taken = new Set(family?.taken ?? [])
  return texts.map((text) => {
    const base = identifier(text)
    // `_` replaces a text without Latin letters: GraphQL reserves names such as `__2`.
    const numbered = base === '_' ? base : `${base}_`
    for (let nth = 1; ; nth += 1) {
      const name = nth === 1 ? base : `${numbered}${nth}`
      const all = [name, ...(family?.types(name) ?? [])]
      if (all.some((each) => taken.has(each))) continue
      for (const each of all) taken.add(each)
      return name
    }
  })
}
