import { capabilitiesOf } from '@common/dialects'
import type { ProjectListEntry } from '@common/operations/projects'
import type { TableSummary } from '@common/model'
import { can, type Role } from '@common/permissions'
import type { View } from '@common/views'
import { usePageCommand } from '@renderer/actions'
import { AuditEntry } from '@renderer/features/audit'
import { DiagramEntry, showInDiagram } from '@renderer/features/erd'
import { askDialog, StagedBar } from '@renderer/features/grid'
import { chooseFiles, takeIntoProject, useProjectDrop } from '@renderer/features/import'
import { MetaEntry } from '@renderer/features/meta'
import { WriteQuestion } from '@renderer/features/production'
import { CreateTableDialog, useTables } from '@renderer/features/tables'
import { TabStrip, tabPanelId, tabs, useTabs } from '@renderer/features/tabs'
import { Tree } from '@renderer/features/tree'
import { TrashEntry } from '@renderer/features/trash'
import { UndoQuestion } from '@renderer/features/undo'
import { useTranslation } from '@renderer/i18n'
import { EmptyState } from '@renderer/ui'
import { firstRowsShown, nextFocus } from '@renderer/stores'
import { Activity, useEffect, useState, type ReactNode } from 'react'
import styles from './dashboard.module.css'
import { Onboarding } from './Onboarding'
import { Sidebar } from './Sidebar'
import { StatusBar } from './StatusBar'
import { openInTab, TableQuestions, type TableQuestion } from './TableQuestions'
import { TabContent } from './TabContent'
import { expectTableTab } from './TableTab'
import { useLiveProject } from './use-live-project'
import { auditTab, diagramTab, metaTab, TabRoute, tabOfTable, trashTab } from './use-tab-route'

export interface DashboardProps {
  readonly project: ProjectListEntry
  readonly roles: readonly Role[]
  readonly mayChangeSchema: boolean
}

