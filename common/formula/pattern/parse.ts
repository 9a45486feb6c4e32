import { complement, digits, setOf, spaces, union, wordSigns, type CodeSet } from './code-set'

/**
 * The subset of regular expressions that all databases interpret alike: characters, classes, groups, alternatives,
 * bounded repeats, and anchors. A pattern matches at the first possible position, and there the longest text.
 */
export type Pattern =
  | { readonly kind: 'set'; readonly set: CodeSet }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly item: Pattern; readonly least: number; readonly most: number | undefined }

export const patternProblems = [
  'patternUnclosed',
  'patternUnknownEscape',
  'patternNothingToRepeat',
  'patternUnsupported',
  'patternRange',
  'patternTooLarge',
] as const
export type PatternProblemCode = (typeof patternProblems)[number]

/** A problem of a regular expression; `at` is the zero-based position. */
export class PatternProblem extends Error {
  override readonly name = 'PatternProblem'

  constructor(
    readonly code: PatternProblemCode,
    readonly at: number,
    readonly found: string,
  ) {
    super(code)
  }
}

/** Limits that keep every engine within memory and time. Repeats count as often as they repeat. */
export const patternLimits = { characters: 1_000, repeats: 255, size: 2_000, depth: 30 } as const

/** @throws PatternProblem */
export function parsePattern(source: string): Pattern {
  if (source.length > patternLimits.characters) throw new PatternProblem('patternTooLarge', 0, '')
  const parser = new PatternParser([...source])
  const pattern = parser.choice(0)
  parser.expectEnd()
  if (sizeOf(pattern) > patternLimits.size) throw new PatternProblem('patternTooLarge', 0, '')
  return pattern
}

/** Returns the number of states that a matcher needs. */
function sizeOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'set':
    case 'start':
    case 'end':
      return 1
    case 'sequence':
      return pattern.items.reduce((sum, item) => sum + sizeOf(item), 1)
    case 'choice':
      return pattern.options.reduce((sum, option) => sum + sizeOf(option), 1)
    case 'repeat':
      return 1 + sizeOf(pattern.item) * Math.max(1, pattern.most ?? pattern.least + 1)
  }
}

/** True if the pattern matches empty text. */
export function matchesEmpty(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'set':
      return false
    case 'start':
    case 'end':
      return true
    case 'sequence':
      return pattern.items.every(matchesEmpty)
    case 'choice':
      return pattern.options.some(matchesEmpty)
    case 'repeat':
      return pattern.least === 0 || matchesEmpty(pattern.item)
  }
}

/**
 * True if the pattern repeats a part that can match in several ways. Backtracking engines can take exponential time.
 */
export function repeatsRepeats(pattern: Pattern, repeated = false): boolean {
  switch (pattern.kind) {
    case 'set':
    case 'start':
    case 'end':
      return false
    case 'sequence':
      return pattern.items.some((item) => repeatsRepeats(item, repeated))
    case 'choice':
      return repeated || pattern.options.some((option) => repeatsRepeats(option, repeated))
    case 'repeat': {
      const varies = pattern.most !== pattern.least
      return (repeated && varies) || repeatsRepeats(pattern.item, repeated || (pattern.most ?? Infinity) > 1)
    }
  }
}

const anyButLineEnd = complement(setOf(10))
const classEscapes: Readonly<Record<string, CodeSet>> = {
  d: digits,
  D: complement(digits),
  w: wordSigns,
  W: complement(wordSigns),
  s: spaces,
  S: complement(spaces),
}
const signEscapes: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }

class PatternParser {
  private at = 0

  /** @param signs  characters of the pattern */
  constructor(private readonly signs: readonly string[]) {}

  choice(depth: number): Pattern {
    if (depth > patternLimits.depth) throw this.problem('patternTooLarge')
    const options = [this.sequence(depth)]
    while (this.take('|')) options.push(this.sequence(depth))
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
  }

  expectEnd(): void {
    if (this.at < this.signs.length) throw this.problem('patternUnclosed')
  }

  private sequence(depth: number): Pattern {
    const items: Pattern[] = []
    for (;;) {
      const sign = this.signs[this.at]
      if (sign === undefined || sign === '|' || sign === ')') break
      items.push(this.repeated(this.item(depth)))
    }
    return items.length === 1 && items[0] ? items[0] : { kind: 'sequence', items }
  }

  private item(depth: number): Pattern {
    const sign = this.signs[this.at] ?? ''
    switch (sign) {
      case '^':
      case '$':
        this.at += 1
        return { kind: sign === '^' ? 'start' : 'end' }
      case '.':
        this.at += 1
        return { kind: 'set', set: anyButLineEnd }
      case '(':
        return this.group(depth)
      case '[':
        return this.class()
      case '\\': {
        this.at += 1
        const escape = this.escape()
        return { kind: 'set', set: typeof escape === 'number' ? setOf(escape) : escape }
      }
      case '*':
      case '+':
      case '?':
        throw this.problem('patternNothingToRepeat')
      case '{':
      case '}':
      case ']':
        throw this.problem('patternUnsupported')
      default:
        this.at += 1
        return { kind: 'set', set: setOf(sign.codePointAt(0) ?? 0) }
    }
  }

