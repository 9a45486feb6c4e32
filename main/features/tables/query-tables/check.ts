import { AppError } from '@common/errors'
import { message, type MessageParams } from '@common/messages'
import type { QueryParameter, TableQuery } from '@common/model/query-table'
import { isTakenParameter, parameterValue } from '@common/model/query-values'
import { parameterNames, splitScript } from '@common/sql'
import { codeTokens, wordOf } from '@common/sql/tokens'
import type { SqlSyntax } from '@common/dialects'
import { hasMark } from '@main/db/isolated'
import { namesReserved } from '../objects/parse-view'

/** A key of `queryTableProblems` in the catalogue. */
export type QueryTableProblem =
  | 'notQuery'
  | 'statements'
  | 'brackets'
  | 'reserved'
  | 'undeclared'
  | 'repeated'
  | 'default'
  | 'noColumns'
  | 'tooManyColumns'
  | 'columnName'

export function invalid(problem: QueryTableProblem, params?: MessageParams): AppError {
  return new AppError('QUERY_TABLE_INVALID', { problem: message(`queryTableProblems.${problem}`, params) })
}

/** First words of queries that can be a subquery. */
const queries = new Set(['SELECT', 'WITH', 'VALUES'])

/**
 * Returns a query that can stand in brackets as a subquery, without unused parameters. Checks only the text: the database
 * enforces that it reads.
 *
 * @throws AppError QUERY_TABLE_INVALID, QUERY_PARAMETER_NAME_TAKEN
 */
export function checkedQuery(syntax: SqlSyntax, given: string, parameters: readonly QueryParameter[]): TableQuery {
  const sql = given.replace(/[\s;]+$/, '').trim()
  const statements = splitScript(sql, syntax)
  const [first] = codeTokens(sql, syntax)
  if (first === undefined || !queries.has(wordOf(sql, first))) throw invalid('notQuery')
  // Engines read quotes in different ways: without a semicolon, no text can be two statements for any of them.
  if (statements.length !== 1 || sql.includes(';') || sql.includes('\0')) throw invalid('statements')
  if (namesReserved(sql) || hasMark(sql)) throw invalid('reserved')
  if (!isBalanced(sql, syntax)) throw invalid('brackets')
  return { sql, parameters: checkedParameters(parameterNames(sql, syntax), parameters) }
}

/** A bracket that closes the brackets around the query would put the rest of it outside. */
function isBalanced(sql: string, syntax: SqlSyntax): boolean {
  let depth = 0
  for (const token of codeTokens(sql, syntax)) {
    const sign = token.kind === 'mark' ? sql.slice(token.from, token.to) : ''
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (depth < 0) return false
  }
  return depth === 0
}

function checkedParameters(names: readonly string[], parameters: readonly QueryParameter[]): QueryParameter[] {
  for (const [at, parameter] of parameters.entries()) {
    const { name, default: value } = parameter
    if (parameters.findIndex((other) => other.name === name) < at) throw invalid('repeated', { name })
    if (isTakenParameter(name)) throw new AppError('QUERY_PARAMETER_NAME_TAKEN', { name })
    if (value !== undefined && parameterValue(parameter, value) === undefined) throw invalid('default', { name })
  }
  return names.map((name) => {
    const parameter = parameters.find((each) => each.name === name)
    if (parameter === undefined) throw invalid('undeclared', { name })
    return parameter
  })
}
