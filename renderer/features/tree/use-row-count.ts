import type { TableSummary } from '@common/model'
import { createQueue } from '@common/util/queue'
import { queryClient } from '@renderer/api'
import { countRowsOf, rowCountKey } from '@renderer/features/records'
import { useAfterFirstRows } from '@renderer/stores'
import { useQuery } from '@tanstack/react-query'

/** Maximum number of concurrent counts: a tree of two hundred tables must not flood the server. */
const countsAtOnce = 2
const counts = createQueue({ concurrency: countsAtOnce })

/**
 * Returns the number of rows of a table, requested when its line first becomes visible. Infinity if counting takes too
 * long.
 */
export function useRowCount(projectId: string, table: TableSummary): number | undefined {
  const { name, title, isQuery } = table
  const query = useQuery({
    queryKey: rowCountKey(projectId, name),
    queryFn: ({ signal }) => counts.run(() => countRowsOf(projectId, title, signal), signal),
    // A query runs for each count, and may need values.
    enabled: useAfterFirstRows() && isQuery !== true,
    staleTime: 60_000,
    retry: false,
  })
  return query.data
}

/** Returns the cached count; undefined if it was never requested. */
export function knownRowCount(projectId: string, table: string): number | undefined {
  return queryClient.getQueryData<number>(rowCountKey(projectId, table))
}
