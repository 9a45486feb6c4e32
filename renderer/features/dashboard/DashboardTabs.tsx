import type { ProjectListEntry } from '@common/operations/projects'
import type { TableSummary } from '@common/model'
import type { Permissions } from '@common/permissions'
import { StagedBar } from '@renderer/features/records'
import { activeTab, TabStrip, tabPanelId, useTabs, type Tab } from '@renderer/features/tabs'
import { TerminalSlot } from '@renderer/features/terminal'
import { useTranslation } from '@renderer/i18n'
import { firstRowsShown, useUsers } from '@renderer/stores'
import { EmptyState, later } from '@renderer/ui'
import { Activity, useEffect, useState, type ReactNode } from 'react'
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

/** The open tabs with their contents. */
export function DashboardTabs({ project, tables, permissions, mayChangeSchema, onCreate }: DashboardTabsProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const previewAs = useUsers((state) => state.previewAs)
  // Never shows the tabs of another project or role, not even for a frame: their pages would send requests.
  const open = useTabs((state) => (state.projectId === projectId && state.previewAs === previewAs ? state.tabs : none))
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
        {open.map((tab) => (
          <MountedTab key={tab.key} isInFront={tab.key === activeKey}>
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
  readonly children: ReactNode
}

/** Preserves the state of a tab while others are in front. Renders it when it first comes to the front. */
function MountedTab({ isInFront, children }: MountedTabProps) {
  const [hasBegun, setHasBegun] = useState(isInFront)
  if (isInFront && !hasBegun) setHasBegun(true)
  return hasBegun && <Activity mode={isInFront ? 'visible' : 'hidden'}>{children}</Activity>
}
