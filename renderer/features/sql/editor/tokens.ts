import type { SqlSyntax } from '@common/dialects'
import { tokenAt, unquotedName, type SqlToken as Token } from '@common/sql/tokens'

/** A piece of SQL text. Blanks are none. */
export interface SqlToken extends Token {
  /** The text; for a quoted name, the name without quotes. */
  readonly text: string
}

/** Returns the tokens of a text with their texts, comments included. */
export function sqlTokens(sql: string, syntax: SqlSyntax): SqlToken[] {
  const tokens: SqlToken[] = []
  for (let at = 0; at < sql.length;) {
    const token = tokenAt(sql, at, syntax)
    at = token.to
    const written = sql.slice(token.from, token.to)
    if (token.kind !== 'blank') tokens.push({ ...token, text: token.kind === 'name' ? unquotedName(written) : written })
  }
  return tokens
}
