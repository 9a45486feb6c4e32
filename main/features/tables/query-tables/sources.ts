import { sqlFunctionsOf } from '@common/dialects'
import type { TableSummary } from '@common/model'
import { serverKinds } from '@common/model/connection'
import { codeTokens, unquotedName, wordOf, type SqlToken } from '@common/sql/tokens'
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
 * read further ones: through a view, a function of a user or another schema.
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
  const isPlace = sourcePlaces(sql, tokens)
  /** Names that the query itself gives: `big AS (SELECT …)`. */
  const isGiven = (name: string): boolean =>
    tokens.some(
      (token, at) =>
        nameKey(plainName(token, textOf(token))) === nameKey(name) &&
        wordOf(sql, tokens[at + 1]) === 'AS' &&
        ['(', 'MATERIALIZED', 'NOT'].includes(textOf(tokens[at + 2]).toUpperCase()),
    )
  const byName = new Map(tables.map((table) => [nameKey(table.name), table]))
  const sources = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    // Some engines take a text, or digits and letters, for the name of a table.
    if (isPlace(at) && (token.kind === 'text' || token.kind === 'number')) return undefined
    if (token.kind !== 'word' && token.kind !== 'name') continue
    if (isForeignCall(token, at)) return undefined
    const text = textOf(token)
    const name = plainName(token, text)
    const table = byName.get(nameKey(name))
    if (table?.type === 'view') return undefined
    if (isPlace(at) && textOf(tokens[at + 1]) !== '(') {
      const isQualified = textOf(tokens[at + 1]) === '.'
      if (isQualified || (table === undefined && !isGiven(name))) return undefined
    }
    if (table !== undefined) sources.add(table.name)
  }
  return sources.size === 0 ? undefined : [...sources].toSorted()
}

const endsOfSources = new Set('WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT WINDOW'.split(' '))
/** Words at the place of a table, before it or instead of it. */
const beforeSource = new Set('SELECT WITH VALUES LATERAL ONLY'.split(' '))

/** Returns a check that is true for tokens where a query names what it reads. */
function sourcePlaces(sql: string, tokens: readonly SqlToken[]): (at: number) => boolean {
  const places = new Set<number>()
  const outer: (typeof part)[] = []
  let part: 'list' | 'condition' | undefined
  let isNext = false
  for (const [at, token] of tokens.entries()) {
    const word = wordOf(sql, token)
    const mark = token.kind === 'mark' ? sql.slice(token.from, token.to) : ''
    if (isNext && mark === '' && !beforeSource.has(word)) places.add(at)
    const isKept: boolean = isNext && (mark === '(' || word === 'LATERAL' || word === 'ONLY')
    isNext = isKept || word === 'FROM' || word === 'JOIN' || (mark === ',' && part !== undefined)
    if (mark === '(') outer.push(part)
    else if (mark === ')') part = outer.pop()
    else if (word === 'FROM' || word === 'JOIN' || (mark === ',' && part === 'condition')) part = 'list'
    else if (word === 'ON' || word === 'USING') part = 'condition'
    else if (word === 'SELECT' || endsOfSources.has(word)) part = undefined
  }
  return (at) => places.has(at)
}

const plainName = ({ kind }: SqlToken, text: string): string => (kind === 'name' ? unquotedName(text) : text)
