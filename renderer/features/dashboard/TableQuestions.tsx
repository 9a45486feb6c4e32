import type { ProjectListEntry } from '@common/operations/projects'
import type { TableSummary } from '@common/model'
import type { View } from '@common/views'
import { usePageCommand } from '@renderer/actions'
import {
  DeleteTableDialog,
  DuplicateTableDialog,
  RenameTableDialog,
  TableIconDialog,
  type useTables,
} from '@renderer/features/tables'
import { tabKey, tabs, useTabs } from '@renderer/features/tabs'
import {
  addressOf,
  apiAddressOf,
  knownRowCount,
  RenameViewDialog,
  viewWork,
  type ViewWork,
} from '@renderer/features/tree'
import { allViewKinds, useViewList, viewTitle, type ViewKindDeclaration } from '@renderer/features/views'
import { sentence } from '@renderer/i18n'
import { copyableLink, favourites, nextFocus, toast } from '@renderer/stores'
import { copyText } from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import { tabOfTable } from './use-tab-route'

/** A question about a table, or something that is done to it in a dialog. */
export interface TableQuestion {
  readonly kind: 'rename' | 'delete' | 'duplicate' | 'icon'
  readonly table: TableSummary
}

export interface TableQuestionsProps {
  readonly project: ProjectListEntry
  readonly tables: ReturnType<typeof useTables>
  readonly mayChangeSchema: boolean
  readonly mayManageViews: boolean
  readonly asked: TableQuestion | undefined
  readonly onAsk: (question: TableQuestion | undefined) => void
}

/** Dialogs that the tree opens for tables. Also registers its menu items as commands for the active table. */
export function TableQuestions(props: TableQuestionsProps) {
  const { project, tables, mayChangeSchema, mayManageViews, asked, onAsk } = props
  const projectId = project.id
  const active = useTabs((state) => state.tabs.find(({ key }) => key === state.activeKey))
  const close = (): void => onAsk(undefined)
  const list = tables.value ?? []
  const inFront = list.find(({ name, type }) => name === active?.name && type === active.type)
  useTableCommands(projectId, inFront, mayChangeSchema, onAsk)
  const renaming = useViewCommands(projectId, inFront, active?.view, mayManageViews)

  return (
    <>
      {renaming}
      {asked?.kind === 'rename' && (
        <RenameTableDialog
          projectId={projectId}
          table={asked.table}
          keepsDatabaseName={project.source !== 'builtIn'}
          onClose={close}
          onRenamed={(title) => {
            const before = asked.table
            close()
            void tables.reload().then((now) => {
              const renamed = now.find((table) => table.title === title)
              if (renamed === undefined) return
              tabs.rename(tabKey(tabOfTable(before)), { name: renamed.name, title })
              favourites.follow(projectId, before.name, renamed.name)
            })
          }}
        />
      )}
      {asked?.kind === 'duplicate' && (
        <DuplicateTableDialog
          projectId={projectId}
          table={asked.table}
          tables={list}
          onClose={close}
          onMade={(name) => {
            close()
            void tables.reload().then((now) => {
              const made = now.find((table) => table.name === name)
              if (made) openInTab(made)
            })
          }}
        />
      )}
      {asked?.kind === 'icon' && <TableIconDialog projectId={projectId} table={asked.table} onClose={close} />}
      {asked?.kind === 'delete' && (
        <DeleteTableDialog
          projectId={projectId}
          table={asked.table}
          rowCount={knownRowCount(projectId, asked.table.name)}
          onClose={close}
          onDeleted={() => {
            tabs.close(tabKey(tabOfTable(asked.table)))
            close()
          }}
        />
      )}
    </>
  )
}

/** @param view  id of a view; empty for the table's own grid, undefined for the last open one */
export function openInTab(table: TableSummary, view?: string): void {
  const tab = tabOfTable(table)
  tabs.open(view === undefined || view === '' ? tab : { ...tab, view })
  if (view === '') tabs.choose(tabKey(tab), undefined)
}

