import type { Table } from '@common/model'
import { useQuery } from '@tanstack/react-query'
import { countRowsOf, rowCountKey } from '../rows/row-api'

/** How many rows a table has, whatever its view shows of them; the tree knows it by the same name. */
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
