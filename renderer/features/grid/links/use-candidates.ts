import type { Table } from '@common/model'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../use-debounced'
import { candidates } from './link-api'
import type { LinkColumn } from './linked'

const searchDelayMs = 200

/** Records that can be linked, as somebody looks for them. */
export function useCandidates(projectId: string, column: LinkColumn, related: Table, search: string, enabled = true) {
  const text = useDebounced(search.trim(), searchDelayMs)
  return useQuery({
    queryKey: ['linkCandidates', projectId, column.id, related.title, text],
    queryFn: ({ signal }) => candidates({ projectId, related }, column, text, signal),
    enabled,
    // What was found stays until the next answer is there: nothing jumps while somebody writes.
    placeholderData: (before) => before,
    gcTime: 0,
  })
}
