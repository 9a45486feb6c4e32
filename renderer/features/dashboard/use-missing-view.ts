import type { Table } from '@common/model'
import { tabs, type Tab } from '@renderer/features/tabs'
import { deletedHere, type ViewList } from '@renderer/features/views'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useLatest } from '@renderer/ui'
import { useEffect, useRef } from 'react'

/**
 * Detects a tab whose view no longer exists. Shows nothing until the server confirms it. Then the tab shows the table's
 * own grid, and a message explains it: records that a filter hid must not appear without explanation.
 */
export function useMissingView(tab: Tab, table: Table | null | undefined, { value, error, again }: ViewList): boolean {
  const wanted = tab.view === '' ? undefined : tab.view
  const found = wanted === undefined ? undefined : value?.find(({ id }) => id === wanted)
  const seen = useRef(found)
  useEffect(() => {
    if (found !== undefined) seen.current = found
  }, [found])
  const isMissing = wanted !== undefined && value !== undefined && found === undefined
  const title = table?.title
  const hasFailed = error !== null
  const latestAgain = useLatest(again)
  useEffect(() => {
    if (!isMissing || hasFailed || title === undefined) return undefined
    let isOver = false
    const look = async (): Promise<void> => {
      // The list may be older than the view, if another user has just created it and shared its address.
      const now = await latestAgain.current()
      if (isOver || now === undefined || now.some(({ id }) => id === wanted)) return
      tabs.choose(tab.key, undefined)
      if (deletedHere.has(wanted)) return
      const name = seen.current?.id === wanted ? seen.current.title : undefined
      toast.info(
        name === undefined
          ? sentence('views.gone.address', { table: title })
          : sentence('views.gone.deleted', { view: name, table: title }),
        { durationMs: readMs },
      )
    }
    void look()
    return () => {
      isOver = true
    }
  }, [isMissing, hasFailed, title, wanted, tab.key, latestAgain])
  return isMissing
}

/** Long enough to read while busy with something else. */
const readMs = 10_000
