import { complement, type CodeSet } from './code-set'
import type { Pattern } from './parse'

/** The syntax of an engine where regular expressions differ. */
export interface PatternFlavor {
  /** A character inside and outside of classes, by its code point. */
  readonly code: (code: number) => string
  /** Start and end of the whole text, in multi-line texts too. */
  readonly start: string
  readonly end: string
}

/** Formats the pattern for an engine. Groups never capture. */
export function renderPattern(pattern: Pattern, flavor: PatternFlavor): string {
  switch (pattern.kind) {
    case 'start':
      return flavor.start
    case 'end':
      return flavor.end
    case 'set':
      return setText(pattern.set, flavor)
    case 'sequence':
      return pattern.items
        .map((item) => (item.kind === 'choice' ? group(item, flavor) : renderPattern(item, flavor)))
        .join('')
    case 'choice':
      return pattern.options.map((option) => renderPattern(option, flavor)).join('|')
    case 'repeat': {
      const item = pattern.item.kind === 'set' ? setText(pattern.item.set, flavor) : group(pattern.item, flavor)
      return item + countText(pattern.least, pattern.most)
    }
  }
}

const group = (pattern: Pattern, flavor: PatternFlavor): string => `(?:${renderPattern(pattern, flavor)})`

function countText(least: number, most: number | undefined): string {
  if (most === undefined) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`
  if (least === 0 && most === 1) return '?'
  return most === least ? `{${least}}` : `{${least},${most}}`
}

function setText(set: CodeSet, flavor: PatternFlavor): string {
  const [first] = set
  if (set.length === 1 && first && first[0] === first[1]) return codeText(first[0], flavor)
  const others = complement(set)
  const isShorterNegated = others.length > 0 && others.length < set.length
  return `[${isShorterNegated ? '^' : ''}${(isShorterNegated ? others : set)
    .map(([from, to]) => (from === to ? codeText(from, flavor) : `${codeText(from, flavor)}-${codeText(to, flavor)}`))
    .join('')}]`
}

/** Letters and digits need no escape in any engine. */
function codeText(code: number, flavor: PatternFlavor): string {
  const text = String.fromCodePoint(code)
  return /^[A-Za-z0-9 _]$/.test(text) ? text : flavor.code(code)
}
