import type { TableDrift } from '@common/model/drift'
import { client, operationKey, queryClient, type ApiError } from '@renderer/api'
import { useAfterFirstRows } from '@renderer/stores'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * Loads the schema changes of other programs. Refetches when the window gets the focus: users change a database in
 * another window and return.
 *
 * @param different  only tables with differences
 */
export function useDrift(
  projectId: string,
  { different = false, enabled = true }: { readonly different?: boolean; readonly enabled?: boolean } = {},
): UseQueryResult<TableDrift[], ApiError> {
  const args = different ? { different } : {}
  // The page shows the whole list; beside a table it is only a note.
  const isTime = useAfterFirstRows() || !different
  const queryKey = operationKey('schemaDrift', args, projectId)
  return useQuery<TableDrift[], ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<TableDrift[]>(queryKey)
      const now = await client.call('schemaDrift', args, { projectId, signal, silent: different })
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(now)) showAgain(projectId)
      return now
    },
    enabled: enabled && isTime,
    refetchOnWindowFocus: 'always',
    // Users expect the current state here, and the server has it in its cache.
    staleTime: 0,
  })
}

/** A table loads its rows before the note above them. */
const noteAfterMs = 300

/** Returns the differences of one table; undefined without any, and for users who can't change the schema. */
export function useTableDrift(projectId: string, name: string, enabled: boolean): TableDrift | undefined {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), noteAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useDrift(projectId, { different: true, enabled: enabled && isTime })
  return data?.find(
    ({ table, changes }) =>
      table === name || changes.some(({ type, from }) => type === 'tableRenamed' && from === name),
  )
}

/** Refreshes the stale list of tables and columns. */
function showAgain(projectId: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [root, name, project] }) =>
      root === 'operation' && project === projectId && (name === 'tableRead' || name === 'tableList'),
  })
}