/** Registers the table menu of the tree as commands for the active table. */
function useTableCommands(
  projectId: string,
  table: TableSummary | undefined,
  mayChangeSchema: boolean,
  ask: (question: TableQuestion) => void,
): void {
  const asks = (kind: TableQuestion['kind'], possible = table?.type === 'table') =>
    table !== undefined && mayChangeSchema && possible ? () => ask({ kind, table }) : undefined
  const copies = (text: string | undefined) =>
    text === undefined ? undefined : () => void copyText(text).then(() => toast.success(sentence('tree.menu.copied')))
  usePageCommand({ id: 'table.rename', label: 'actions.table.rename', keys: [] }, asks('rename'))
  usePageCommand({ id: 'table.duplicate', label: 'actions.table.duplicate', keys: [] }, asks('duplicate'))
  usePageCommand({ id: 'table.icon', label: 'actions.table.icon', keys: [] }, asks('icon', true))
  usePageCommand({ id: 'table.delete', label: 'actions.table.delete', keys: [] }, asks('delete'))
  usePageCommand(
    { id: 'table.mark', label: 'actions.table.mark', keys: [] },
    table && (() => favourites.toggle(projectId, { table: table.name })),
  )
  usePageCommand({ id: 'table.copyName', label: 'actions.table.copyName', keys: [] }, copies(table?.name))
  usePageCommand(
    { id: 'table.copyLink', label: 'actions.table.copyLink', keys: [] },
    copies(table && copyableLink({ project: projectId, table: table.name }, addressOf(projectId, table, undefined))),
  )
  usePageCommand(
    { id: 'table.copyApi', label: 'actions.table.copyApi', keys: [] },
    copies(table && apiAddressOf(projectId, table.title)),
  )
}

/**
 * Registers the view menus of tree and drawer as commands for the active view.
 *
 * @returns the commands that need an element, and the rename dialog while it is open
 */
function useViewCommands(
  projectId: string,
  table: TableSummary | undefined,
  viewId: string | undefined,
  mayManage: boolean,
): ReactNode {
  const views = useViewList(projectId, table?.name ?? '', table !== undefined).value
  const view = views?.find(({ id }) => id === viewId) ?? views?.[0]
  const [renaming, setRenaming] = useState<View>()
  const work = (does: (views: ViewWork) => void, isNew = false) => {
    if (table === undefined || !mayManage) return undefined
    return () => {
      if (isNew) nextFocus.askForNewView(table.name)
      void viewWork(projectId, table, viewId, (one, opened) => openInTab(one, opened ?? '')).then(does)
    }
  }
  const onView = (does: (views: ViewWork, view: View) => void) =>
    view?.id === undefined ? undefined : work((views) => does(views, view))
  const title = view && table ? viewTitle(view, table) : ''

  usePageCommand(
    { id: 'view.rename', label: 'actions.view.rename', keys: [], area: 'view' },
    onView((_, one) => setRenaming(one)),
  )
  usePageCommand(
    { id: 'view.duplicate', label: 'actions.view.duplicate', keys: [], area: 'view' },
    view && work((does) => does.duplicate(view, title), true),
  )
  usePageCommand(
    { id: 'view.delete', label: 'actions.view.delete', keys: [], area: 'view' },
    onView((does, one) => does.remove(one)),
  )
  usePageCommand(
    { id: 'view.mark', label: 'actions.view.mark', keys: [], area: 'view' },
    table && view?.id !== undefined
      ? () => favourites.toggle(projectId, { table: table.name, view: view.id ?? '' })
      : undefined,
  )
  usePageCommand(
    { id: 'view.copyLink', label: 'actions.view.copyLink', keys: [], area: 'view' },
    table && view?.id !== undefined
      ? () =>
          void copyText(addressOf(projectId, table, view.id)).then(() => toast.success(sentence('tree.menu.copied')))
      : undefined,
  )
  return (
    <>
      {allViewKinds.map((each) => (
        <CreateViewCommand key={each.kind} kind={each} run={work((does) => does.create(each.kind), true)} />
      ))}
      {table !== undefined && renaming !== undefined && (
        <RenameViewDialog
          title={renaming.title}
          onRename={async (name) => (await viewWork(projectId, table, viewId, () => undefined)).rename(renaming, name)}
          onClose={() => setRenaming(undefined)}
        />
      )}
    </>
  )
}

/** Registers the command that creates a view of one kind. */
function CreateViewCommand({ kind, run }: CreateViewCommandProps) {
  usePageCommand({ ...kind.create, area: 'view' }, run)
  return null
}

interface CreateViewCommandProps {
  readonly kind: ViewKindDeclaration
  readonly run: (() => void) | undefined
}
