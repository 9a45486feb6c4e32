import { AppError } from '@common/errors'
import type { QueryValue } from '@common/model/query-table'
import { parameterValue } from '@common/model/query-values'
import type { SightedTable } from '@common/principal/sight'
import { Lru } from '@main/lib/lru'
import { sharePreparedRows } from '../compile/filter'

/** Tables with values per query table. */
const valuesMax = 50
const bound = new WeakMap<SightedTable, Lru<string, SightedTable>>()

/**
 * Returns a query table with the values of its parameters; other tables unchanged. The same table and values give the
 * same object, so that caches can use it as a key. The rows of the table must be prepared.
 *
 * @param given  returns the value that a caller gave; undefined without one
 * @throws AppError QUERY_VALUE_MISSING, QUERY_VALUE_INVALID
 */
export function withQueryValues(table: SightedTable, given: (name: string) => unknown): SightedTable {
  const { query } = table
  if (query === undefined || query.parameters.length === 0 || query.values !== undefined) return table
  const values = Object.fromEntries(
    query.parameters.map((parameter): [string, QueryValue] => {
      const { name } = parameter
      const sent = given(name)
      if (sent === undefined) {
        if (parameter.default === undefined) throw new AppError('QUERY_VALUE_MISSING', { name })
        return [name, parameter.default]
      }
      const value = parameterValue(parameter, sent)
      if (value === undefined) throw new AppError('QUERY_VALUE_INVALID', { name, type: parameter.type })
      return [name, value]
    }),
  )
  const tables = bound.get(table) ?? new Lru<string, SightedTable>(valuesMax)
  bound.set(table, tables)
  const key = JSON.stringify(values)
  const known = tables.get(key)
  if (known !== undefined) return known
  const own = { ...query, values }
  const made: SightedTable = {
    ...table,
    query: own,
    sight: { ...table.sight, whole: { ...table.sight.whole, query: own } },
  }
  sharePreparedRows(table, made)
  tables.set(key, made)
  return made
}

/** Returns the values for parameters of a query table out of the parameters of an address. */
export const fromAddress =
  (query: URLSearchParams) =>
  (name: string): unknown => {
    const all = query.getAll(name)
    if (all.length > 1) throw new AppError('QUERY_VALUE_INVALID', { name, type: 'text' })
    return all[0]
  }
