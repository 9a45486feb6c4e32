import type { ProjectListEntry } from '@common/operations/projects'
import type { TableSummary } from '@common/model'
import type { Permissions } from '@common/permissions'
import { usePageCommand } from '@renderer/actions'
import { chooseFiles, takeIntoProject, useProjectDrop } from '@renderer/features/import'
import { PreviewCommands } from '@renderer/features/preview'
import { WriteQuestion } from '@renderer/features/production'
import { CreateTableDialog, useTables } from '@renderer/features/tables'
import { tabs } from '@renderer/features/tabs'
import { ProjectTemplates } from '@renderer/features/templates'
import { UndoQuestion } from '@renderer/features/undo'
import { WhySlot } from '@renderer/features/why'
import { memo } from '@renderer/i18n'
import { limitNotice, nextFocus, shownShare, useAbility, useAfterFirstRows } from '@renderer/stores'
import { useCallback, useEffect, useState } from 'react'
import styles from './dashboard.module.css'
import { DashboardPlaces } from './DashboardPlaces'
import { DashboardTabs } from './DashboardTabs'
import { DashboardTree } from './DashboardTree'
import { Sidebar } from './Sidebar'
import { StatusBar } from './StatusBar'
import { TableQuestions, type TableQuestion } from './TableQuestions'
import { useLiveProject } from './use-live-project'
import { useRevealFile } from './use-reveal-file'
import { TabRoute, tabOfTable } from './use-tab-route'

export interface DashboardProps {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
  readonly mayChangeSchema: boolean
}

/**
 * The tree on the left, tabs and the open table on the right, the status bar below. Only the parts that show the active
 * tab subscribe to it, so opening a table doesn't render the rest.
 */
export const Dashboard = memo(function Dashboard({ project, permissions, mayChangeSchema }: DashboardProps) {
  const projectId = project.id
  const tables = useTables(projectId)
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<TableQuestion>()
  useLiveProject(projectId)
  const isCut = tables.omitted > 0
  useEffect(() => {
    if (isCut) limitNotice.tables(useAbility.getState().maxTables)
  }, [projectId, isCut])
  const create = useCallback(() => setCreating(true), [])
  usePageCommand({ id: 'table.new', label: 'tree.newTable', keys: [] }, mayChangeSchema ? create : undefined)
  const mayImport = permissions.has('row.create') && shownShare() === null
  useProjectDrop({ projectId, project: project.title, mayImport })
  const importFiles = (into?: string): void => chooseFiles((files) => takeIntoProject(projectId, files, into))
  usePageCommand(
    { id: 'import.open', label: 'importStart.import', keys: [] },
    mayImport ? () => importFiles() : undefined,
  )

  useRevealFile(project)
  const isCalm = useAfterFirstRows() && shownShare() === null

  return (
    <div className={styles.dashboard}>
      <PreviewCommands projectId={projectId} held={project.role} project={project.title} />
      <TabRoute
        projectId={projectId}
        projectType={project.projectType}
        tables={tables.value}
        permissions={permissions}
      />
      <div className={styles.body}>
        <Sidebar>
          <DashboardTree
            project={project}
            tables={tables}
            permissions={permissions}
            mayChangeSchema={mayChangeSchema}
            onCreate={create}
            onImport={importFiles}
            onAsk={setAsked}
          />
          <DashboardPlaces projectId={projectId} held={project.role} permissions={permissions} />
        </Sidebar>
        <DashboardTabs
          project={project}
          tables={tables.value}
          permissions={permissions}
          mayChangeSchema={mayChangeSchema}
          onCreate={create}
        />
        <WhySlot project={project} permissions={permissions} isReady={tables.value !== undefined} />
      </div>
      <StatusBar
        project={project}
        onOpenTable={(name) => {
          const table = tables.value?.find((one) => one.name === name)
          if (table) tabs.open(tabOfTable(table))
        }}
      />
      {isCalm && <ProjectTemplates project={project} permissions={permissions} />}
      <UndoQuestion projectId={projectId} />
      <WriteQuestion />
      <TableQuestions
        project={project}
        tables={tables}
        mayChangeSchema={mayChangeSchema}
        mayManageViews={permissions.has('view.change')}
        asked={asked}
        onAsk={setAsked}
      />
      {isCreating && (
        <CreateTableDialog
          projectId={projectId}
          onClose={() => setCreating(false)}
          onCreated={(name) => {
            setCreating(false)
            nextFocus.ask({ table: name })
            openByTitle(name, tables.reload)
          }}
        />
      )}
    </div>
  )
})

type Reload = () => Promise<readonly TableSummary[]>

/** Opens a new table by its title, because the database may add a prefix to its name. */
function openByTitle(title: string, reload: Reload): void {
  void reload().then((list) => {
    const made = list.find((table) => table.title === title || table.name === title)
    if (!made) return
    tabs.open(tabOfTable(made))
    nextFocus.ask({ table: made.name })
  })
}
