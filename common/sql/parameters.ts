import type { SqlSyntax } from '@common/dialects/sql-syntax'
import type { SqlValue } from './shapes'
import { codeTokens, wordOf } from './tokens'

/** A parameter `:name` in a script. */
export interface SqlParameterUse {
  readonly name: string
  readonly from: number
  readonly to: number
  /** True in `:name IS NULL`, which tells the database no type. */
  readonly isTested: boolean
}

/** Returns the parameters of a script in their order. One that is used twice appears twice. */
export function parametersOf(sql: string, syntax: SqlSyntax): SqlParameterUse[] {
  return codeTokens(sql, syntax).flatMap(({ kind, from, to }, at, tokens) => {
    if (kind !== 'parameter') return []
    return [{ name: sql.slice(from + 1, to), from, to, isTested: wordOf(sql, tokens[at + 1]) === 'IS' }]
  })
}

/** Returns the distinct names of the parameters, for the form that asks for their values. */
export const parameterNames = (sql: string, syntax: SqlSyntax): string[] => [
  ...new Set(parametersOf(sql, syntax).map(({ name }) => name)),
]

/**
 * Returns the placeholder of a tested parameter. PostgreSQL can't derive its type from `IS NULL`, so it has a number and
 * a type of its own.
 */
export const testedPlace = ({ placeholders }: SqlSyntax, number: number): string =>
  placeholders === '?' ? '?' : placeholders === '$' ? `CAST($${number} AS text)` : `${placeholders}${number}`

/** A statement with placeholders of the database. */
export interface BoundStatement {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** Offset in the statement as the user wrote it, for an offset in `sql`. */
  readonly offsetOf: (offset: number) => number
}

/**
 * Replaces parameters by placeholders. The values never become part of the SQL.
 *
 * @returns the missing name if a parameter has no value
 */
export function bindParameters(
  sql: string,
  syntax: SqlSyntax,
  values: Readonly<Record<string, SqlValue>>,
): BoundStatement | { readonly missing: string } {
  const uses = parametersOf(sql, syntax)
  const missing = uses.find(({ name }) => !Object.hasOwn(values, name))
  if (missing !== undefined) return { missing: missing.name }
  const bound: SqlValue[] = []
  const numbers = new Map<string, number>()
  const moves: { readonly at: number; readonly by: number }[] = []
  let text = ''
  let last = 0
  for (const { name, from, to, isTested } of uses) {
    text +=
      sql.slice(last, from) + (isTested ? testedPlace(syntax, bound.push(values[name] ?? null)) : placeholder(name))
    last = to
    moves.push({ at: text.length, by: to - text.length })
  }
  return { sql: text + sql.slice(last), values: bound, offsetOf }

  function placeholder(name: string): string {
    const value = values[name] ?? null
    if (syntax.placeholders === '?') {
      bound.push(value)
      return '?'
    }
    const number = numbers.get(name) ?? bound.push(value)
    numbers.set(name, number)
    return `${syntax.placeholders}${number}`
  }

  function offsetOf(offset: number): number {
    return offset + (moves.findLast(({ at }) => at <= offset)?.by ?? 0)
  }
}
