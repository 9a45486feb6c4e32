import { columnType } from '@common/columns/registry'
import type { Filter } from '@common/query/tree'
import { formatNameList } from '@common/query/name-list'
import { formatSort } from '@common/query/sort'
import { data } from '@renderer/api'
import type { Found } from '../rows/hits'
import type { GridModel } from '../model/grid-model'
import { restRowSource, rowFilter } from '../rows/row-api'
import { keyColumns, rowKey, type Row } from '../rows/row-key'
import type { GridQuery } from '../session/use-grid-model'

/** Maximum number of cached rows to search. */
const lookedThrough = 10_000
/** Maximum number of rows to search with the same text in their key, for keys of several columns. */
const hitsMax = 1_000

/**
 * Returns the line of a row in its view, among any number of rows; undefined if the view doesn't show it. Searches the
 * cached rows first. Then counts the rows before it, if the order is that of the key. Otherwise requests its position.
 */
export async function findLine(
  model: GridModel,
  projectId: string,
  query: GridQuery,
  row: Row,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { table } = model
  const key = rowKey(table, row)
  const isIt = (one: Row | undefined): boolean => one !== undefined && rowKey(table, one) === key
  const held = Math.min(model.rows.length, lookedThrough)
  for (let line = 0; line < held; line += 1) if (isIt(model.rows.rowAt(line))) return line
  const offset =
    (await byCounting(model, projectId, query, row, signal)) ?? (await byFinding(model, projectId, query, row, signal))
  if (offset === undefined) return undefined
  const line = model.rows.rowOfOffset(offset)
  // Its group is closed.
  if (line < 0) return undefined
  const [found] = await model.rows.load(line, line + 1, signal)
  return isIt(found) ? line : undefined
}

async function byCounting(
  { table }: GridModel,
  projectId: string,
  { sort, search, filter }: GridQuery,
  row: Row,
  signal: AbortSignal,
): Promise<number | undefined> {
  const [column, ...others] = keyColumns(table)
  const value = column && row[column.title]
  if (column === undefined || others.length > 0 || sort.length > 0 || typeof value !== 'number') return undefined
  const before: Filter = { kind: 'condition', column: column.title, operator: 'lt', value }
  const all: Filter = filter === undefined ? before : { kind: 'and', filters: [filter, before] }
  const count = await restRowSource(projectId, table, { sort: [], search, filter: all }).count(signal)
  return Number.isFinite(count) ? count : undefined
}

async function byFinding(
  { table }: GridModel,
  projectId: string,
  query: GridQuery,
  row: Row,
  signal: AbortSignal,
): Promise<number | undefined> {
  const [column] = keyColumns(table)
  const value = column && row[column.title]
  if (column === undefined || value === null || value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const { hits } = await data.call<Found>(projectId, [table.title], {
    query: {
      ...rowFilter(query),
      ...(query.sort.length > 0 && { sort: formatSort(query.sort) }),
      find: text,
      findIn: formatNameList([column.title]),
      findCell: 'true',
      findCase: 'true',
      ...(columnType(column.uiType).editor === 'number' || typeof value === 'number' ? { findNumber: text } : {}),
      limit: hitsMax,
    },
    signal,
  })
  const key = rowKey(table, row)
  return hits.find(({ values }) => rowKey(table, values) === key)?.offset
}
