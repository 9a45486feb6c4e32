import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { isComparable, parseDuplicates } from '@common/query/duplicates-query'
import { parseListQuery } from '@common/query/list-query'
import { computedOf, hasComputed, isComputed } from '@main/db/computed'
import { readableByKey } from '../plan/columns'
import { planList } from '../plan/plan'
import { resolveRelated } from '../plan/related'
import { rowJson } from '../shape/row-json'
import { compileDuplicates, type DuplicatesPlan } from './compile'
import type { ReadCall } from '../run/read-call'

/**
 * The records of a list that have duplicates, group by group in the order of the list: `group` is the place of the
 * group's first record, `filled` the number of columns with a value, `values` the key, the compared columns and those of
 * `fields`. The first page also counts all `groups` and `records`.
 *
 * @throws AppError QUERY_PARAMETER_INVALID, COLUMN_NOT_FOUND, FILTER_*
 */
export async function findDuplicates(call: ReadCall, parameters: URLSearchParams): Promise<string> {
  const { database, index, tableNamed, signal, within } = call
  const { dialect } = database
  const query = parseDuplicates(parameters)
  const { filter: asked, ...listed } = parseListQuery(parameters)
  const filter = within && asked ? ({ kind: 'and', filters: [within, asked] } as const) : (within ?? asked)
  const computed = hasComputed(index.table) ? await computedOf(dialect, index.table, tableNamed) : undefined
  await resolveRelated(dialect, index, filter, tableNamed)
  const columns = [...new Set(query.columns.map((name) => comparable(readableByKey(index, computed, name))))]
  const list = planList(index, filter ? { ...listed, filter } : listed, dialect.comparison, computed)
  const fields = listed.fields === undefined ? [] : list.columns.filter((column) => !holdsMany(column))
  const plan: DuplicatesPlan = { list, query, columns, values: [...new Set([...index.key, ...columns, ...fields])] }
  const read = { signal, lane: 'long' } as const
  const rows = await database.read(compileDuplicates(dialect, plan), read)
  const [groups = 0, records = 0] = (rows[0] ?? []).map(Number)
  const counts = query.page.offset === 0 ? `"groups":${groups},"records":${records},` : ''
  return `{${counts}"rows":[${rows.map(rowText(plan)).join(',')}]}`
}

const holdsMany = (column: Column): boolean => isComputed(column) && column.computed.many !== undefined

/** @throws AppError QUERY_PARAMETER_INVALID for files, JSON, bytes, and values of several linked records */
function comparable(column: Column): Column {
  if (isComparable(column) && !holdsMany(column)) return column
  throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'duplicates', value: column.title.slice(0, 100) })
}

const rowText =
  ({ values: shown }: DuplicatesPlan) =>
  ([, , group = 0, filled = 0, ...values]: readonly StoredValue[]): string =>
    `{"group":${Number(group)},"filled":${Number(filled)},"values":${rowJson(shown, values)}}`
