import type { StoredValue } from '@common/columns/column-type'
import { parseFind } from '@common/query/find-query'
import { parseListQuery } from '@common/query/list-query'
import { computedOf, hasComputed } from '@main/db/computed'
import { planList } from '../plan'
import type { ReadCall } from '../reads'
import { resolveRelated } from '../related'
import { valueJson } from '../rows/row-json'
import { compileFind, findColumns, fixedColumns } from './compile'

/**
 * Where a text stands in the cells of a list: for every row with a hit its place in the list, how many hits come before
 * it, the titles of the columns that hold it, and their values with the key. The number of rows and of hits in the whole
 * list comes along.
 *
 * @throws AppError QUERY_PARAMETER_INVALID, COLUMN_NOT_FOUND, FILTER_*, NOT_SUPPORTED
 */
export async function findInList(call: ReadCall, parameters: URLSearchParams): Promise<string> {
  const { database, index, tableNamed, signal, within } = call
  const { dialect } = database
  const find = parseFind(parameters)
  const { filter: asked, ...listed } = parseListQuery(parameters)
  const filter = within && asked ? ({ kind: 'and', filters: [within, asked] } as const) : (within ?? asked)
  const computed = hasComputed(index.table) ? await computedOf(dialect, index.table, tableNamed) : undefined
  await resolveRelated(dialect, index, filter, tableNamed)
  const columns = findColumns(index, computed, find)
  if (columns.length === 0) return answer(0, 0, [])
  const plan = planList(index, filter ? { ...listed, filter } : listed, dialect.comparison, computed)
  const values = [...new Set([...index.key, ...columns])]
  const rows = await database.read(compileFind(dialect, plan, find, columns, values), { signal, lane: 'long' })
  const [first] = rows
  return answer(
    Number(first?.[2] ?? 0),
    Number(first?.[3] ?? 0),
    rows.map((row) =>
      hitJson(
        row,
        columns.map(({ title }) => title),
        values.map(({ title }) => title),
      ),
    ),
  )
}

const answer = (rows: number, cells: number, hits: readonly string[]): string =>
  `{"rows":${rows},"cells":${cells},"hits":[${hits.join(',')}]}`

function hitJson(row: readonly StoredValue[], titles: readonly string[], valueTitles: readonly string[]): string {
  const flags = row.slice(fixedColumns, fixedColumns + titles.length)
  const fields = titles.filter((_, at) => Number(flags[at]) === 1)
  const values = valueTitles.map(
    (title, at) => `${JSON.stringify(title)}:${valueJson(row[fixedColumns + titles.length + at] ?? null)}`,
  )
  return `{"offset":${Number(row[0])},"before":${Number(row[1])},"fields":${JSON.stringify(fields)},"values":{${values.join(',')}}}`
}
