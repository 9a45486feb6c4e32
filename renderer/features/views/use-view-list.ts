import type { View } from '@common/views'
import { client, queryClient, type ApiError } from '@renderer/api'
import { useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { viewListKey } from './view-edits'

export interface ViewList {
  /** The table's own grid comes first. Undefined while loading. */
  readonly value: readonly View[] | undefined
  readonly error: ApiError | null
  readonly retry: () => void
  /** Refetches the views, ignoring the cache; undefined if that fails. */
  readonly again: () => Promise<readonly View[] | undefined>
}

/** Returns the views of a table. */
export function useViewList(projectId: string, table: string, enabled = true): ViewList {
  const list = useQuery<readonly View[], ApiError>({ ...viewListQuery(projectId, table), enabled })
  const again = async (): Promise<readonly View[] | undefined> => {
    const answer = await list.refetch()
    return answer.isError ? undefined : answer.data
  }
  return { value: list.data, error: list.error, retry: () => void list.refetch(), again }
}

/** Returns the cached views of several tables by table name. */
export function useViewLists(projectId: string, tables: readonly string[]): ReadonlyMap<string, readonly View[]> {
  const lists = useQueries({
    queries: tables.map((table) => viewListQuery(projectId, table)),
    combine: (answers) => answers.map(({ data }) => data),
  })
  return useMemo(
    () => new Map(tables.flatMap((table, at) => (lists[at] === undefined ? [] : [[table, lists[at]] as const]))),
    [tables, lists],
  )
}

function viewListQuery(projectId: string, table: string): UseQueryOptions<readonly View[], ApiError> {
  return {
    queryKey: viewListKey({ projectId, table }),
    queryFn: ({ signal }) => client.call('viewList', { table }, { projectId, signal }),
  }
}

/** Prefetches the views of a table, like `expectTable`. */
export function expectViews(projectId: string, table: string, staleTime?: number): Promise<void> {
  return queryClient.prefetchQuery({
    ...viewListQuery(projectId, table),
    ...(staleTime !== undefined && { staleTime }),
  })
}

/** Returns the views of a table from the cache, of any age; undefined if they aren't there. */
export const cachedViews = (projectId: string, table: string): readonly View[] | undefined =>
  queryClient.getQueryData<readonly View[]>(viewListKey({ projectId, table }))

/** Returns the views of a table, from the cache if it is fresh. */
export function fetchViews(projectId: string, table: string): Promise<readonly View[]> {
  return queryClient.fetchQuery(viewListQuery(projectId, table))
}
