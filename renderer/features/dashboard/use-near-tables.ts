import type { TableSummary } from '@common/model'
import { activeTab, useTabs } from '@renderer/features/tabs'
import { useAfterFirstRows } from '@renderer/stores'
import { useCallback, useEffect, useRef } from 'react'
import { expectTableRows, expectTableTab } from './TableTab'

/** Tables on each side of the active one. */
const nearTables = 4

/** A pointer that only passes over the tree leaves each line sooner. */
const restMs = 60

/**
 * Prefetches what the tables beside the active one in the tree need to open, one after the other, while the page is
 * idle: their rows are requested at the click. The nearest tables are rendered too, with their first rows.
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
    const near = Array.from({ length: nearTables }, (_, index) => index + 1).flatMap((distance) =>
      [at + distance, at - distance].flatMap((place) => tables[place] ?? []).map((table) => ({ table, distance })),
    )
    let isCurrent = true
    const expectNext = async (): Promise<void> => {
      const next = near.shift()
      if (next === undefined || !isCurrent) return
      // Data of any age will do, since a tab reads old data again when it opens. Else each opening would read all near tables.
      if (next.distance > 1) await expectTableTab(projectId, next.table.name, Infinity)
      else await expectTableRows(projectId, next.table)
      wait = requestIdleCallback(() => void expectNext())
    }
    let wait = requestIdleCallback(() => void expectNext())
    return () => {
      isCurrent = false
      cancelIdleCallback(wait)
    }
  }, [isTime, projectId, tables, active])
}

/**
 * Returns what to do when the pointer or the focus comes to a table: prefetches it, and renders it if it rests there.
 * A table that was clicked meanwhile has requested them itself.
 */
export function usePointedTable(projectId: string): (table: TableSummary) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (table) => {
      void expectTableTab(projectId, table.name)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (activeTab(useTabs.getState())?.name !== table.name) void expectTableRows(projectId, table)
      }, restMs)
    },
    [projectId],
  )
}
