import type { TableSummary } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { rowsWritten } from '@renderer/features/undo'
import { objectTabKindOf, tabKindOf, tabs, type Tab } from '@renderer/features/tabs'
import { memo } from '@renderer/i18n'
import { Suspense } from 'react'
import { TabSkeleton } from './DashboardSkeleton'
import { TableTab } from './TableTab'
import { tabOfTable } from './use-tab-route'

export interface TabContentProps {
  readonly project: ProjectListEntry
  readonly tab: Tab
  readonly tables: readonly TableSummary[] | undefined
  readonly permissions: Permissions
  readonly mayChangeSchema: boolean
}

/** The content of a tab. Memoized: opening a tab renders no other one. */
export const TabContent = memo(function TabContent(props: TabContentProps) {
  const { project, tab, tables = [], permissions, mayChangeSchema } = props
  const projectId = project.id
  const kind = tabKindOf(tab.type)
  const objectKind = objectTabKindOf(tab.type)
  // A table can be too new for the list.
  const openTable = (name: string): void =>
    tabs.open(tabOfTable(tables.find((table) => table.name === name) ?? { name, title: name, type: 'table' }))
  if (objectKind !== undefined)
    return (
      <Suspense fallback={<TabSkeleton />}>
        <objectKind.Page project={project} name={tab.name} permissions={permissions} onOpenTable={openTable} />
      </Suspense>
    )
  if (kind === undefined)
    return <TableTab projectId={projectId} tab={tab} permissions={permissions} mayChangeSchema={mayChangeSchema} />
  return (
    <Suspense fallback={<TabSkeleton />}>
      <kind.Page
        project={project}
        tables={tables}
        permissions={permissions}
        onOpenTable={openTable}
        onRowsWritten={() => rowsWritten.tell(projectId)}
      />
    </Suspense>
  )
})
