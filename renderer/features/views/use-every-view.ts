import type { NamedView } from '@common/operations/views'
import { useOperation } from '@renderer/api'
import { useMemo } from 'react'

/** Views by the name of their table. */
export type TableViews = ReadonlyMap<string, readonly NamedView[]>

/** Returns the views of all tables of a project as soon as they load. */
export function useEveryView(projectId: string, enabled: boolean): TableViews {
  const { data } = useOperation('viewNameList', {}, { projectId, enabled, silent: true })
  return useMemo(() => Map.groupBy(data ?? [], ({ table }) => table), [data])
}
