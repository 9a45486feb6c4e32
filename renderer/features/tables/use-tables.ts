import type { Table, TableSummary } from '@common/model'
import { tableFromWire, tableSummaryFromWire } from '@common/wire/mappers'
import { wireTableMeta } from '@common/wire/schemas'
import type { OperationOutput } from '@common/operations'
import { client, operationKey, queryClient, useOperation, type ApiError } from '@renderer/api'
import { useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'

type ModelAnswer = OperationOutput<'tableXcModelGet'> | null

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
  const list = useOperation('xcTableAndViewList', {}, { projectId, enabled })
  const value = useMemo(() => list.data?.data.list.map(tableSummaryFromWire), [list.data])
  return {
    value,
    error: list.error,
    isLoading: list.isPending,
    retry: () => void list.refetch(),
    reload: async () => (await list.refetch()).data?.data.list.map(tableSummaryFromWire) ?? [],
  }
}

/**
 * One table with its columns; null when there is none of this name. The same object as long as nothing of
 * it has changed.
 */
export function useTable(projectId: string, name: string): Loaded<Table | null> {
  const model = useQuery<ModelAnswer, ApiError>(tableQuery(projectId, name))
  const meta = model.data?.meta
  const value = useMemo(
    () => (meta === undefined ? undefined : tableFromWire(wireTableMeta.parse(JSON.parse(meta)))),
    [meta],
  )
  return {
    value: model.data === null ? null : value,
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
    combine: (all) => all.map(({ data, isPending }) => ({ meta: data?.meta, isPending })),
  })
  return useMemo(
    () => ({
      tables: new Map(
        answers.flatMap(({ meta }) => {
          if (meta === undefined) return []
          const table = tableFromWire(wireTableMeta.parse(JSON.parse(meta)))
          return [[table.name, table] as const]
        }),
      ),
      missing: new Set(names.filter((_, at) => answers[at]?.isPending)),
    }),
    [answers, names],
  )
}

function tableQuery(projectId: string, name: string): UseQueryOptions<ModelAnswer, ApiError> {
  return {
    queryKey: operationKey('tableXcModelGet', { tn: name }, projectId),
    // A missing table answers nothing, which a query cannot keep.
    queryFn: async ({ signal }) => (await client.call('tableXcModelGet', { tn: name }, { projectId, signal })) ?? null,
  }
}

/** Asks for a table that is about to be opened, so that it is there when it is. Asks nothing that is known. */
export function expectTable(projectId: string, name: string): void {
  void queryClient.prefetchQuery(tableQuery(projectId, name))
}

/** The same for the list of tables. */
export function expectTables(projectId: string): void {
  void queryClient.prefetchQuery({
    queryKey: operationKey('xcTableAndViewList', {}, projectId),
    queryFn: ({ signal }) => client.call('xcTableAndViewList', {}, { projectId, signal }),
  })
}

/** A table as it is now; undefined when there is none of this name. */
export async function readTable(projectId: string, name: string): Promise<Table | undefined> {
  const found = await client.call('tableXcModelGet', { tn: name }, { projectId, silent: true })
  return found && tableFromWire(wireTableMeta.parse(JSON.parse(found.meta)))
}
