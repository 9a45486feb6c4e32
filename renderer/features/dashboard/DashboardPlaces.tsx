import type { Role } from '@common/permissions'
import { can } from '@common/permissions'
import { AuditEntry } from '@renderer/features/audit'
import { DiagramEntry } from '@renderer/features/erd'
import { MetaEntry } from '@renderer/features/meta'
import { activeTab, tabs, useTabs } from '@renderer/features/tabs'
import { TrashEntry } from '@renderer/features/trash'
import { auditTab, diagramTab, metaTab, trashTab } from './use-tab-route'

export interface DashboardPlacesProps {
  readonly projectId: string
  readonly roles: readonly Role[]
  readonly mayChangeSchema: boolean
}

/** What a project has beside its tables, under the tree. */
export function DashboardPlaces({ projectId, roles, mayChangeSchema }: DashboardPlacesProps) {
  const activeType = useTabs((state) => {
    const type = activeTab(state)?.type
    // Which table is in front makes no difference here.
    return type === 'table' || type === 'view' ? undefined : type
  })
  return (
    <>
      {can(roles, 'audit.read') && (
        <AuditEntry projectId={projectId} isActive={activeType === 'audit'} onOpen={() => tabs.open(auditTab())} />
      )}
      <DiagramEntry isActive={activeType === 'diagram'} onOpen={() => tabs.open(diagramTab())} />
      {mayChangeSchema && (
        <MetaEntry projectId={projectId} isActive={activeType === 'meta'} onOpen={() => tabs.open(metaTab())} />
      )}
      {can(roles, 'trash.use') && <TrashEntry isActive={activeType === 'trash'} onOpen={() => tabs.open(trashTab())} />}
    </>
  )
}
