import type { Table } from '@common/model'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../session/use-debounced'
import { candidates } from './link-api'
import type { LinkColumn } from './linked'

const searchDelayMs = 200

/** Returns records to link for a search text; settled once they match that text. */
export function useCandidates(projectId: string, column: LinkColumn, related: Table, search: string, enabled = true) {
  const text = useDebounced(search.trim(), searchDelayMs)
  const found = useQuery({
    queryKey: ['linkCandidates', projectId, column.id, related.title, text],
    queryFn: ({ signal }) => candidates({ projectId, related }, column, text, signal),
    enabled,
    // Shows the previous results until the next response, so that nothing jumps while the user types.
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const isSettled = text === search.trim() && !found.isPlaceholderData && !found.isFetching
  return { ...found, isSettled }
}
