/**
 * Tokenizes SQL like SQLite (https://sqlite.org/lang_naming.html, tokenize.c), as far as schema text needs it: finds
 * names, parentheses and clauses outside quotes and comments.
 */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'sign'
  /** As written. */
  readonly text: string
  /** An unquoted name; a word in upper case; otherwise the text. */
  readonly value: string
  readonly start: number
  readonly end: number
}

const closing: Readonly<Record<string, string>> = { '"': '"', '`': '`', '[': ']', "'": "'" }
const wordStart = /[\p{L}_$\u0080-\uffff]/u
const wordPart = /[\p{L}\p{N}_$\u0080-\uffff]/u

/** Returns all tokens except blanks and comments. An unclosed quote extends to the end of the text. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < sql.length) {
    const char = sql.charAt(at)
    if (/\s/.test(char)) at += 1
    else if (sql.startsWith('--', at)) at = endOr(sql.indexOf('\n', at), sql)
    else if (sql.startsWith('/*', at)) at = endOr(sql.indexOf('*/', at + 2), sql, 2)
    else {
      const token = readToken(sql, at)
      tokens.push(token)
      at = token.end
    }
  }
  return tokens
}

const endOr = (index: number, sql: string, length = 0): number => (index < 0 ? sql.length : index + length)

function readToken(sql: string, start: number): Token {
  const char = sql.charAt(start)
  const close = closing[char]
  if (close !== undefined) return readQuoted(sql, start, close)
  if ((char === 'x' || char === 'X') && sql.charAt(start + 1) === "'") {
    const { end } = readQuoted(sql, start + 1, "'")
    return token('string', sql, start, end)
  }
  if (wordStart.test(char)) return readWhile(sql, start, wordPart, 'word')
  if (/\d/.test(char) || (char === '.' && /\d/.test(sql.charAt(start + 1)))) return readNumber(sql, start)
  return token('sign', sql, start, start + 1)
}

function readQuoted(sql: string, start: number, close: string): Token {
  let end = start + 1
  for (; end < sql.length; end += 1) {
    if (sql.charAt(end) !== close) continue
    // A doubled quote is an escape; brackets have none.
    if (close !== ']' && sql.charAt(end + 1) === close) end += 1
    else break
  }
  const inner = sql.slice(start + 1, end)
  const value = close === ']' ? inner : inner.replaceAll(close + close, close)
  const kind = close === "'" ? 'string' : 'quoted'
  const stop = Math.min(end + 1, sql.length)
  return { kind, text: sql.slice(start, stop), value, start, end: stop }
}

function readWhile(sql: string, start: number, part: RegExp, kind: Token['kind']): Token {
  let end = start + 1
  while (end < sql.length && part.test(sql.charAt(end))) end += 1
  return token(kind, sql, start, end)
}

function readNumber(sql: string, start: number): Token {
  const match = /^(0[xX][\da-fA-F]+|\d*\.?\d*([eE][+-]?\d+)?)/.exec(sql.slice(start, start + 400))
  return token('number', sql, start, start + Math.max(1, match?.[0].length ?? 1))
}

function token(kind: Token['kind'], sql: string, start: number, end: number): Token {
  const text = sql.slice(start, end)
  return { kind, text, value: kind === 'word' ? text.toUpperCase() : text, start, end }
}

/** Compares names like SQLite: ignoring ASCII case only. */
export function sameName(left: string, right: string): boolean {
  return foldName(left) === foldName(right)
}

export function foldName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** True if a token is this name, quoted or not. */
export function names(token: Token, name: string): boolean {
  return (
    (token.kind === 'word' && sameName(token.text, name)) || (token.kind === 'quoted' && sameName(token.value, name))
  )
}

/** True if SQL text mentions a name outside comments and text literals. */
export function mentions(sql: string, name: string): boolean {
  return tokensOf(sql).some((token) => names(token, name))
}
