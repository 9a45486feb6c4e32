import type { Table, TableSummary } from '@common/model'
import { client, operationKey, queryClient, useOperation, type ApiError } from '@renderer/api'
import { useAbility } from '@renderer/stores'
import { useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: ApiError | null
  readonly isLoading: boolean
  readonly retry: () => void
}

/**
 * Returns the tables and SQL views of a project, in display order, up to the limit of the installation. `reload` refetches
 * and returns the new list; `omitted` counts those beyond the limit.
 */
export function useTables(
  projectId: string,
  enabled = true,
): Loaded<readonly TableSummary[]> & {
  readonly reload: () => Promise<readonly TableSummary[]>
  readonly omitted: number
} {
  const maxTables = useAbility((state) => state.maxTables)
  const list = useOperation('tableList', {}, { projectId, enabled })
  return {
    value: useMemo(() => upTo(list.data, maxTables), [list.data, maxTables]),
    omitted: Math.max(0, (list.data?.length ?? 0) - maxTables),
    error: list.error,
    isLoading: list.isPending,
    retry: () => void list.refetch(),
    reload: async () => upTo((await list.refetch()).data, maxTables) ?? [],
  }
}

/** The same list within the limit. */
const upTo = <T>(list: readonly T[] | undefined, max: number): readonly T[] | undefined =>
  list !== undefined && list.length > max ? list.slice(0, max) : list

/**
 * Returns a table with its columns; null if there is none of this name. The object stays the same until something in it
 * changes.
 */
export function useTable(projectId: string, name: string): Loaded<Table | null> {
  const model = useQuery<Table | null, ApiError>(tableQuery(projectId, name))
  return {
    value: model.data,
    error: model.error,
    isLoading: model.isPending,
    retry: () => void model.refetch(),
  }
}

/**
 * Returns several tables by name, each as soon as it loads.
 *
 * @param isAsked  true if a table is requested already
 * @returns `missing`: names of tables that are loading or not requested yet
 */
export function useTablesNamed(
  projectId: string,
  names: readonly string[],
  isAsked: (name: string) => boolean,
): { readonly tables: ReadonlyMap<string, Table>; readonly missing: ReadonlySet<string> } {
  const answers = useQueries({
    queries: names.map((name) => ({ ...tableQuery(projectId, name), enabled: isAsked(name) })),
    combine: (all) => all.map(({ data, isPending }) => ({ table: data, isPending })),
  })
  return useMemo(
    () => ({
      tables: new Map(answers.flatMap(({ table }) => (table ? [[table.name, table] as const] : []))),
      missing: new Set(names.filter((_, at) => answers[at]?.isPending)),
    }),
    [answers, names],
  )
}

function tableQuery(projectId: string, name: string): UseQueryOptions<Table | null, ApiError> {
  return {
    queryKey: operationKey('tableRead', { table: name }, projectId),
    queryFn: ({ signal }) => client.call('tableRead', { table: name }, { projectId, signal }),
  }
}

/**
 * Prefetches a table that may open. Sends no request if it is cached. Resolves when it is there, or failed.
 *
 * @param staleTime  maximum age of a cached answer, in milliseconds. Default: that of all answers
 */
export function expectTable(projectId: string, name: string, staleTime?: number): Promise<void> {
  return queryClient.prefetchQuery({ ...tableQuery(projectId, name), ...(staleTime !== undefined && { staleTime }) })
}

/** The same for the list of tables. */
export function expectTables(projectId: string): void {
  void queryClient.prefetchQuery({
    queryKey: operationKey('tableList', {}, projectId),
    queryFn: ({ signal }) => client.call('tableList', {}, { projectId, signal }),
  })
}

/** Returns a table from the cache, of any age; undefined if it isn't there. */
export const cachedTable = (projectId: string, name: string): Table | undefined =>
  queryClient.getQueryData<Table | null>(tableQuery(projectId, name).queryKey) ?? undefined

/** Returns the current table; undefined if there is none of this name. */
export async function readTable(projectId: string, name: string): Promise<Table | undefined> {
  return (await client.call('tableRead', { table: name }, { projectId, silent: true })) ?? undefined
}
