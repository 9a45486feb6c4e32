import type { Table } from '@common/model'
import { tabs, type Tab } from '@renderer/features/tabs'
import { deletedHere, type ViewList } from '@renderer/features/views'
import { t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useLatest } from '@renderer/ui'
import { useEffect, useRef } from 'react'

/**
 * Whether the view that a tab asks for is not among those of its table. Until the server says so nothing is shown in its
 * place; then the table's own grid is, and a sentence says what has become of the view: records that a filter kept
 * away must not appear without a word.
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
      // The list may be older than the view: somebody has just made it and sent its address.
      const now = await latestAgain.current()
      if (isOver || now === undefined || now.some(({ id }) => id === wanted)) return
      tabs.choose(tab.key, undefined)
      if (deletedHere.has(wanted)) return
      const name = seen.current?.id === wanted ? seen.current.title : undefined
      toast.info(
        name === undefined
          ? t('views.gone.address', { table: title })
          : t('views.gone.deleted', { view: name, table: title }),
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

/** Long enough to be read by somebody who was at work on something else. */
const readMs = 10_000
