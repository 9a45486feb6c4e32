import { queryClient } from '@renderer/api'
import { countRowsOf, rowCountKey } from '@renderer/features/records'
import { useAfterFirstRows } from '@renderer/stores'
import { useQuery } from '@tanstack/react-query'

/** Counts asked at the same time: a tree of two hundred tables must not flood the server. */
const countsAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running >= countsAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Number of rows of a table, asked when its line is first seen; Infinity when counting takes too long. */
export function useRowCount(projectId: string, table: string, title: string): number | undefined {
  const query = useQuery({
    queryKey: rowCountKey(projectId, table),
    queryFn: ({ signal }) => inTurn(signal, () => countRowsOf(projectId, title, signal)),
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
