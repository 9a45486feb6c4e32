import type { Table } from '@common/model'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../session/use-debounced'
import { candidates } from './link-api'
import type { LinkColumn } from './linked'

const searchDelayMs = 200

/** Records that can be linked, as somebody looks for them; settled when they are those of the text. */
export function useCandidates(projectId: string, column: LinkColumn, related: Table, search: string, enabled = true) {
  const text = useDebounced(search.trim(), searchDelayMs)
  const found = useQuery({
    queryKey: ['linkCandidates', projectId, column.id, related.title, text],
    queryFn: ({ signal }) => candidates({ projectId, related }, column, text, signal),
    enabled,
    // What was found stays until the next answer is there: nothing jumps while somebody writes.
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const isSettled = text === search.trim() && !found.isPlaceholderData && !found.isFetching
  return { ...found, isSettled }
}
