import type { Permissions } from '@common/permissions'
import { usePageCommand } from '@renderer/actions'
import {
  activeTab,
  tabKinds,
  tabOfKind,
  tabs,
  useTabs,
  type TabEntryProps,
  type TabKind,
} from '@renderer/features/tabs'
import { PreviewEntry } from '@renderer/features/preview'
import { useHidden, useUsers, why } from '@renderer/stores'
import { Icon, SidebarEntry, Tooltip } from '@renderer/ui'
import styles from './dashboard.module.css'

export interface DashboardPlacesProps {
  readonly projectId: string
  /** Role of the member, without a preview. */
  readonly held: string
  readonly permissions: Permissions
}

/** Opens tabs other than tables: sidebar lines under the tree, and their commands. A preview can show hidden ones. */
export function DashboardPlaces({ projectId, held, permissions }: DashboardPlacesProps) {
  const missing = useHidden((state) => state.missing)
  return (
    <>
      <div className={styles.places}>
        {tabKinds.map((kind) =>
          permissions.has(kind.permission) ? (
            <Place key={kind.id} kind={kind} projectId={projectId} />
          ) : (
            missing.includes(kind.permission) && kind.inSidebar !== false && <HiddenPlace key={kind.id} kind={kind} />
          ),
        )}
      </div>
      {/* Its key opens its menu, which shows only beside a line in view. */}
      <PreviewEntry projectId={projectId} held={held} />
    </>
  )
}

function Place({ kind, projectId }: { readonly kind: TabKind; readonly projectId: string }) {
  const isActive = useTabs((state) => activeTab(state)?.type === kind.id)
  const open = (): void => tabs.open(tabOfKind(kind))
  usePageCommand({ ...kind.command, inFields: true }, open)
  const entry: TabEntryProps = { projectId, isActive, onOpen: open }
  if (kind.inSidebar === false) return null
  return kind.Entry === undefined ? (
    <SidebarEntry icon={kind.icon} name={kind.title()} isActive={isActive} onOpen={open} />
  ) : (
    <kind.Entry {...entry} />
  )
}

/** A place that the previewed role lacks: its lock says why. */
function HiddenPlace({ kind }: { readonly kind: TabKind }) {
  const reason = useHidden((state) => state.missingReason)
  const role = useUsers((state) => state.previewAs)
  return (
    <Tooltip label={reason} side="right">
      <SidebarEntry
        icon={kind.icon}
        name={kind.title()}
        isActive={false}
        isHidden
        onOpen={() => role !== null && why.ask({ role })}
      >
        <Icon name="lock" size={12} />
        <span className="hidden-text">{reason}</span>
      </SidebarEntry>
    </Tooltip>
  )
}
