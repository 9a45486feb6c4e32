import type { TableSummary } from '@common/model'
import { TableIcon, tableIconFor, useTables } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { classes, Icon, IconButton, Menu, MenuItem, placeByKey, type IconName } from '@renderer/ui'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { objectTabKindOf, tabKindOf, titleOfTab } from './kinds'
import { tabs, useTabs, type Tab } from './tabs-store'
import styles from './tabs.module.css'

const iconOfType = (type: string): IconName =>
  (tabKindOf(type) ?? objectTabKindOf(type))?.icon ?? (type === 'view' ? 'eye' : 'table')

/** Id of the panel of a tab. */
export const tabPanelId = 'tab-panel'

/** Open tabs: arrows move, Delete or a middle click closes. */
export function TabStrip() {
  const { t } = useTranslation()
  const open = useTabs((state) => state.tabs)
  const activeKey = useTabs((state) => state.activeKey)
  const projectId = useTabs((state) => state.projectId)
  const tables = useTables(projectId ?? '', projectId !== undefined).value
  const tableOf = (tab: Tab): TableSummary | undefined =>
    tables?.find(({ name, type }) => name === tab.name && type === tab.type)
  const iconOf = (tab: Tab): IconName => {
    const table = tableOf(tab)
    return table === undefined ? iconOfType(tab.type) : tableIconFor(table)
  }
  const strip = useRef<HTMLDivElement>(null)
  const active = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In the next frame, which measures the page anyway.
    const frame = requestAnimationFrame(() => {
      // Newer browsers return a promise, which isn't a clean-up function.
      void active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [activeKey])

  const press = (event: KeyboardEvent, at: number): void => {
    const go = (to: number): void => {
      const tab = open[to]
      if (!tab) return
      tabs.activate(tab.key)
      requestAnimationFrame(() => active.current?.focus())
    }
    const place = placeByKey(event.key, at, open.length)
    if (place !== undefined) go(place)
    else if (event.key === 'Delete') tabs.close(open[at]?.key ?? '')
    else if (event.key === 'Enter' || event.key === ' ') go(at)
    else return
    event.preventDefault()
  }

  return (
    <nav className={styles.strip} data-region aria-label={t('tabs.label')}>
      <div className={styles.tabs} ref={strip} role="tablist" aria-label={t('tabs.label')}>
        {open.map((tab, at) => (
          <TabButton
            key={tab.key}
            tab={tab}
            table={tableOf(tab)}
            isActive={tab.key === activeKey}
            focusRef={tab.key === activeKey ? active : undefined}
            onKeyDown={(event) => press(event, at)}
          />
        ))}
      </div>
      {open.length > 1 && (
        <Menu align="end" target={<IconButton icon="chevronDown" size="xs" label={t('tabs.all')} />}>
          {open.map((tab) => (
            <MenuItem key={tab.key} icon={iconOf(tab)} onClick={() => tabs.activate(tab.key)}>
              {titleOfTab(tab)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </nav>
  )
}

interface TabButtonProps {
  readonly tab: Tab
  /** Its table, once loaded. */
  readonly table: TableSummary | undefined
  readonly isActive: boolean
  readonly focusRef: React.Ref<HTMLDivElement> | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The icon that users chose for the table; other tabs have their own. */
function TabIcon({ tab, table }: { readonly tab: Tab; readonly table: TableSummary | undefined }) {
  return table === undefined ? <Icon name={iconOfType(tab.type)} size={14} /> : <TableIcon table={table} />
}

function TabButton({ tab, table, isActive, focusRef, onKeyDown }: TabButtonProps) {
  const { t } = useTranslation()
  const title = titleOfTab(tab)
  return (
    <div className={classes(styles.tab, isActive && styles.active)}>
      <div
        ref={focusRef}
        role="tab"
        id={`tab-${tab.key}`}
        tabIndex={isActive ? 0 : -1}
        aria-selected={isActive}
        aria-controls={tabPanelId}
        aria-keyshortcuts="Delete"
        title={title}
        className={styles.face}
        onKeyDown={onKeyDown}
        onClick={() => tabs.activate(tab.key)}
        onAuxClick={(event) => {
          if (event.button === 1) tabs.close(tab.key)
        }}
        onMouseDown={(event) => {
          // The middle button would begin to scroll.
          if (event.button === 1) event.preventDefault()
        }}
      >
        <TabIcon tab={tab} table={table} />
        <span className={styles.title}>
          <bdi>{title}</bdi>
        </span>
      </div>
      {/* For the mouse: readers and keys have Delete and Ctrl+W. */}
      <span
        aria-hidden="true"
        data-close
        className={styles.close}
        title={t('tabs.close', { name: title })}
        onClick={() => tabs.close(tab.key)}
      >
        <Icon name="close" size={12} />
      </span>
    </div>
  )
}
