import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import type { ViewSettings } from '@common/views'
import type { GridModel } from '../grid-model'
import { restRowSource } from '../row-api'
import { keyColumns, rowKey, type Row } from '../row-key'

export interface PlaceQuery {
  readonly projectId: string
  readonly table: Table
  readonly settings: Pick<ViewSettings, 'sorts' | 'groups'>
  readonly search: string
  readonly filter: Filter | undefined
}

/** Rows held by the window that are looked through. */
const lookedThrough = 10_000

/**
 * The line of a row in its view. Looked for among the rows at hand, then by counting those before it; that is known
 * where rows stand in the order of one key column. Undefined where the view does not show the row, or its place can
 * only be told by reading everything.
 */
export async function findLine(
  model: GridModel,
  query: PlaceQuery,
  row: Row,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { table } = model
  const key = rowKey(table, row)
  const isIt = (one: Row | undefined): boolean => one !== undefined && rowKey(table, one) === key
  const held = Math.min(model.rows.length, lookedThrough)
  for (let line = 0; line < held; line += 1) if (isIt(model.rows.rowAt(line))) return line
  const [column, ...others] = keyColumns(table)
  const { settings, filter, search, projectId } = query
  const value = column && row[column.title]
  if (column === undefined || others.length > 0 || settings.sorts.length > 0 || settings.groups.length > 0)
    return undefined
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const before: Filter = { kind: 'condition', column: column.title, operator: 'lt', value }
  const all: Filter = filter === undefined ? before : { kind: 'and', filters: [filter, before] }
  const line = await restRowSource(projectId, table, { sort: [], search, filter: all }).count(signal)
  if (!Number.isFinite(line)) return undefined
  const [found] = await model.rows.load(line, line + 1, signal)
  return isIt(found) ? line : undefined
}
