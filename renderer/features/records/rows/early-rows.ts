import type { Table } from '@common/model'
import { queryClient } from '@renderer/api'
import type { Row } from './row-key'
import { rowStoreDefaults } from './row-source'

interface EarlyRows {
  /** The rows have its columns. */
  readonly table: Table
  readonly rows: readonly Row[]
}

/** Maximum age of rows that a table opens with, in milliseconds. It reads them again in any case. */
const keptMs = 60_000
/** Age below which they aren't requested another time, in milliseconds. */
const freshMs = 10_000

const keyOf = (projectId: string, ...rest: readonly unknown[]): readonly unknown[] => ['earlyRows', projectId, ...rest]

/**
 * Requests the first rows of a table that may open next. A failure is silent: the table requests them when it opens.
 *
 * @param parameters  of the request, which the opened view must share
 */
export function requestEarlyRows(
  projectId: string,
  table: Table,
  parameters: object,
  read: (limit: number, signal: AbortSignal) => Promise<readonly Row[]>,
): Promise<void> {
  return queryClient.prefetchQuery<EarlyRows>({
    queryKey: keyOf(projectId, table.name, parameters),
    queryFn: async ({ signal }) => ({ table, rows: await read(rowStoreDefaults.pageRows, signal) }),
    staleTime: freshMs,
    gcTime: keptMs,
    retry: false,
    // Comparing rows takes longer than replacing them.
    structuralSharing: false,
  })
}

/** Returns the first rows of a table that were requested before it opened; undefined if nothing requested these. */
export function earlyRows(projectId: string, table: Table, parameters: object): readonly Row[] | undefined {
  const known = queryClient.getQueryData<EarlyRows>(keyOf(projectId, table.name, parameters))
  return known?.table === table ? known.rows : undefined
}

/** Call when rows of a project change: any table can compute values from them. */
export function dropEarlyRows(projectId: string): void {
  queryClient.removeQueries({ queryKey: keyOf(projectId) })
}
