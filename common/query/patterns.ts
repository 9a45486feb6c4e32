/** Escapes `%` and `_` in a pattern. A character that texts rarely contain. */
export const escapeSign = '!'

/** Escapes a text, so that a pattern matches it literally. */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[!%_]/g, `${escapeSign}$&`)
}

/**
 * Returns the usual spellings of a text. SQLite's LIKE folds a–z only, so other alphabets need one pattern per
 * spelling.
 */
export function spellings(text: string): string[] {
  // eslint-disable-next-line no-control-regex -- the range of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return [text]
  const lower = text.toLowerCase()
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1)
  return [...new Set([text, lower, text.toUpperCase(), capital])]
}

/** Operators that match a part of a text. Their value is a text, not a pattern. */
export const partOperators = ['contains', 'starts', 'ends', 'has'] as const
export type PartOperator = (typeof partOperators)[number]

/**
 * Returns patterns, one of which must match. `has` matches an item of a list stored as text joined by commas
 * (MultiSelect), with or without a following blank.
 */
export function partPatterns(operator: PartOperator, text: string): string[] {
  return spellings(text).flatMap((spelling) => {
    const part = escapedPattern(spelling)
    switch (operator) {
      case 'contains':
        return [`%${part}%`]
      case 'starts':
        return [`${part}%`]
      case 'ends':
        return [`%${part}`]
      case 'has':
        return [part, `${part},%`, `%,${part}`, `%, ${part}`, `%,${part},%`, `%, ${part},%`]
    }
  })
}

const folded = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** True if a text contains the part, by the rules of `partPatterns`. Folds a–z only. */
export function hasPart(operator: PartOperator, text: string, part: string): boolean {
  const whole = folded(text)
  return spellings(part).some((spelling) => {
    const wanted = folded(spelling)
    switch (operator) {
      case 'contains':
        return whole.includes(wanted)
      case 'starts':
        return whole.startsWith(wanted)
      case 'ends':
        return whole.endsWith(wanted)
      case 'has':
        return (
          whole === wanted ||
          whole.startsWith(`${wanted},`) ||
          whole.endsWith(`,${wanted}`) ||
          whole.endsWith(`, ${wanted}`) ||
          whole.includes(`,${wanted},`) ||
          whole.includes(`, ${wanted},`)
        )
    }
  })
}

/**
 * Compiles a LIKE pattern of SQLite: `%` matches any text, `_` any character. Folds a–z only. Each part between two `%`
 * takes the first place where it fits. A regular expression would try all places of all parts: a text of 10,000
 * characters could take minutes.
 */
export function likeTest(pattern: string): (text: string) => boolean {
  const [head = [], ...parts] = folded(pattern)
    .split('%')
    .map((part) => Array.from(part))
  const tail = parts.pop()
  return (text) => {
    const given = Array.from(folded(text))
    if (!isAt(given, head, 0)) return false
    if (tail === undefined) return given.length === head.length
    let from = head.length
    for (const part of parts) {
      while (from + part.length <= given.length && !isAt(given, part, from)) from += 1
      from += part.length
    }
    return from + tail.length <= given.length && isAt(given, tail, given.length - tail.length)
  }
}

const isAt = (given: readonly string[], part: readonly string[], from: number): boolean =>
  part.every((character, at) => (character === '_' ? from + at < given.length : character === given[from + at]))
