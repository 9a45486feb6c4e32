import type { ProjectListEntry } from '@common/operations/projects'
import type { TableSummary } from '@common/model'
import type { Permissions } from '@common/permissions'
import { StagedBar } from '@renderer/features/records'
import { activeTab, TabStrip, tabPanelId, tabs, useTabs, type Tab } from '@renderer/features/tabs'
import { TerminalSlot } from '@renderer/features/terminal'
import { useTranslation } from '@renderer/i18n'
import { firstRowsShown, useUsers } from '@renderer/stores'
import { EmptyState, later } from '@renderer/ui'
import { Activity, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './dashboard.module.css'
import { TabContent } from './TabContent'

export interface DashboardTabsProps {
  readonly project: ProjectListEntry
  readonly tables: readonly TableSummary[] | undefined
  readonly permissions: Permissions
  readonly mayChangeSchema: boolean
  readonly onCreate: () => void
}

const Onboarding = later(async () => (await import('./Onboarding')).Onboarding)

const none: readonly Tab[] = []
/** Other programs may change the rows of an expected tab, so it goes after a minute. */
const expectedMs = 60_000

/** The open tabs with their contents. */
export function DashboardTabs({ project, tables, permissions, mayChangeSchema, onCreate }: DashboardTabsProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const previewAs = useUsers((state) => state.previewAs)
  // Never shows the tabs of another project or role, not even for a frame: their pages would send requests.
  const isOwn = useTabs((state) => state.projectId === projectId && state.previewAs === previewAs)
  const open = useTabs((state) => (isOwn ? state.tabs : none))
  const expected = useTabs((state) => (isOwn ? state.expected : none))
  const activeKey = useTabs((state) => state.activeKey)
  const active = useTabs(activeTab)
  const isEmpty = tables?.length === 0
  const showsNoRows = tables !== undefined && active?.type !== 'table' && active?.type !== 'view'
  useEffect(() => {
    // A tab opens shortly after the list has loaded.
    if (!showsNoRows) return undefined
    const timer = setTimeout(firstRowsShown, 300)
    return () => clearTimeout(timer)
  }, [showsNoRows])
  useEffect(() => {
    const timer = setTimeout(tabs.expectNone, expectedMs)
    return () => clearTimeout(timer)
  }, [expected])
  return (
    <div className={styles.main}>
      {open.length > 0 && <TabStrip />}
      <StagedBar projectId={projectId} />
      <div
        className={styles.panel}
        id={tabPanelId}
        role={open.length > 0 ? 'tabpanel' : undefined}
        data-region
        tabIndex={-1}
        aria-labelledby={active && `tab-${active.key}`}
      >
        {[...open, ...expected.filter(({ key }) => open.every((tab) => tab.key !== key))].map((tab) => (
          <MountedTab
            key={tab.key}
            isInFront={tab.key === activeKey}
            isExpected={expected.some(({ key }) => key === tab.key)}
          >
            <TabContent
              project={project}
              tab={tab}
              tables={tables}
              permissions={permissions}
              mayChangeSchema={mayChangeSchema}
            />
          </MountedTab>
        ))}
        {open.length === 0 && isEmpty && (
          <Onboarding project={project} onCreate={mayChangeSchema ? onCreate : undefined} />
        )}
        {open.length === 0 && tables && !isEmpty && (
          <div className={styles.nothing}>
            <EmptyState title={t('dashboard.nothingOpen.title')} text={t('dashboard.nothingOpen.text')} />
          </div>
        )}
      </div>
      <TerminalSlot projectId={projectId} />
    </div>
  )
}

interface MountedTabProps {
  readonly isInFront: boolean
  /** True if it may come to the front soon. */
  readonly isExpected: boolean
  readonly children: ReactNode
}

/**
 * Preserves the state of a tab while others are in front. Renders it when it first comes to the front, or before that if
 * it is expected: React does so while the page is idle, outside the document, where nothing can find it.
 */
function MountedTab({ isInFront, isExpected, children }: MountedTabProps) {
  const [hasBegun, setHasBegun] = useState(isInFront)
  if (isInFront && !hasBegun) setHasBegun(true)
  const [place] = useState(createPlace)
  if (!hasBegun && !isExpected) return null
  return (
    <>
      {/* Before the portal: the effects of the tab measure its elements. */}
      {hasBegun && <div className={styles.place} ref={place.putInto} />}
      {createPortal(<Activity mode={isInFront ? 'visible' : 'hidden'}>{children}</Activity>, place.element)}
    </>
  )
}

function createPlace() {
  const element = document.createElement('div')
  element.className = styles.place ?? ''
  return { element, putInto: (slot: HTMLElement | null): void => slot?.append(element) }
}
