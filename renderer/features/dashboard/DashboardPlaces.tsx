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
import { SidebarEntry } from '@renderer/ui'

export interface DashboardPlacesProps {
  readonly projectId: string
  /** Role of the member, without a preview. */
  readonly held: string
  readonly permissions: Permissions
}

/** Opens tabs other than tables: sidebar lines under the tree, and their commands. */
export function DashboardPlaces({ projectId, held, permissions }: DashboardPlacesProps) {
  return (
    <>
      {tabKinds
        .filter(({ permission }) => permissions.has(permission))
        .map((kind) => (
          <Place key={kind.id} kind={kind} projectId={projectId} />
        ))}
      <PreviewEntry projectId={projectId} held={held} />
    </>
  )
}

function Place({ kind, projectId }: { readonly kind: TabKind; readonly projectId: string }) {
  const isActive = useTabs((state) => activeTab(state)?.type === kind.id)
  const open = (): void => tabs.open(tabOfKind(kind))
  usePageCommand(kind.command, open)
  const entry: TabEntryProps = { projectId, isActive, onOpen: open }
  return kind.Entry === undefined ? (
    <SidebarEntry icon={kind.icon} name={kind.title()} isActive={isActive} onOpen={open} />
  ) : (
    <kind.Entry {...entry} />
  )
}
