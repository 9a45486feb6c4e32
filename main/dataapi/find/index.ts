import type { StoredValue } from '@common/columns/column-type'
import { parseFind } from '@common/query/find-query'
import { parseListQuery } from '@common/query/list-query'
import { computedOf, hasComputed } from '@main/db/computed'
import { planList } from '../plan/plan'
import { resolveRelated } from '../plan/related'
import { rowJson } from '../shape/row-json'
import { compileHits, compileNear, compileTotals, findColumns, type FindPlan } from './compile'
import type { ReadCall } from '../run/read-call'

/**
 * Finds a text in the cells of a list. Returns for each matching row its offset, the number of earlier hits, the titles
 * of matching columns, and their values with the key, plus the totals of rows and hits.
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
  const values = [...new Set([...index.key, ...columns])]
  const list = planList(index, filter ? { ...listed, filter } : listed, dialect.comparison, computed)
  const plan: FindPlan = { list, query: find, columns, values }
  const read = { signal, lane: 'long' } as const
  // Compiled before any read starts: a throw in between would leave the other read's rejection unhandled.
  const totalsQuery = compileTotals(dialect, plan)
  const [hits, totals] = await Promise.all([hitsOf(call, plan), database.read(totalsQuery, read)])
  const [rows = 0, cells = 0, before = 0] = (totals[0] ?? []).map(Number)
  return answer(rows, cells, numbered(hits, before, find.backwards).map(hitJson(plan)))
}

/** A matching row: offset, flags, values. */
interface FoundRow {
  readonly offset: number
  readonly flags: readonly boolean[]
  readonly values: readonly StoredValue[]
}

/** Number of rows to search before numbering all of them. */
const nearRows = 2_000

async function hitsOf({ database, signal }: ReadCall, plan: FindPlan): Promise<FoundRow[]> {
  const { dialect } = database
  const { columns, query } = plan
  const rowOf = (offset: number, row: readonly StoredValue[]): FoundRow => ({
    offset,
    flags: row.slice(0, columns.length).map((flag) => Number(flag) === 1),
    values: row.slice(columns.length),
  })
  if (!query.backwards) {
    const near = await database.read(compileNear(dialect, plan, nearRows), { signal, lane: 'long' })
    const found = near.map((row, at) => rowOf(query.from + at, row)).filter(({ flags }) => flags.includes(true))
    if (found.length >= query.limit || near.length < nearRows) return found.slice(0, query.limit)
  }
  const rows = await database.read(compileHits(dialect, plan), { signal, lane: 'long' })
  return rows.map(([offset, ...row]) => rowOf(Number(offset), row))
}

/** Adds the number of earlier matching cells, counted from the offset. */
function numbered(
  hits: readonly FoundRow[],
  before: number,
  backwards: boolean,
): (FoundRow & { readonly before: number })[] {
  let count = before
  return hits.map((hit) => {
    const cells = hit.flags.filter(Boolean).length
    if (backwards) count -= cells
    const numberedHit = { ...hit, before: count }
    if (!backwards) count += cells
    return numberedHit
  })
}

const answer = (rows: number, cells: number, hits: readonly string[]): string =>
  `{"rows":${rows},"cells":${cells},"hits":[${hits.join(',')}]}`

const hitJson =
  ({ columns, values: shown }: FindPlan) =>
  ({ offset, before, flags, values }: FoundRow & { readonly before: number }): string => {
    const fields = columns.flatMap(({ title }, at) => (flags[at] === true ? [title] : []))
    return `{"offset":${offset},"before":${before},"fields":${JSON.stringify(fields)},"values":${rowJson(shown, values)}}`
  }
