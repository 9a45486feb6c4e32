import { createQueue } from '@common/util/queue'
import { queryClient } from '@renderer/api'
import { countRowsOf, rowCountKey } from '@renderer/features/records'
import { useAfterFirstRows } from '@renderer/stores'
import { useQuery } from '@tanstack/react-query'

/** Counts asked at the same time: a tree of two hundred tables must not flood the server. */
const countsAtOnce = 2
const counts = createQueue({ concurrency: countsAtOnce })

/** Number of rows of a table, asked when its line is first seen; Infinity when counting takes too long. */
export function useRowCount(projectId: string, table: string, title: string): number | undefined {
  const query = useQuery({
    queryKey: rowCountKey(projectId, table),
    queryFn: ({ signal }) => counts.run(() => countRowsOf(projectId, title, signal), signal),
    enabled: useAfterFirstRows(),
    staleTime: 60_000,
    retry: false,
  })
  return query.data
}

/** The count that is known already; undefined when nobody has asked. */
export function knownRowCount(projectId: string, table: string): number | undefined {
  return queryClient.getQueryData<number>(rowCountKey(projectId, table))
}
