import type { FormulaFunction, FormulaValue } from '../types'
import { numeric, optional, repeated, strict, textual } from './define'

const one = (example: string, apply: (text: string) => string): FormulaFunction =>
  strict({ group: 'text', returns: 'text', example, parameters: [textual('text')], apply })
/** Lengths and places count characters, not UTF-16 units, as databases do. */
const characters = (text: string): string[] => [...text]
const whole = (value: number): number => Math.trunc(value)
const pattern = { name: 'pattern', type: 'text', literal: true } as const

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
const replaceAll = (text: string, search: string, replacement: string): string =>
  search === '' ? text : text.replaceAll(search, () => replacement)

export const textFunctions = {
  CONCAT: {
    group: 'text',
    returns: 'text',
    example: 'CONCAT({Title}, " (", {Rating}, ")")',
    parameters: [repeated(textual('text'))],
    evaluate: (args) => args.map((arg: FormulaValue) => arg ?? '').join(''),
  },
  UPPER: one('UPPER({Title})', (text) => text.toUpperCase()),
  LOWER: one('LOWER({Title})', (text) => text.toLowerCase()),
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
  /** Every occurrence, letter case counts. */
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
      text.length * whole(count) > 1_000_000 ? null : text.repeat(Math.max(0, whole(count))),
  }),
  /** Place of the second text in the first, from 1; 0 when it is not there. */
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
  REGEX_MATCH: strict({
    group: 'text',
    returns: 'boolean',
    example: 'REGEX_MATCH({Title}, "^L")',
    parameters: [textual('text'), pattern],
    apply: (text: string, source: string) => new RegExp(source, 'u').test(text),
  }),
  REGEX_EXTRACT: strict({
    group: 'text',
    returns: 'text',
    example: 'REGEX_EXTRACT({Title}, "[A-Z]+")',
    parameters: [textual('text'), pattern],
    apply: (text: string, source: string) => new RegExp(source, 'u').exec(text)?.[0] ?? null,
  }),
  REGEX_REPLACE: strict({
    group: 'text',
    returns: 'text',
    example: 'REGEX_REPLACE({Title}, "[aeiou]", "")',
    parameters: [textual('text'), pattern, textual('replacement')],
    apply: (text: string, source: string, replacement: string) =>
      text.replaceAll(new RegExp(source, 'gu'), () => replacement),
  }),
  /** An address that the grid shows as a link. */
  URL: one('URL("https://example.com")', (text) => text),
} as const satisfies Record<string, FormulaFunction>
