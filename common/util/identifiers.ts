/** Names that belong together in a generated document: a table gets all of them or none. */
export interface NameFamily {
  /** Returns further type names of a table with this name. */
  readonly types: (name: string) => readonly string[]
  /** Names that are taken already. */
  readonly taken: Iterable<string>
}

/** Returns a valid name for GraphQL and most languages; other characters become `_` (wire §11). */
export function identifier(text: string): string {
  const plain = text.normalize('NFC').replaceAll(/[^_0-9A-Za-z]/g, '_')
  // GraphQL reserves names that begin with two underscores.
  const start = plain.replace(/^_{2,}/, '_')
  return /^[A-Za-z_]/.test(start) ? start : `_${start}`
}

/**
 * Returns a unique name for each text. The first keeps its name, later ones get a number.
 *
 * @param family  further names that must be free. Default: none
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
