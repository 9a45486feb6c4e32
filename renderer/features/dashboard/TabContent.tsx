import type { TableSummary } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import type { Role } from '@common/permissions'
import { AuditTab } from '@renderer/features/audit'
import { DiagramTab } from '@renderer/features/erd'
import { rowsWritten } from '@renderer/features/grid'
import { MetaTab } from '@renderer/features/meta'
import { tabs, type Tab } from '@renderer/features/tabs'
import { TrashTab } from '@renderer/features/trash'
import { memo, Suspense } from 'react'
import { TableTab } from './TableTab'
import { diagramTab, tabOfTable } from './use-tab-route'

export interface TabContentProps {
  readonly project: ProjectListEntry
  readonly tab: Tab
  readonly tables: readonly TableSummary[] | undefined
  readonly roles: readonly Role[]
  readonly mayChangeSchema: boolean
}

/** What a tab shows. Memoized: opening a tab renders no other one. */
export const TabContent = memo(function TabContent(props: TabContentProps) {
  const { project, tab, tables = [], roles, mayChangeSchema } = props
  const projectId = project.id
  switch (tab.type) {
    case 'audit':
      return (
        <Suspense>
          <AuditTab projectId={projectId} tables={tables} onOpenTable={(table) => tabs.open(tabOfTable(table))} />
        </Suspense>
      )
    case 'trash':
      return (
        <Suspense>
          <TrashTab
            projectId={projectId}
            mayChangeSchema={mayChangeSchema}
            onRowsRestored={() => rowsWritten.tell(projectId)}
          />
        </Suspense>
      )
    case 'diagram':
      return (
        <Suspense>
          <DiagramTab
            projectId={projectId}
            project={project.title}
            onOpenTable={(name) => {
              const table = tables.find((one) => one.name === name)
              tabs.open(table ? tabOfTable(table) : { type: 'table', name, title: name, dbAlias: diagramTab().dbAlias })
            }}
          />
        </Suspense>
      )
    case 'meta':
      return (
        <Suspense>
          <MetaTab projectId={projectId} onOpenTable={(table) => tabs.open(tabOfTable(table))} />
        </Suspense>
      )
    default:
      return <TableTab projectId={projectId} tab={tab} roles={roles} mayChangeSchema={mayChangeSchema} />
  }
})
