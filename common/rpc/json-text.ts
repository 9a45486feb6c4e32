import { variablePlaces } from '@common/variables'

/** A value of a JSON text with its place, and with all digits of numbers. */
export type JsonNode = Range &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'string'; readonly value: string }
    /** All digits of the text: a parsed number would round them. */
    | { readonly kind: 'number'; readonly value: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' }
    /** A placeholder `{{name}}` instead of a value. */
    | { readonly kind: 'placeholder' }
  )

interface Range {
  readonly from: number
  readonly to: number
}

export interface JsonMember {
  readonly name: string
  readonly nameRange: Range
  readonly value: JsonNode
}

export type ParsedJson = { readonly node: JsonNode } | { readonly problem: 'syntax' | 'depth'; readonly at: number }

class Broken extends Error {
  constructor(
    readonly problem: 'syntax' | 'depth',
    readonly at: number,
  ) {
    super(problem)
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const blank = /[ \t\r\n]*/y
const words = { true: 'boolean', false: 'boolean', null: 'null' } as const

/**
 * Parses a JSON text. Placeholders for variables may stand for values and within strings, so that a text can be checked
 * before it is filled.
 *
 * @param depthMax  deepest nesting
 */
export function parseJsonText(text: string, depthMax: number): ParsedJson {
  const places = new Map(variablePlaces(text).map(({ from, to }) => [from, to]))
  let at = 0

  const skipBlanks = (): void => {
    blank.lastIndex = at
    at += blank.exec(text)?.[0].length ?? 0
  }
  const take = (character: string): boolean => {
    skipBlanks()
    if (text[at] !== character) return false
    at += 1
    return true
  }
  const broken = (): never => {
    throw new Broken('syntax', Math.min(at, text.length))
  }

  const readString = (): string => {
    const start = at
    if (text[at] !== '"') broken()
    at += 1
    for (; text[at] !== '"'; at += 1) {
      if (at >= text.length || text.charCodeAt(at) < 0x20) broken()
      if (text[at] === '\\') at += 1
    }
    at += 1
    try {
      // An escaped brace is none of JSON's escapes, but one of our placeholders.
      return JSON.parse(
        text.slice(start, at).replaceAll(/\\(\\|\{\{)/g, (whole, what) => (what === '{{' ? '{{' : whole)),
      ) as string
    } catch {
      at = start
      return broken()
    }
  }

  const readValue = (depth: number): JsonNode => {
    skipBlanks()
    const from = at
    if (depth > depthMax) throw new Broken('depth', from)
    const placeEnd = places.get(from)
    if (placeEnd !== undefined) {
      at = placeEnd
      return { kind: 'placeholder', from, to: at }
    }
    if (text[at] === '"') return { kind: 'string', value: readString(), from, to: at }
    if (text[at] === '{') {
      at += 1
      const members = readList('}', () => {
        skipBlanks()
        const nameFrom = at
        const name = readString()
        const nameRange = { from: nameFrom, to: at }
        if (!take(':')) broken()
        return { name, nameRange, value: readValue(depth + 1) }
      })
      return { kind: 'object', members, from, to: at }
    }
    if (text[at] === '[') {
      at += 1
      return { kind: 'array', items: readList(']', () => readValue(depth + 1)), from, to: at }
    }
    for (const [word, kind] of Object.entries(words)) {
      if (!text.startsWith(word, at)) continue
      at += word.length
      return kind === 'null' ? { kind, from, to: at } : { kind, value: word === 'true', from, to: at }
    }
    number.lastIndex = at
    const digits = number.exec(text)?.[0]
    if (digits === undefined) return broken()
    at += digits.length
    return { kind: 'number', value: digits, from, to: at }
  }

  const readList = <T>(end: string, readItem: () => T): T[] => {
    const items: T[] = []
    if (take(end)) return items
    do items.push(readItem())
    while (take(','))
    if (!take(end)) broken()
    return items
  }

  try {
    const node = readValue(0)
    skipBlanks()
    if (at < text.length) broken()
    return { node }
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    return { problem: error.problem, at: error.at }
  }
}
