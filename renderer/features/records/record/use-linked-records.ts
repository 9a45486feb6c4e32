import type { Table } from '@common/model'
import { formatNumber } from '@renderer/i18n'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { linkedRecords, listedMax } from '../links/link-api'
import { shownLinks, type LinkColumn } from '../links/linked'
import { keyColumns, type Row } from '../rows/row-key'

/** The record whose linked records to load. */
export interface LinkedOf {
  readonly projectId: string
  readonly own: Table
  readonly row: Row
  /** Changes after each write. */
  readonly version: string
}

/** Returns the working links of a table, references first. */
export function followedLinks(table: Table): readonly LinkColumn[] {
  const { columns, references } = shownLinks(table)
  return [...references.values(), ...columns].filter(({ problem }) => problem === undefined)
}

/** Linked records of one link. */
export const useLinkedRecords = (of: LinkedOf, column: LinkColumn) =>
  useQuery({ ...linkedQuery(of, column), placeholderData: (before) => before })

/** Number of linked records over all links as text; undefined while loading. */
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
