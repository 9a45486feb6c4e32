import type { TableSummary } from '@common/model'
import { useAfterFirstRows } from '@renderer/stores'
import { useEffect } from 'react'
import { expectTableTab } from './TableTab'

/** Tables on each side of the active one. */
const nearTables = 4

/**
 * Prefetches what the tables beside the active one in the tree need to open, one after the other, while the page is
 * idle: their rows are requested at the click. The pointer prefetches tables further away.
 */
export function useNearTables(
  projectId: string,
  tables: readonly TableSummary[] | undefined,
  active: string | undefined,
): void {
  const isTime = useAfterFirstRows()
  useEffect(() => {
    if (!isTime || tables === undefined) return undefined
    const at = tables.findIndex(({ name }) => name === active)
    const near = tables.slice(Math.max(0, at - nearTables), at + 1 + nearTables)
    let isCurrent = true
    const expectNext = async (): Promise<void> => {
      const table = near.shift()
      if (table === undefined || !isCurrent) return
      // Data of any age will do, since a tab reads old data again when it opens. Else each opening would read all near tables.
      await expectTableTab(projectId, table.name, Infinity)
      wait = requestIdleCallback(() => void expectNext())
    }
    let wait = requestIdleCallback(() => void expectNext())
    return () => {
      isCurrent = false
      cancelIdleCallback(wait)
    }
  }, [isTime, projectId, tables, active])
}
