import type { Span } from './ast'
import { FormulaProblem } from './problem'

export type Token =
  | { readonly kind: 'number'; readonly text: string; readonly span: Span }
  | { readonly kind: 'text'; readonly text: string; readonly span: Span }
  /** `{Column title}`: any title, with `\}` and `\\` as escapes. */
  | { readonly kind: 'column'; readonly text: string; readonly span: Span }
  /** The name of a function, or a column title of one plain word. */
  | { readonly kind: 'word'; readonly text: string; readonly span: Span }
  | { readonly kind: 'sign'; readonly text: string; readonly span: Span }
  | { readonly kind: 'end'; readonly text: ''; readonly span: Span }

const blank = /[\s\u00a0]+/y
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const sign = /<=|>=|<>|!=|==|&&|\|\||[-+*/%&=<>!(),;]/y
/** Alternative spellings of operators, mapped to the canonical one. */
const spellings: Readonly<Record<string, string>> = { '<>': '!=', '==': '=', ';': ',' }

/** Splits a formula into tokens, the last of kind `end`. @throws FormulaProblem */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  for (;;) {
    at += match(blank)?.length ?? 0
    if (at >= text.length) {
      tokens.push({ kind: 'end', text: '', span: { from: text.length, to: text.length } })
      return tokens
    }
    const from = at
    const first = text.charAt(at)
    if (first === '"' || first === "'") {
      const [value, to] = quoted(text, from, first)
      if (to === undefined) throw new FormulaProblem('unclosedText', { from, to: text.length }, { quote: first })
      tokens.push({ kind: 'text', text: value, span: { from, to } })
      at = to
      continue
    }
    if (first === '{') {
      const [value, to] = quoted(text, from, '}')
      if (to === undefined) throw new FormulaProblem('unclosedColumn', { from, to: text.length }, { column: value })
      tokens.push({ kind: 'column', text: value, span: { from, to } })
      at = to
      continue
    }
    const digits = match(number)
    const name = digits === undefined ? match(word) : undefined
    const mark = digits === undefined && name === undefined ? match(sign) : undefined
    const found = digits ?? name ?? mark
    if (found === undefined) {
      const unexpected = String.fromCodePoint(text.codePointAt(at) ?? 0)
      throw new FormulaProblem('unexpectedSign', { from, to: from + unexpected.length }, { sign: unexpected })
    }
    at += found.length
    const span = { from, to: at }
    if (digits !== undefined) tokens.push({ kind: 'number', text: digits, span })
    else if (name !== undefined) tokens.push({ kind: 'word', text: name, span })
    else tokens.push({ kind: 'sign', text: spellings[found] ?? found, span })
  }
}

/**
 * Reads quoted text up to the closing character. A backslash escapes a quote, a bracket or a backslash; `\n`, `\t`,
 * `\r` are as in JSON. Other backslashes stay, so that regular expressions look familiar.
 */
function quoted(text: string, from: number, close: string): [value: string, to: number | undefined] {
  let value = ''
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === close) return [value, at + 1]
    if (sign === '\\' && at + 1 < text.length) {
      at += 1
      const next = text.charAt(at)
      value += close === '}' ? next : (escapes[next] ?? (plainAfterBackslash.has(next) ? next : sign + next))
    } else value += sign
  }
  return [value, undefined]
}

const plainAfterBackslash: ReadonlySet<string> = new Set(['"', "'", '\\'])
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