  private group(depth: number): Pattern {
    const open = this.at
    this.at += 1
    if (this.signs[this.at] === '?') {
      if (this.signs[this.at + 1] !== ':')
        throw new PatternProblem('patternUnsupported', open, this.signs.slice(open, open + 4).join(''))
      this.at += 2
    }
    const inner = this.choice(depth + 1)
    if (!this.take(')')) throw new PatternProblem('patternUnclosed', open, '(')
    // A group of its own, so that a following repeat applies to all of it.
    return { kind: 'sequence', items: [inner] }
  }

  private repeated(item: Pattern): Pattern {
    const sign = this.signs[this.at] ?? ''
    if (!'*+?{'.includes(sign) || sign === '') return item
    if (item.kind === 'start' || item.kind === 'end') throw this.problem('patternNothingToRepeat')
    const [least, most] = this.count(sign)
    const next = this.signs[this.at] ?? ''
    // `*?` and `*+` mean something else in other engines: lazy and possessive.
    if (next !== '' && '*+?{'.includes(next)) throw this.problem('patternUnsupported')
    return { kind: 'repeat', item, least, most }
  }

  private count(sign: string): [least: number, most: number | undefined] {
    if (sign !== '{') {
      this.at += 1
      return sign === '*' ? [0, undefined] : sign === '+' ? [1, undefined] : [0, 1]
    }
    const text = this.signs.slice(this.at, this.at + 12).join('')
    const [whole, from = '', comma, to] = /^\{(\d{1,3})(?:(,)(\d{1,3})?)?\}/.exec(text) ?? []
    if (whole === undefined) throw this.problem('patternUnsupported')
    const least = Number(from)
    const most = comma === undefined ? least : to === undefined ? undefined : Number(to)
    if (least > patternLimits.repeats || (most ?? 0) > patternLimits.repeats) throw this.problem('patternTooLarge')
    if (most !== undefined && most < least) throw this.problem('patternRange')
    this.at += whole.length
    return [least, most]
  }

  private class(): Pattern {
    const open = this.at
    this.at += 1
    const negated = this.take('^')
    let set: CodeSet = []
    let isFirst = true
    while (isFirst || this.signs[this.at] !== ']') {
      // Engines interpret `[]` and `[^]` differently.
      if (isFirst && this.signs[this.at] === ']') throw this.problem('patternUnsupported')
      isFirst = false
      const from = this.member(open)
      if (typeof from !== 'number') {
        set = union(set, from)
        continue
      }
      const next = this.signs[this.at + 1]
      if (this.signs[this.at] === '-' && next !== undefined && next !== ']') {
        const dash = this.at
        this.at += 1
        const to = this.member(open)
        if (typeof to !== 'number' || to < from) throw new PatternProblem('patternRange', dash, '-')
        set = union(set, setOf(from, to))
      } else set = union(set, setOf(from))
    }
    this.at += 1
    return { kind: 'set', set: negated ? complement(set) : set }
  }

  private member(open: number): number | CodeSet {
    const sign = this.signs[this.at]
    if (sign === undefined) throw new PatternProblem('patternUnclosed', open, '[')
    // Nested and named classes differ between engines.
    if (sign === '[') throw this.problem('patternUnsupported')
    this.at += 1
    return sign === '\\' ? this.escape() : (sign.codePointAt(0) ?? 0)
  }

  private escape(): number | CodeSet {
    const sign = this.signs[this.at]
    if (sign === undefined) throw new PatternProblem('patternUnclosed', this.at - 1, '\\')
    const known = classEscapes[sign] ?? signEscapes[sign]
    if (known !== undefined) {
      this.at += 1
      return known
    }
    const text = this.signs.slice(this.at, this.at + 10).join('')
    const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/.exec(text)
    if (code) {
      const value = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
      if (value === 0 || value > 0x10_ff_ff) throw this.problem('patternRange')
      this.at += code[0].length
      return value
    }
    if (/[\p{L}\p{N}]/u.test(sign)) throw new PatternProblem('patternUnknownEscape', this.at - 1, `\\${sign}`)
    this.at += 1
    return sign.codePointAt(0) ?? 0
  }

  private take(sign: string): boolean {
    if (this.signs[this.at] !== sign) return false
    this.at += 1
    return true
  }

  private problem(code: PatternProblemCode): PatternProblem {
    return new PatternProblem(code, this.at, this.signs[this.at] ?? '')
  }
}
