import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from '@renderer/i18n'
import {
  narrowWindow,
  sidebar,
  sidebarDefaultPx,
  sidebarMaxPx,
  sidebarMinPx,
  usePanelSize,
  useSidebarOver,
} from '@renderer/stores'
import { classes, IconButton, ResizeEdge } from '@renderer/ui'
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { activeTab, useTabs } from '@renderer/features/tabs'
import styles from './dashboard.module.css'

/** Below this width the edge snaps shut. */
const collapseBelowPx = 120

interface SidebarProps {
  readonly children: ReactNode
}

/** The left column. A narrow window shows it over the page. */
export function Sidebar({ children }: SidebarProps) {
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false })
  return isNarrow ? <SidebarOver>{children}</SidebarOver> : <SidebarBeside>{children}</SidebarBeside>
}

/** Dragged wider or narrower at its edge, closed by a double click there or Ctrl+B. */
function SidebarBeside({ children }: SidebarProps) {
  const { t } = useTranslation()
  const chosen = usePanelSize((state) => state.sidebarPx)
  const isNarrow = useMediaQuery('(max-width: 1024px)') ?? false
  // In a small window, a sidebar that the user never resized takes its minimum width (visual reference §4).
  const width = isNarrow && chosen === sidebarDefaultPx ? sidebarMinPx : chosen
  const hidden = usePanelSize((state) => state.sidebarHidden)
  const resized = usePanelSize((state) => state.sidebarResized)
  const shown = usePanelSize((state) => state.sidebarShown)
  const [dragged, setDragged] = useState<number>()
  if (hidden) return <ClosedSidebar />
  return (
    <aside
      className={styles.sidebar}
      style={{ width: dragged === undefined ? width : widthUnder(dragged) }}
      data-region
    >
      {children}
      <ResizeEdge
        className={styles.edge}
        label={t('tree.resize')}
        grows="end"
        size={width}
        min={sidebarMinPx}
        max={sidebarMaxPx}
        onDrag={setDragged}
        onResize={(px) => (px < collapseBelowPx ? shown(false) : resized(px))}
        onCollapse={() => shown(false)}
      />
    </aside>
  )
}

/** Returns the width while the pointer drags the edge. */
function widthUnder(px: number): number {
  return px < collapseBelowPx ? 0 : Math.min(sidebarMaxPx, Math.max(sidebarMinPx, px))
}

/** The rest of a closed sidebar: the button that opens it. */
function ClosedSidebar({ ref }: { readonly ref?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation()
  return (
    <div ref={ref} className={styles.closedSidebar} data-region>
      <IconButton
        icon="chevronRight"
        size="xs"
        mirrored
        label={t('tree.show')}
        keys="Mod+B"
        onClick={() => sidebar.show(true)}
      />
    </div>
  )
}

const shownPage = (state: ReturnType<typeof useTabs.getState>): string => {
  const tab = activeTab(state)
  return `${tab?.key} ${tab?.view}`
}

/** Closed at first and by every choice, by Escape and by a press beside it. */
function SidebarOver({ children }: SidebarProps) {
  const { t } = useTranslation()
  const isOpen = useSidebarOver((state) => state.isOpen)
  const panel = useRef<HTMLElement>(null)
  const rail = useRef<HTMLDivElement>(null)
  const close = (): void => sidebar.show(false)
  useEffect(
    () =>
      useTabs.subscribe((now, before) => {
        if (shownPage(now) !== shownPage(before)) sidebar.show(false)
      }),
    [],
  )
  useEffect(() => {
    if (!isOpen) return undefined
    panel.current?.focus()
    const closed = rail.current
    return () => {
      // The panel had the focus, unless the chosen page has taken it.
      const isLost = (document.activeElement ?? document.body) === document.body
      if (isLost) closed?.querySelector('button')?.focus()
    }
  }, [isOpen])
  return (
    <>
      <ClosedSidebar ref={rail} />
      {isOpen && (
        <>
          <div
            className={styles.besideSidebar}
            aria-hidden="true"
            // The page below would take the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={close}
          />
          <aside
            ref={panel}
            className={classes(styles.sidebar, styles.sidebarOver)}
            tabIndex={-1}
            data-region
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !event.defaultPrevented) close()
            }}
            onClick={({ target }) => {
              // The open page is a choice too.
              const chosen =
                target instanceof Element && !target.closest('[data-toggle]') && target.closest('[role="treeitem"]')
              if (chosen && chosen.ariaSelected === 'true') close()
            }}
          >
            <div className={styles.hideSidebar}>
              <IconButton icon="chevronLeft" size="xs" mirrored label={t('tree.hide')} keys="Mod+B" onClick={close} />
            </div>
            {children}
          </aside>
        </>
      )}
    </>
  )
}