/** Tree on the left, tabs and the open table on the right, status below. */
export function Dashboard({ project, roles, mayChangeSchema }: DashboardProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const tables = useTables(projectId)
  const open = useTabs((state) => state.tabs)
  const activeKey = useTabs((state) => state.activeKey)
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<TableQuestion>()
  const asks = (kind: TableQuestion['kind']) =>
    mayChangeSchema ? (table: TableSummary) => setAsked({ kind, table }) : undefined
  useLiveProject(projectId)
  const mayReadAudit = can(roles, 'audit.read')
  usePageCommand(
    { id: 'table.new', label: 'tree.newTable', keys: [] },
    mayChangeSchema ? () => setCreating(true) : undefined,
  )
  const mayImport = can(roles, 'row.create')
  useProjectDrop({ projectId, project: project.title, mayImport })
  const importFiles = (into?: string): void => chooseFiles((files) => takeIntoProject(projectId, files, into))
  usePageCommand({ id: 'import.open', label: 'imports.import', keys: [] }, mayImport ? () => importFiles() : undefined)
  usePageCommand(
    { id: 'audit.open', label: 'actions.openAudit', keys: [] },
    mayReadAudit ? () => tabs.open(auditTab()) : undefined,
  )
  usePageCommand({ id: 'diagram.open', label: 'actions.openDiagram', keys: [] }, () => tabs.open(diagramTab()))
  usePageCommand(
    { id: 'meta.open', label: 'actions.openMeta', keys: [] },
    mayChangeSchema ? () => tabs.open(metaTab()) : undefined,
  )
  usePageCommand(
    { id: 'trash.open', label: 'actions.openTrash', keys: [] },
    can(roles, 'trash.use') ? () => tabs.open(trashTab()) : undefined,
  )
  const active = open.find((tab) => tab.key === activeKey)
  const isEmpty = tables.value?.length === 0
  const showsNoRows = tables.value !== undefined && active?.type !== 'table' && active?.type !== 'view'
  useEffect(() => {
    // A tab opens a moment after the list has come.
    if (!showsNoRows) return undefined
    const timer = setTimeout(firstRowsShown, 300)
    return () => clearTimeout(timer)
  }, [showsNoRows])

  return (
    <div className={styles.dashboard}>
      <TabRoute
        projectId={projectId}
        tables={tables.value}
        may={{ readAudit: mayReadAudit, changeSchema: mayChangeSchema, useTrash: can(roles, 'trash.use') }}
      />
      <div className={styles.body}>
        <Sidebar>
          <Tree
            projectId={projectId}
            tables={tables}
            capabilities={capabilitiesOf(project.server?.kind)}
            activeName={active?.name}
            activeView={active?.view}
            mayManageViews={can(roles, 'view.change')}
            onOpen={(table, view) => {
              expectTableTab(projectId, table.name)
              openInTab(table, view)
            }}
            onPoint={({ name }) => expectTableTab(projectId, name)}
            onCreate={mayChangeSchema ? () => setCreating(true) : undefined}
            onImport={mayImport ? () => importFiles() : undefined}
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
                  tabs.open(diagramTab())
                },
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
              ...(can(roles, 'row.delete')
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
                      label: t('imports.importHere'),
                      run: (table: TableSummary) => importFiles(table.name),
                    },
                  ]
                : []),
            ]}
          />
          {mayReadAudit && (
            <AuditEntry
              projectId={projectId}
              isActive={active?.type === 'audit'}
              onOpen={() => tabs.open(auditTab())}
            />
          )}
          <DiagramEntry isActive={active?.type === 'diagram'} onOpen={() => tabs.open(diagramTab())} />
          {mayChangeSchema && (
            <MetaEntry projectId={projectId} isActive={active?.type === 'meta'} onOpen={() => tabs.open(metaTab())} />
          )}
          {can(roles, 'trash.use') && (
            <TrashEntry isActive={active?.type === 'trash'} onOpen={() => tabs.open(trashTab())} />
          )}
        </Sidebar>
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
              <KeptAlive key={tab.key} isInFront={tab.key === activeKey}>
                <TabContent
                  project={project}
                  tab={tab}
                  tables={tables.value}
                  roles={roles}
                  mayChangeSchema={mayChangeSchema}
                />
              </KeptAlive>
            ))}
            {open.length === 0 && isEmpty && (
              <Onboarding project={project} onCreate={mayChangeSchema ? () => setCreating(true) : undefined} />
            )}
            {open.length === 0 && tables.value && !isEmpty && (
              <div className={styles.nothing}>
                <EmptyState title={t('dashboard.nothingOpen.title')} text={t('dashboard.nothingOpen.text')} />
              </div>
            )}
          </div>
        </div>
      </div>
      <StatusBar
        project={project}
        onOpenTable={(name) => {
          const table = tables.value?.find((one) => one.name === name)
          if (table) tabs.open(tabOfTable(table))
        }}
      />
      <UndoQuestion projectId={projectId} />
      <WriteQuestion />
      <TableQuestions
        project={project}
        tables={tables}
        mayChangeSchema={mayChangeSchema}
        mayManageViews={can(roles, 'view.change')}
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
}

interface KeptAliveProps {
  readonly isInFront: boolean
  readonly children: ReactNode
}

/** What a tab shows stays as it was while others are in front; it begins when it is first in front itself. */
function KeptAlive({ isInFront, children }: KeptAliveProps) {
  const [hasBegun, setHasBegun] = useState(isInFront)
  if (isInFront && !hasBegun) setHasBegun(true)
  return hasBegun && <Activity mode={isInFront ? 'visible' : 'hidden'}>{children}</Activity>
}

type Reload = () => Promise<readonly TableSummary[]>

/** The database may have given the new table a name of its own (a prefix): it is found by its title. */
function openByTitle(title: string, reload: Reload): void {
  void reload().then((list) => {
    const made = list.find((table) => table.title === title || table.name === title)
    if (!made) return
    tabs.open(tabOfTable(made))
    nextFocus.ask({ table: made.name })
  })
}
