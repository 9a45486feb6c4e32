import type { SqlSyntax } from '@common/dialects'
import { tokenAt, type SqlToken as Token } from '@common/sql/tokens'

/** A piece of SQL text. Blanks are none. */
export interface SqlToken extends Token {
  /** The text; for a quoted name, the name without quotes. */
  readonly text: string
}

const closing: Readonly<Record<string, string>> = { '[': ']' }

/** Returns the tokens of a text with their texts, comments included. */
export function sqlTokens(sql: string, syntax: SqlSyntax): SqlToken[] {
  const tokens: SqlToken[] = []
  for (let at = 0; at < sql.length;) {
    const token = tokenAt(sql, at, syntax)
    at = token.to
    const written = sql.slice(token.from, token.to)
    if (token.kind !== 'blank') tokens.push({ ...token, text: token.kind === 'name' ? unquoted(written) : written })
  }
  return tokens
}

function unquoted(written: string): string {
  const open = written[0] ?? ''
  const close = closing[open] ?? open
  const inner = written.endsWith(close) && written.length > 1 ? written.slice(1, -1) : written.slice(1)
  return inner.replaceAll(close + close, close)
}
