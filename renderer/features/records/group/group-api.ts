import type { Table } from '@common/model'
import type { GroupAggregate } from '@common/query/group-query'
import { formatNameList } from '@common/query/name-list'
import { formatSort } from '@common/query/sort'
import type { GroupAnswer } from '@common/views/group-tree'
import { data } from '@renderer/api'
import { keyColumns, type Row } from '../rows/row-key'
import type { LinkColumn } from '../links/linked'
import type { GroupLevel } from './group-level'

/** Query for the aggregates of group headers or the grid's footer. */
export interface FigureQuery {
  readonly projectId: string
  readonly table: Table
  /** Parameters that select the rows: those of the list. */
  readonly filter: Readonly<Record<string, string>>
  readonly aggregates: readonly GroupAggregate[]
}

/**
 * Loads the groups of each level, one request per level, in parallel.
 *
 * @param limit  maximum number of groups per level
 * @param within  values of a group, to load only the levels inside it
 */
export async function readGroups(
  query: FigureQuery,
  levels: readonly GroupLevel[],
  limit: number,
  signal: AbortSignal,
  within: readonly unknown[] = [],
): Promise<GroupAnswer[][]> {
  const filter = within.length === 0 ? query.filter : withinGroup(query.filter, levels, within)
  const titles = levels.map(({ column }) => column.title)
  const sorts = levels.map(({ column, descending }) => ({ column: column.title, descending }))
  return Promise.all(
    levels.slice(within.length).map(async (_, below) => {
      const level = within.length + below
      const rows = await data.call<Row[]>(query.projectId, [query.table.title, 'groupby'], {
        query: {
          ...filter,
          column_name: formatNameList(titles.slice(0, level + 1)),
          sort: formatSort(sorts.slice(0, level + 1)),
          limit,
          ...aggregatesOf(query.aggregates),
        },
        signal,
      })
      return rows.map((figures) => ({
        values: titles.slice(0, level + 1).map((title) => figures[title] ?? null),
        count: Number(figures['count'] ?? figures['_count'] ?? 0),
        figures,
      }))
    }),
  )
}

/** Combines the filter of the list with that of one group. */
function withinGroup(
  filter: FigureQuery['filter'],
  levels: readonly GroupLevel[],
  values: readonly unknown[],
): FigureQuery['filter'] {
  const own = values.map((value, at) => ({ [levels[at]?.column.title ?? '']: { eq: value } }))
  const { conditionGraph } = filter
  const before = conditionGraph === undefined ? [] : [JSON.parse(conditionGraph) as unknown]
  return { ...filter, conditionGraph: JSON.stringify({ _and: [...before, ...own] }) }
}

/** Figures over all rows that count, as one group. */
export async function readFigures(
  query: FigureQuery,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly figures: Row }> {
  const { projectId, table, filter, aggregates } = query
  const [first] = table.columns
  // Every aggregate also returns the number of rows.
  const asked = aggregates.length > 0 || !first ? aggregates : [{ column: first.title, function: 'filled' as const }]
  const [figures = {}] = await data.call<Row[]>(projectId, [table.title, 'groupby'], {
    query: { ...filter, ...aggregatesOf(asked) },
    signal,
  })
  return { count: Number(figures['count'] ?? 0), figures }
}

function aggregatesOf(aggregates: readonly GroupAggregate[]): { readonly aggregates?: string } {
  if (aggregates.length === 0) return {}
  return { aggregates: JSON.stringify(aggregates.map(({ column, function: name }) => [column, name])) }
}

/** References named by one question. */
const namesAsked = 200

/** Loads the records that group references mean, as far as they exist. */
export async function readReferences(
  projectId: string,
  { link }: LinkColumn,
  related: Table,
  values: readonly unknown[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const target = related.columns.find(({ name }) => name === link.relatedColumns[0])
  if (!target) return []
  const name = related.columns.filter(({ primaryValue }) => primaryValue)
  const fields = [...new Set([target, ...name, ...keyColumns(related)])].map(({ title }) => title)
  const found: Row[] = []
  for (let at = 0; at < values.length; at += namesAsked) {
    const condition = JSON.stringify({ [target.title]: { in: values.slice(at, at + namesAsked) } })
    const rows = await data.call<Row[]>(projectId, [related.title], {
      query: { condition, fields: formatNameList(fields), limit: namesAsked, hm: '', bt: '', mm: '' },
      signal,
    })
    found.push(...rows)
  }
  return found
}
