import type { TableSummary } from '@common/model'
import type { View } from '@common/views'
import { useEffect, useState } from 'react'
import { fetchViews } from './use-view-list'

/** Views by the name of their table. */
export type TableViews = ReadonlyMap<string, readonly View[]>

/** A search through everything asks for the views of so many tables at most, so many at a time. */
const tablesMax = 200
const atOnce = 3

const none: TableViews = new Map()

/** Views of the tables given, as they become known. What is known already is not asked again. */
export function useEveryView(projectId: string, tables: readonly TableSummary[] | undefined): TableViews {
  const [views, setViews] = useState(none)
  useEffect(() => {
    const waiting = (tables ?? []).slice(0, tablesMax).map(({ name }) => name)
    let isOver = false
    const fetchNext = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined && !isOver; name = waiting.shift()) {
        const table = name
        try {
          const list = await fetchViews(projectId, table)
          // Most tables have their own grid alone, which is the table itself.
          if (!isOver && list.length > 1) setViews((before) => new Map(before).set(table, list))
        } catch {
          // A table whose views cannot be read is found by its own name.
        }
      }
    }
    for (let at = 0; at < atOnce; at += 1) void fetchNext()
    return () => {
      isOver = true
    }
  }, [projectId, tables])
  return views
}
