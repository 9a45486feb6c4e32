import type { EvaluationContext, FormulaFunction, FormulaValue } from '../types'
import { matcherOf, type Work } from '../pattern'
import { numeric, optional, repeatCharactersMax, repeated, replaceCharactersMax, strict, textual } from './define'

const one = (example: string, apply: (text: string) => string): FormulaFunction =>
  strict({ group: 'text', returns: 'text', example, parameters: [textual('text')], apply })
/** Lengths and positions count characters, as in databases, not UTF-16 units. */
const characters = (text: string): string[] => [...text]
const whole = (value: number): number => Math.trunc(value)
const pattern = { name: 'pattern', type: 'text', pattern: 'any' } as const
const filledPattern = { name: 'pattern', type: 'text', pattern: 'filled' } as const

/** Changes the case of single characters only. Characters that would become two stay, as in most databases. */
const inCase = (text: string, change: (sign: string) => string): string =>
  characters(text)
    .map((sign) => {
      const changed = change(sign)
      return characters(changed).length === 1 ? changed : sign
    })
    .join('')

const substring = (text: string, start: number, length = Number.POSITIVE_INFINITY): string => {
  const from = Math.max(1, whole(start))
  return characters(text)
    .slice(from - 1, from - 1 + Math.max(0, whole(length)))
    .join('')
}
const middle: FormulaFunction = {
  group: 'text',
  returns: 'text',
  example: 'MID({Title}, 1, 3)',
  parameters: [textual('text'), numeric('start'), optional(numeric('length'))],
  evaluate: (args) => {
    const [text, start, length] = args as [string | null, number | null, number | null | undefined]
    return text === null || start === null || length === null ? null : substring(text, start, length)
  },
}
const isTooLong = (text: string, replacement: string): boolean =>
  characters(text).length * characters(replacement).length > replaceCharactersMax
const replaceAll = (text: string, search: string, replacement: string): string | null => {
  if (isTooLong(text, replacement)) return null
  return search === '' ? text : text.replaceAll(search, () => replacement)
}

function replaceMatches(text: string, source: string, replacement: string, work: Work | undefined): string {
  const matcher = matcherOf(source)
  let replaced = ''
  let done = 0
  for (let found = matcher.find(text, 0, work); found; found = matcher.find(text, found[1], work)) {
    replaced += text.slice(done, found[0]) + replacement
    done = found[1]
  }
  return replaced + text.slice(done)
}

export const textFunctions = {
  CONCAT: {
    group: 'text',
    returns: 'text',
    example: 'CONCAT({Title}, " (", {Rating}, ")")',
    parameters: [repeated(textual('text'))],
    evaluate: (args) => args.map((arg: FormulaValue) => arg ?? '').join(''),
  },
  UPPER: one('UPPER({Title})', (text) => inCase(text, (sign) => sign.toUpperCase())),
  LOWER: one('LOWER({Title})', (text) => inCase(text, (sign) => sign.toLowerCase())),
  TRIM: one('TRIM("  Low Water ")', (text) => text.replaceAll(/^ +| +$/g, '')),
  LEN: strict({
    group: 'text',
    returns: 'number',
    example: 'LEN({Title})',
    parameters: [textual('text')],
    apply: (text: string) => characters(text).length,
  }),
  LEFT: strict({
    group: 'text',
    returns: 'text',
    example: 'LEFT({Title}, 3)',
    parameters: [textual('text'), numeric('count')],
    apply: (text: string, count: number) => substring(text, 1, count),
  }),
  RIGHT: strict({
    group: 'text',
    returns: 'text',
    example: 'RIGHT({Title}, 3)',
    parameters: [textual('text'), numeric('count')],
    apply: (text: string, count: number) => (whole(count) <= 0 ? '' : characters(text).slice(-whole(count)).join('')),
  }),
  MID: middle,
  SUBSTR: { ...middle, example: 'SUBSTR({Title}, 2)' },
  /** Replaces every occurrence; case-sensitive. */
  SUBSTITUTE: strict({
    group: 'text',
    returns: 'text',
    example: 'SUBSTITUTE({Title}, "Water", "Tide")',
    parameters: [textual('text'), textual('search'), textual('replacement')],
    apply: replaceAll,
  }),
  REPLACE: strict({
    group: 'text',
    returns: 'text',
    example: 'REPLACE({Title}, "Low", "High")',
    parameters: [textual('text'), textual('search'), textual('replacement')],
    apply: replaceAll,
  }),
  REPEAT: strict({
    group: 'text',
    returns: 'text',
    example: 'REPEAT("*", {Rating})',
    parameters: [textual('text'), numeric('count')],
    apply: (text: string, count: number) =>
      characters(text).length * whole(count) > repeatCharactersMax
        ? null
        : text === ''
          ? ''
          : text.repeat(Math.max(0, whole(count))),
  }),
  /** One-based position of the second text in the first; 0 if absent. */
  SEARCH: strict({
    group: 'text',
    returns: 'number',
    example: 'SEARCH({Title}, "Water")',
    parameters: [textual('text'), textual('search')],
    apply: (text: string, search: string) => {
      const at = text.indexOf(search)
      return at < 0 ? 0 : characters(text.slice(0, at)).length + 1
    },
  }),
  /** One-based position of the first text in the second, searching from the given character; 0 if absent. */
  FIND: {
    group: 'text',
    returns: 'number',
    example: 'FIND("Water", {Title})',
    parameters: [textual('search'), textual('text'), optional(numeric('start'))],
    evaluate: (args) => {
      const [search, text, start = 1] = args as [string | null, string | null, number | null | undefined]
      if (search === null || text === null || start === null) return null
      const before = Math.max(0, whole(start) - 1)
      const rest = substring(text, before + 1)
      const at = rest.indexOf(search)
      return at < 0 ? 0 : before + characters(rest.slice(0, at)).length + 1
    },
  },
  REGEX_MATCH: strict({
    group: 'text',
    returns: 'boolean',
    example: 'REGEX_MATCH({Title}, "^L")',
    parameters: [textual('text'), pattern],
    apply: (text: string, source: string, { work }: EvaluationContext) => matcherOf(source).test(text, work),
  }),
  /** The longest match at the first position; blank without a match. */
  REGEX_EXTRACT: strict({
    group: 'text',
    returns: 'text',
    example: 'REGEX_EXTRACT({Title}, "[A-Z][a-z]+")',
    parameters: [textual('text'), filledPattern],
    apply: (text: string, source: string, { work }: EvaluationContext) => {
      const found = matcherOf(source).find(text, 0, work)
      return found ? text.slice(...found) : null
    },
  }),
  REGEX_REPLACE: strict({
    group: 'text',
    returns: 'text',
    example: 'REGEX_REPLACE({Title}, "[aeiou]", "")',
    parameters: [textual('text'), filledPattern, textual('replacement')],
    apply: (text: string, source: string, replacement: string, { work }: EvaluationContext) =>
      isTooLong(text, replacement) ? null : replaceMatches(text, source, replacement, work),
  }),
  /** An address that the grid shows as a link. */
  URL: one('URL("https://example.com")', (text) => text),
} as const satisfies Record<string, FormulaFunction>
