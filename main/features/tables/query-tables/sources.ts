import { sqlFunctionsOf } from '@common/dialects'
import type { TableSummary } from '@common/model'
import { serverKinds } from '@common/model/connection'
import { codeTokens, wordOf, type SqlToken } from '@common/sql/tokens'
import { nameKey } from '@common/wire/names'
import type { Dialect } from '@main/db/dialect'

/** Words before a bracket that are no function. */
const keywords = new Set(
  `ALL AND ANY AS BETWEEN BIGINT BY CASE CHAR CHARACTER CUBE DECIMAL DISTINCT ELSE EXCEPT EXISTS FILTER FROM HAVING IN INT
  INTEGER INTERSECT INTERVAL IS JOIN LATERAL LIKE LIMIT MATERIALIZED NOT NUMERIC OFFSET ON OR OVER ROLLUP SELECT SETS SOME
  THEN TIMESTAMP UNION USING VALUES VARCHAR VARYING WHEN WHERE`.split(/\s+/),
)

/**
 * Returns the names of the tables that a query reads, and perhaps of others that its text names. Undefined if the query may
 * read further ones: through a view, or a function of a user.
 */
export function sourcesOf(
  sql: string,
  { name: engine, capabilities: { syntax, functions } }: Dialect,
  tables: readonly TableSummary[],
): readonly string[] | undefined {
  const tokens = codeTokens(sql, syntax)
  const textOf = (token: SqlToken | undefined): string => (token === undefined ? '' : sql.slice(token.from, token.to))
  // PostgreSQL: a name of escaped characters.
  if (tokens.some((token, at) => wordOf(sql, token) === 'U' && textOf(tokens[at + 1]) === '&')) return undefined
  const known = new Set(sqlFunctionsOf(serverKinds.find((kind) => kind === engine)))
  const isForeignCall = (token: SqlToken, at: number): boolean => {
    if (!functions || textOf(tokens[at + 1]) !== '(') return false
    if (token.kind === 'name' || textOf(tokens[at - 1]) === '.') return true
    return !keywords.has(wordOf(sql, token)) && !known.has(textOf(token).toLowerCase())
  }
  const byName = new Map(tables.map((table) => [nameKey(table.name), table]))
  const sources = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue
    if (isForeignCall(token, at)) return undefined
    const text = textOf(token)
    const table = byName.get(nameKey(token.kind === 'name' ? bareName(text) : text))
    if (table?.type === 'view') return undefined
    if (table !== undefined) sources.add(table.name)
  }
  return sources.size === 0 ? undefined : [...sources].toSorted()
}

/** Returns a quoted name without its quotes. */
function bareName(quoted: string): string {
  const quote = quoted.at(-1) ?? ''
  return quoted.slice(1, -1).replaceAll(quote + quote, quote)
}
