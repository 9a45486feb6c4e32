import type { TableDrift } from '@common/model/drift'
import { client, operationKey, queryClient, type ApiError } from '@renderer/api'
import { useAfterFirstRows } from '@renderer/stores'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * What other programs have changed. Asked again when the window comes back to the front: people change a database in
 * another window, and return.
 *
 * @param different  only tables in which something is
 */
export function useDrift(
  projectId: string,
  { different = false, enabled = true }: { readonly different?: boolean; readonly enabled?: boolean } = {},
): UseQueryResult<TableDrift[], ApiError> {
  const args = different ? { different } : {}
  // The whole list is what its page is for; beside a table it is a note.
  const isTime = useAfterFirstRows() || !different
  const queryKey = operationKey('xcMetaDiff', args, projectId)
  return useQuery<TableDrift[], ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<TableDrift[]>(queryKey)
      const now = await client.call('xcMetaDiff', args, { projectId, signal, silent: different })
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(now)) showAgain(projectId)
      return now
    },
    enabled: enabled && isTime,
    refetchOnWindowFocus: 'always',
    // Whoever looks wants to know how things are now; the server has it at hand.
    staleTime: 0,
  })
}

/** A table that opens shows its rows before it asks for a note above them. */
const noteAfterMs = 300

/** What is different in one table; undefined when nothing is, and for people who may not change that. */
export function useTableDrift(projectId: string, name: string, enabled: boolean): TableDrift | undefined {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), noteAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useDrift(projectId, { different: true, enabled: enabled && isTime })
  return data?.find(
    ({ tn, detectedChanges }) =>
      tn === name || detectedChanges.some(({ type, from }) => type === 'tableRenamed' && from === name),
  )
}

/** The list of tables and their columns on the screen are those of before. */
function showAgain(projectId: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [root, name, project] }) =>
      root === 'operation' && project === projectId && (name === 'tableRead' || name === 'tableList'),
  })
}
