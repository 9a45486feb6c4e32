import { queryClient } from '@renderer/api'
import { useEffect } from 'react'
import { rowCountKey } from '../rows/row-api'

/** The tree shows the same number of records as the grid. */
export function useCountTold(projectId: string, table: string, count: number | undefined): void {
  useEffect(() => {
    const key = rowCountKey(projectId, table)
    // Setting the same number again would render the grid again.
    if (count !== undefined && queryClient.getQueryData(key) !== count) queryClient.setQueryData(key, count)
  }, [projectId, table, count])
}
