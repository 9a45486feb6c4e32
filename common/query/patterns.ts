/** Takes their meaning from `%` and `_` in a pattern: a sign that texts seldom hold. */
export const escapeSign = '!'

/** A text as a part of a pattern: every sign of it means itself. */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[!%_]/g, `${escapeSign}$&`)
}

/**
 * The usual spellings of a text. SQLite's LIKE folds a–z only: of other alphabets each spelling is looked for by itself.
 */
export function spellings(text: string): string[] {
  // eslint-disable-next-line no-control-regex -- the range of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return [text]
  const lower = text.toLowerCase()
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1)
  return [...new Set([text, lower, text.toUpperCase(), capital])]
}

/** What takes part of a text: operators whose value is a text, not a pattern. */
export const partOperators = ['contains', 'starts', 'ends', 'has'] as const
export type PartOperator = (typeof partOperators)[number]

/**
 * The patterns of which one must fit. `has` looks for one item of a list that is kept as text, joined by commas
 * (MultiSelect), with a blank behind them or without.
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

const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Whether a text has the part, by the very rules of `partPatterns` where only a–z are folded. */
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
