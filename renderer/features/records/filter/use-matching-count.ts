import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import { useQuery } from '@tanstack/react-query'
import { countRowsOf, rowCountKey } from '../rows/row-api'
import { useDebounced } from '../session/use-debounced'

/** Counts after a pause in typing. */
const countAfterMs = 400

/**
 * Counts the records that match a filter.
 *
 * @param filter  undefined: counts nothing
 * @returns undefined until they are counted; Infinity if there are too many
 */
export function useMatchingCount(projectId: string, table: Table, filter: Filter | undefined): number | undefined {
  const text = filter === undefined ? '' : JSON.stringify(filter)
  const settled = useDebounced(text, countAfterMs)
  const isEnabled = filter !== undefined && settled === text
  const { data } = useQuery({
    queryKey: [...rowCountKey(projectId, table.name), settled],
    queryFn: ({ signal }) => countRowsOf(projectId, table.title, signal, filter),
    enabled: isEnabled,
  })
  return isEnabled ? data : undefined
}
