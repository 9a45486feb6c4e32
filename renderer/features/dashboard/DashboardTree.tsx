import { capabilitiesOf } from '@common/dialects'
import type { ProjectListEntry } from '@common/operations/projects'
import type { TableSummary } from '@common/model'
import type { Permissions } from '@common/permissions'
import type { View } from '@common/views'
import { showInDiagram } from '@renderer/features/erd'
import { askDialog } from '@renderer/features/records'
import type { useTables } from '@renderer/features/tables'
import { activeTab, tabs, useTabs, type Tab } from '@renderer/features/tabs'
import { Tree } from '@renderer/features/tree'
import { useTranslation } from '@renderer/i18n'
import { shownShare, useHidden, useUsers, why } from '@renderer/stores'
import { structureTabId } from '@renderer/features/objects'
import { useState } from 'react'
import { ObjectQuestions, routineKinds, type ObjectQuestion } from './ObjectQuestions'
import { openInTab, type TableQuestion } from './TableQuestions'
import { expectTableTab } from './TableTab'
import { useNearTables, usePointedTable } from './use-near-tables'

export interface DashboardTreeProps {
  readonly project: ProjectListEntry
  readonly tables: ReturnType<typeof useTables>
  readonly permissions: Permissions
  readonly mayChangeSchema: boolean
  readonly onCreate: () => void
  /** Imports files, into a table where one is named. */
  readonly onImport: (into?: string) => void
  readonly onAsk: (question: TableQuestion) => void
}

/** The tree of a project, with the dashboard's own menu items. Only this part renders when the active tab changes. */
export function DashboardTree(props: DashboardTreeProps) {
  const { project, tables, permissions, mayChangeSchema, onCreate, onImport, onAsk } = props
  const projectId = project.id
  const { t } = useTranslation()
  const activeName = useTabs((state) => tableInFront(activeTab(state)))
  const activeView = useTabs((state) => activeTab(state)?.view)
  const [asked, setAsked] = useState<ObjectQuestion>()
  const hidden = useHidden((state) => state.tables)
  useNearTables(projectId, tables.value, activeName)
  const point = usePointedTable(projectId)
  const mayImport = permissions.has('row.create') && shownShare() === null
  const asks = (kind: TableQuestion['kind']) =>
    mayChangeSchema ? (table: TableSummary) => onAsk({ kind, table }) : undefined
  return (
    <>
      <ObjectQuestions project={project} tables={tables} asked={asked} onClose={() => setAsked(undefined)} />
      <Tree
        projectId={projectId}
        tables={tables}
        capabilities={capabilitiesOf(project.server?.kind)}
        hidden={hidden}
        onHidden={({ name }) => {
          const { previewAs } = useUsers.getState()
          if (previewAs !== null) why.ask({ role: previewAs }, name)
        }}
        activeName={activeName}
        activeView={activeView}
        mayManageViews={permissions.has('view.change')}
        onOpen={(table, view) => {
          void expectTableTab(projectId, table.name)
          openInTab(table, view)
        }}
        onPoint={point}
        onCreate={mayChangeSchema ? onCreate : undefined}
        onImport={mayImport ? () => onImport() : undefined}
        onCreateSqlView={mayChangeSchema ? () => setAsked({ ask: 'newView' }) : undefined}
        onCreateRoutine={
          mayChangeSchema ? (group) => setAsked({ ask: 'newRoutine', kind: routineKinds[group] }) : undefined
        }
        onOpenRoutine={mayChangeSchema ? (group, name) => tabs.openObject(routineKinds[group], name) : undefined}
        onDeleteRoutine={
          mayChangeSchema
            ? (group, name) =>
                setAsked({ ask: 'delete', deletion: { change: 'deleteRoutine', kind: routineKinds[group], name } })
            : undefined
        }
        onDeleteSqlView={
          mayChangeSchema
            ? (table) =>
                setAsked(
                  table.isQuery === true
                    ? { ask: 'deleteQuery', table }
                    : { ask: 'delete', deletion: { change: 'deleteView', name: table.name } },
                )
            : undefined
        }
        onRename={asks('rename')}
        onDuplicate={asks('duplicate')}
        onIcon={asks('icon')}
        onDelete={asks('delete')}
        more={[
          {
            id: 'diagram',
            icon: 'diagram',
            label: t('tree.menu.diagram'),
            run: ({ name }) => {
              showInDiagram(name)
              tabs.openKind('diagram')
            },
          },
          {
            id: 'query',
            icon: 'pencil',
            label: t('tree.menu.query'),
            isFor: (view, { isQuery }) => view === undefined && isQuery === true && mayChangeSchema,
            run: (table) => setAsked({ ask: 'editQuery', table }),
          },
          {
            id: 'structure',
            icon: 'layers',
            label: t('tree.menu.structure'),
            isFor: (view, { isQuery }) => view === undefined && isQuery !== true,
            run: ({ name }) => tabs.openObject(structureTabId, name),
          },
          {
            id: 'export',
            icon: 'download',
            label: t('tree.menu.export'),
            isFor: (view) => view?.kind !== 'form',
            run: (table, view) => {
              openInTab(table, view?.id ?? '')
              askDialog({ dialog: 'export', projectId, table: table.name, view: view?.id })
            },
          },
          ...(permissions.has('row.delete')
            ? [
                {
                  id: 'duplicates',
                  icon: 'duplicate' as const,
                  label: t('grid.duplicates.menu'),
                  isFor: (view: View | undefined, table: TableSummary) =>
                    view?.kind !== 'form' && table.type === 'table',
                  run: (table: TableSummary, view: View | undefined) => {
                    openInTab(table, view?.id ?? '')
                    askDialog({ dialog: 'duplicates', projectId, table: table.name, view: view?.id })
                  },
                },
              ]
            : []),
          ...(mayImport
            ? [
                {
                  id: 'import',
                  icon: 'file' as const,
                  label: t('importStart.importHere'),
                  run: (table: TableSummary) => onImport(table.name),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}

/** Name of the table or SQL view whose records are in front. */
const tableInFront = (tab: Tab | undefined): string | undefined =>
  tab?.type === 'table' || tab?.type === 'view' ? tab.name : undefined
