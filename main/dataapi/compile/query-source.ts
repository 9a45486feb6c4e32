import { AppError } from '@common/errors'
import type { TableQuery } from '@common/model/query-table'
import { parametersOf, testedPlace, type SqlParameterUse } from '@common/sql'
import { isolated } from '@main/db/isolated'
import type { SqlText } from './sql-text'

const uses = new WeakMap<TableQuery, readonly SqlParameterUse[]>()

/**
 * Returns the query of a query table as a subquery, without an alias. Values of parameters are bound, so call it in the
 * order of the text.
 *
 * @throws AppError QUERY_VALUE_MISSING
 */
export function querySource(sql: SqlText, query: TableQuery): string {
  const { dialect } = sql
  const known = uses.get(query) ?? parametersOf(query.sql, dialect.capabilities.syntax)
  uses.set(query, known)
  const values = query.values ?? defaultsOf(query)
  // The same number for the same name lets the database derive one type for all uses.
  const isNumbered = dialect.placeholder(1) !== dialect.placeholder(2)
  const places = new Map<string, string>()
  let text = ''
  let last = 0
  for (const { name, from, to, isTested } of known) {
    if (!Object.hasOwn(values, name)) throw new AppError('QUERY_VALUE_MISSING', { name })
    const value = values[name] ?? null
    const shared = isNumbered && !isTested ? places.get(name) : undefined
    const bound = shared ?? sql.bind(value)
    const place = isTested && isNumbered ? testedPlace(dialect.capabilities.syntax, sql.params.length) : bound
    if (!isTested) places.set(name, place)
    text += query.sql.slice(last, from) + place
    last = to
  }
  return `(${isolated(text + query.sql.slice(last))})`
}

const defaultsOf = ({ parameters }: TableQuery): NonNullable<TableQuery['values']> =>
  Object.fromEntries(
    parameters.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value] as const])),
  )

/** Returns the table of a FROM clause: its name, or its query. */
export const namedSource = (sql: SqlText, table: { readonly name: string; readonly query?: TableQuery }): string =>
  table.query === undefined ? sql.dialect.quote(table.name) : querySource(sql, table.query)
