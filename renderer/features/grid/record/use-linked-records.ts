import type { Table } from '@common/model'
import { formatNumber } from '@renderer/i18n'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { linkedRecords, listedMax } from '../links/link-api'
import { shownLinks, type LinkColumn } from '../links/linked'
import { keyColumns, type Row } from '../row-key'

/** A record whose linked records are asked for. */
export interface LinkedOf {
  readonly projectId: string
  readonly own: Table
  readonly row: Row
  /** Another one after each write. */
  readonly version: string
}

/** The links of a table that can be followed, references first. */
export function followedLinks(table: Table): readonly LinkColumn[] {
  const { columns, references } = shownLinks(table)
  return [...references.values(), ...columns].filter(({ problem }) => problem === undefined)
}

/** The records that one link leads to. */
export const useLinkedRecords = (of: LinkedOf, column: LinkColumn) =>
  useQuery({ ...linkedQuery(of, column), placeholderData: (before) => before })

/** How many records all links lead to, in words; undefined until that is known. */
export function useLinkedCount(of: LinkedOf): string | undefined {
  return useQueries({
    queries: followedLinks(of.own).map((column) => linkedQuery(of, column)),
    combine: (answers) => {
      const lists = answers.flatMap(({ data }) => (data === undefined ? [] : [data]))
      if (lists.length < answers.length) return undefined
      const count = lists.reduce((sum, list) => sum + list.length, 0)
      return `${formatNumber(count)}${lists.some((list) => list.length >= listedMax) ? '+' : ''}`
    },
  })
}

const linkedQuery = ({ projectId, own, row, version }: LinkedOf, column: LinkColumn) =>
  queryOptions({
    queryKey: ['linkedRecords', projectId, column.id, keyColumns(own).map(({ title }) => row[title]), version],
    queryFn: ({ signal }) => linkedRecords({ projectId, own }, column, row, signal),
    gcTime: 0,
  })
