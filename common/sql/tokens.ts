import type { SqlSyntax } from '@common/dialects/sql-syntax'

/** A token of a script. `word` includes keywords and bare names, `name` is a quoted name, `mark` anything else. */
export interface SqlToken {
  readonly kind: 'blank' | 'comment' | 'text' | 'name' | 'word' | 'number' | 'parameter' | 'mark'
  readonly from: number
  readonly to: number
}

/** Upper-case text of a word, else the text itself. */
export const wordOf = (sql: string, token: SqlToken | undefined): string =>
  token === undefined ? '' : sql.slice(token.from, token.to).toUpperCase()

const wordStart = /[\p{L}_]/u
const wordPart = /[\p{L}\p{N}_$]/u
const digit = /\d/
// SQLite skips a byte order mark like a blank.
const blank = /[\s\uFEFF]/

/** Returns the token at an offset. Unterminated strings and comments reach to the end of the script. */
export function tokenAt(sql: string, from: number, syntax: SqlSyntax): SqlToken {
  const sign = sql[from] ?? ''
  const end = (kind: SqlToken['kind'], to: number): SqlToken => ({ kind, from, to: Math.min(to, sql.length) })
  if (blank.test(sign)) return end('blank', whileIn(sql, from + 1, blank))
  const frame = syntax.codeComments ? frameEnd(sql, from) : undefined
  if (frame !== undefined) return end('mark', frame)
  const comment = commentEnd(sql, from, syntax)
  if (comment !== undefined) return end('comment', comment)
  if (sign === "'") return end('text', quoteEnd(sql, from, sign, syntax.backslashes === 'always'))
  if (sign === '"') {
    const isText = syntax.doubleQuotes === 'text'
    return end(isText ? 'text' : 'name', quoteEnd(sql, from, sign, isText && syntax.backslashes === 'always'))
  }
  if (sign === '`' && syntax.backticks) return end('name', quoteEnd(sql, from, sign, false))
  if (sign === '[' && syntax.brackets) return end('name', quoteEnd(sql, from, ']', false))
  if (sign === '$' && syntax.dollarQuotes) {
    const to = dollarEnd(sql, from)
    if (to !== undefined) return end('text', to)
  }
  if (wordStart.test(sign)) {
    if (sql[from + 1] === "'" && /[eE]/.test(sign) && syntax.backslashes === 'prefixed')
      return end('text', quoteEnd(sql, from + 1, "'", true))
    if (sql[from + 1] === "'" && /[xXbBnN]/.test(sign))
      return end('text', quoteEnd(sql, from + 1, "'", syntax.backslashes === 'always'))
    return end('word', whileIn(sql, from + 1, wordPart))
  }
  if (digit.test(sign)) return end('number', numberEnd(sql, from))
  if (sign === ':') return end(...colon(sql, from))
  return end('mark', from + 1)
}

/** Returns the tokens of a part of a script, without blanks and comments. */
export function codeTokens(sql: string, syntax: SqlSyntax, from = 0, to = sql.length): SqlToken[] {
  const tokens: SqlToken[] = []
  for (let at = from; at < to;) {
    const token = tokenAt(sql, at, syntax)
    if (token.kind !== 'blank' && token.kind !== 'comment') tokens.push(token)
    at = token.to
  }
  return tokens
}

function whileIn(sql: string, from: number, pattern: RegExp): number {
  let at = from
  while (at < sql.length && pattern.test(sql[at] ?? '')) at++
  return at
}

/** Only the frame of a comment with code is no code: `/*!50000` and its end. */
function frameEnd(sql: string, from: number): number | undefined {
  const frame = /^(?:\/\*M?!\d*|\*\/)/.exec(sql.slice(from, from + 12))?.[0]
  return frame === undefined ? undefined : from + frame.length
}

function commentEnd(sql: string, from: number, syntax: SqlSyntax): number | undefined {
  const two = sql.slice(from, from + 2)
  const isLine =
    (two === '--' && (!syntax.dashNeedsBlank || from + 2 >= sql.length || /\s/.test(sql[from + 2] ?? ''))) ||
    (two[0] === '#' && syntax.hashComments)
  if (isLine) {
    const end = sql.indexOf('\n', from)
    return end === -1 ? sql.length : end + 1
  }
  if (two !== '/*') return undefined
  let depth = 1
  for (let at = from + 2; at < sql.length; at++) {
    if (sql.startsWith('*/', at)) {
      depth--
      at++
      if (depth === 0) return at + 1
    } else if (syntax.nestedComments && sql.startsWith('/*', at)) {
      depth++
      at++
    }
  }
  return sql.length
}

/** @returns the offset after the closing quote; a doubled quote doesn't close */
function quoteEnd(sql: string, from: number, close: string, backslashes: boolean): number {
  for (let at = from + 1; at < sql.length; at++) {
    if (backslashes && sql[at] === '\\') at++
    else if (sql[at] === close) {
      if (sql[at + 1] !== close) return at + 1
      at++
    }
  }
  return sql.length
}

function dollarEnd(sql: string, from: number): number | undefined {
  // A dollar inside a word belongs to it.
  if (wordPart.test(sql[from - 1] ?? '')) return undefined
  const tag = /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(sql.slice(from, from + 130))?.[0]
  if (tag === undefined) return undefined
  const end = sql.indexOf(tag, from + tag.length)
  return end === -1 ? sql.length : end + tag.length
}

function numberEnd(sql: string, from: number): number {
  const found = /^(?:0[xX][\da-fA-F_]+|[\d_]*\.?\d[\d_]*(?:[eE][+-]?\d+)?|\d[\d_]*)/.exec(sql.slice(from, from + 400))
  return from + (found?.[0].length ?? 1)
}

/** `::` and `:=` are operators. `:name` right after a name, a number or a bracket is a slice or a label. */
function colon(sql: string, from: number): [SqlToken['kind'], number] {
  const next = sql[from + 1] ?? ''
  if (next === ':' || next === '=') return ['mark', from + 2]
  if (!/[A-Za-z_]/.test(next) || /[\p{L}\p{N}_$\])]/u.test(sql[from - 1] ?? '')) return ['mark', from + 1]
  return ['parameter', whileIn(sql, from + 1, /\w/)]
}

const closing: Readonly<Record<string, string>> = { '"': '"', '`': '`', '[': ']' }

/**
 * Removes the quotes of a name, and unescapes the quotes inside it. Returns a bare name unchanged. The end of the text may
 * stand for the closing quote.
 */
export function unquotedName(text: string): string {
  const quote = closing[text.charAt(0)]
  if (quote === undefined) return text
  const inner = text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : text.slice(1)
  return inner.replaceAll(quote + quote, quote)
}
