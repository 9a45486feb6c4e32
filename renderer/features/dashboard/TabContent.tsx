import type { TableSummary } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { rowsWritten } from '@renderer/features/undo'
import { tabKindOf, tabs, type Tab } from '@renderer/features/tabs'
import { memo, Suspense } from 'react'
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
  if (kind === undefined)
    return <TableTab projectId={projectId} tab={tab} permissions={permissions} mayChangeSchema={mayChangeSchema} />
  return (
    <Suspense fallback={<TabSkeleton />}>
      <kind.Page
        project={project}
        tables={tables}
        permissions={permissions}
        onOpenTable={(name) => {
          // A table can be too new for the list.
          tabs.open(tabOfTable(tables.find((table) => table.name === name) ?? { name, title: name, type: 'table' }))
        }}
        onRowsWritten={() => rowsWritten.tell(projectId)}
      />
    </Suspense>
  )
})
