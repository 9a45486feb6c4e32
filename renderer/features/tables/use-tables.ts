import type { Table, TableSummary } from '@common/model'
import { client, operationKey, queryClient, useOperation, type ApiError } from '@renderer/api'
import { useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: ApiError | null
  readonly isLoading: boolean
  readonly retry: () => void
}

/** Tables and SQL views of a project, in display order. `reload` asks again and answers the new list. */
export function useTables(
  projectId: string,
  enabled = true,
): Loaded<readonly TableSummary[]> & { readonly reload: () => Promise<readonly TableSummary[]> } {
  const list = useOperation('tableList', {}, { projectId, enabled })
  return {
    value: list.data,
    error: list.error,
    isLoading: list.isPending,
    retry: () => void list.refetch(),
    reload: async () => (await list.refetch()).data ?? [],
  }
}

/**
 * One table with its columns; null when there is none of this name. The same object as long as nothing of
 * it has changed.
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
 * Several tables, by their names, each as soon as it is known.
 *
 * @param isAsked  whether a table is asked for already
 * @returns `missing`: names for which an answer is still waited for, or that are not asked for yet
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

/** Asks for a table that is about to be opened, so that it is there when it is. Asks nothing that is known. */
export function expectTable(projectId: string, name: string): void {
  void queryClient.prefetchQuery(tableQuery(projectId, name))
}

/** The same for the list of tables. */
export function expectTables(projectId: string): void {
  void queryClient.prefetchQuery({
    queryKey: operationKey('tableList', {}, projectId),
    queryFn: ({ signal }) => client.call('tableList', {}, { projectId, signal }),
  })
}

/** A table as it is now; undefined when there is none of this name. */
export async function readTable(projectId: string, name: string): Promise<Table | undefined> {
  return (await client.call('tableRead', { table: name }, { projectId, silent: true })) ?? undefined
}
