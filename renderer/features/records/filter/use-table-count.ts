import type { Table } from '@common/model'
import { useQuery } from '@tanstack/react-query'
import { countRowsOf, rowCountKey } from '../rows/row-api'

/** Returns the number of rows of a table, regardless of its view. Shares the cache entry of the tree. */
export function useTableCount(projectId: string, table: Table, enabled: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: rowCountKey(projectId, table.name),
    queryFn: ({ signal }) => countRowsOf(projectId, table.title, signal),
    staleTime: 60_000,
    retry: false,
    enabled,
  })
  return enabled ? data : undefined
}
