import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from '@renderer/i18n'
import { sidebarDefaultPx, sidebarMaxPx, sidebarMinPx, usePanelSize } from '@renderer/stores'
import { IconButton } from '@renderer/ui'
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import styles from './dashboard.module.css'

/** Below this width the edge snaps shut. */
const collapseBelowPx = 120
const keyStepPx = 16

/** The left column: dragged wider or narrower at its edge, closed by a double click there or Ctrl+B. */
export function Sidebar({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const chosen = usePanelSize((state) => state.sidebarPx)
  const isNarrow = useMediaQuery('(max-width: 1024px)') ?? false
  // In a small window, a sidebar that the user never resized takes its minimum width (visual reference §4).
  const width = isNarrow && chosen === sidebarDefaultPx ? sidebarMinPx : chosen
  const hidden = usePanelSize((state) => state.sidebarHidden)
  const resized = usePanelSize((state) => state.sidebarResized)
  const shown = usePanelSize((state) => state.sidebarShown)
  const [dragged, setDragged] = useState<number>()

  const start = (event: PointerEvent<HTMLDivElement>): void => {
    const edge = event.currentTarget
    const fromRight = getComputedStyle(edge).direction === 'rtl'
    edge.setPointerCapture(event.pointerId)
    const begin = event.clientX
    let now = width
    const move = (moved: globalThis.PointerEvent): void => {
      const by = (moved.clientX - begin) * (fromRight ? -1 : 1)
      now = width + by
      setDragged(now < collapseBelowPx ? 0 : Math.min(sidebarMaxPx, Math.max(sidebarMinPx, now)))
    }
    const end = (): void => {
      edge.removeEventListener('pointermove', move)
      setDragged(undefined)
      if (now < collapseBelowPx) shown(false)
      else if (now !== width) resized(now)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', end, { once: true })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight') resized(width + keyStepPx)
    else if (event.key === 'ArrowLeft') resized(width - keyStepPx)
    else if (event.key === 'Enter') shown(false)
    else return
    event.preventDefault()
  }
  if (hidden)
    return (
      <div className={styles.closedSidebar} data-region>
        <IconButton
          icon="chevronRight"
          size="xs"
          mirrored
          label={t('tree.show')}
          keys="Mod+B"
          onClick={() => shown(true)}
        />
      </div>
    )
  return (
    <aside className={styles.sidebar} style={{ width: dragged ?? width }} data-region>
      {children}
      <div
        className={styles.edge}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('tree.resize')}
        aria-valuenow={width}
        aria-valuemin={sidebarMinPx}
        aria-valuemax={sidebarMaxPx}
        onPointerDown={start}
        onDoubleClick={() => shown(false)}
        onKeyDown={press}
      />
    </aside>
  )
}
