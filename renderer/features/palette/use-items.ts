import { defaultDbAlias } from '@common/constants'
import type { TableSummary } from '@common/model'
import type { UiType } from '@common/columns/ui-types'
import type { NamedView } from '@common/operations/views'
import {
  availableCommands,
  columnPlaces,
  keyLines,
  menuLines,
  onCommandsChange,
  runCommand,
  type Command,
} from '@renderer/actions'
import { useOperation } from '@renderer/api'
import { loadDocTitles } from '@renderer/features/docs'
import { useTables } from '@renderer/features/tables'
import { tabKinds, tabs, useTabs } from '@renderer/features/tabs'
import { addressOf, knownRowCount } from '@renderer/features/tree'
import { useEveryView, viewKindOf } from '@renderer/features/views'
import { formatNumber, t, useLanguage, useTranslation } from '@renderer/i18n'
import { goTo, nextFocus, recents, useRecents, type Visited } from '@renderer/stores'
import type { IconName } from '@renderer/ui'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Findable } from './sections'
import { recordName } from './use-record-search'

/** A line of the palette. */
export interface PaletteItem extends Findable {
  readonly icon: IconName | undefined
  readonly uiType?: UiType
  /** A table shows the icon that users chose. */
  readonly table?: TableSummary
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  readonly run: () => void
  /** Address that opens it in a window of its own. */
  readonly beside?: string
}

/** The palette's own commands: offering them inside the palette is pointless. */
const own = new Set(['palette.open'])

const commandIcons: Readonly<Record<string, IconName>> = {
  'account.copyProjectInfo': 'info',
  'account.copyToken': 'key',
  'account.graphql': 'code',
  'account.swagger': 'file',
  'column.add': 'plus',
  'docs.open': 'book',
  'docs.whatsNew': 'bolt',
  'edit.redo': 'redo',
  'edit.undo': 'undo',
  'find.open': 'search',
  'find.replace': 'search',
  'help.keys': 'key',
  'help.report': 'warning',
  'language.choose': 'globe',
  'palette.projects': 'database',
  'palette.tables': 'table',
  'project.new': 'plus',
  'projects.open': 'database',
  'record.new': 'plus',
  'session.signOut': 'signOut',
  'table.copyApi': 'code',
  'table.copyLink': 'link',
  'table.copyName': 'copy',
  'table.delete': 'trash',
  'table.duplicate': 'duplicate',
  'table.icon': 'palette',
  'table.mark': 'star',
  'table.new': 'plus',
  'table.rename': 'pencil',
  'tabs.close': 'close',
  'theme.toggleDark': 'moon',
  'view.colour': 'colour',
  'view.cover': 'picture',
  'view.fields': 'eye',
  'view.filter': 'filter',
  'view.group': 'group',
  'view.copyLink': 'link',
  'view.createCalendar': 'calendar',
  'view.createForm': 'form',
  'view.createGallery': 'gallery',
  'view.createGrid': 'table',
  'view.createKanban': 'kanban',
  'view.delete': 'trash',
  'view.duplicate': 'duplicate',
  'view.mark': 'star',
  'view.rename': 'pencil',
  'view.rowHeight.extra': 'rowHeight',
  'view.rowHeight.medium': 'rowHeight',
  'view.rowHeight.short': 'rowHeight',
  'view.rowHeight.tall': 'rowHeight',
  'view.sort': 'sort',
  'view.switch': 'table',
  ...Object.fromEntries(tabKinds.map(({ command, icon }) => [command.id, icon])),
}

export interface Items {
  readonly items: readonly PaletteItem[]
  /** Title of the open project. */
  readonly project: string | undefined
  readonly tables: readonly TableSummary[]
  /** False while the tables of the project load: the first line can still change. */
  readonly isReady: boolean
}

const listedCommands = (): readonly Command[] =>
  availableCommands().filter(({ id, listed }) => listed !== false && !own.has(id))

/**
 * Returns the commands that could run when the palette opened, and those of parts of the page that have loaded since.
 * Over the page, some of the former can't run any more, until the palette closes.
 */
function useListedCommands(): readonly Command[] {
  const [commands, setCommands] = useState(listedCommands)
  useEffect(() => {
    const addNew = (): void =>
      setCommands((before) => {
        const known = new Set(before.map(({ id }) => id))
        const added = listedCommands().filter(({ id }) => !known.has(id))
        return added.length === 0 ? before : [...before, ...added]
      })
    addNew()
    return onCommandsChange(addNew)
  }, [])
  return commands
}

/** Returns everything that needs no request to be found, in the order of an empty query. */
export function useItems(projectId: string | undefined): Items {
  const { t } = useTranslation()
  const { items: ofProject, project, tables, isReady } = useProjectItems(projectId)
  const projects = useOtherProjects(projectId)
  const docs = useDocItems()
  const commands = useListedCommands()
  // Captured when the palette opens, because the page below doesn't change.
  const [{ places, lines, menu }] = useState(() => ({
    places: columnPlaces(),
    lines: new Map(keyLines().map(({ id, keys }) => [id, keys[0]])),
    menu: menuLines(),
  }))
  const table = useTabs((state) => state.tabs.find(({ key }) => key === state.activeKey)?.title)
  const items = useMemo(() => {
    const ofColumns = places.map(({ id, title, uiType, isHidden = false, go }): PaletteItem => ({
      id: `column ${id}`,
      kind: 'columns',
      title: isHidden ? t('palette.showField', { field: title }) : title,
      ...(isHidden ? { icon: 'eye' } : { icon: undefined, uiType }),
      detail: table,
      run: go,
    }))
    const ofCommands = commands.map(({ id, label, keys, area = 'general' }): PaletteItem => ({
      id: `command ${id}`,
      kind: 'commands',
      title: t(label),
      icon: commandIcons[id] ?? 'bolt',
      detail: t(`keyHelp.areas.${area}`),
      keys: keys[0] ?? lines.get(id),
      run: () => void runCommand(id),
    }))
    const taken = new Set(commands.map(({ label }) => t(label)))
    // Merges menu items with the commands that they run.
    const ofMenus = menu
      .filter(({ title }) => !taken.has(title))
      .map(({ id, title, of, keys, run }): PaletteItem => ({
        id: `menu ${id}`,
        kind: 'commands',
        title,
        icon: 'bolt',
        detail: of,
        keys,
        run,
      }))
    return [...ofProject, ...ofColumns, ...projects, ...ofCommands, ...ofMenus, ...docs]
  }, [ofProject, projects, docs, places, commands, lines, menu, table, t])
  return { items, project, tables, isReady }
}

/** The ways from one project to another. */
function useOtherProjects(projectId: string | undefined): readonly PaletteItem[] {
  const { data } = useOperation('projectList', {}, { silent: true })
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ id }) => id !== projectId)
        .map(({ id, title }): PaletteItem => {
          const path = `/nc/${encodeURIComponent(id)}`
          return {
            id: `project ${id}`,
            kind: 'projects',
            title,
            icon: 'database',
            run: () => void goTo(path),
            beside: `${location.origin}${location.pathname}#${path}`,
          }
        }),
    [data, projectId],
  )
}

/** Returns the pages of the documentation, once loaded. */
function useDocItems(): readonly PaletteItem[] {
  const [items, setItems] = useState<readonly PaletteItem[]>([])
  useEffect(() => {
    let isOpen = true
    loadDocTitles().then(
      (pages) => {
        if (isOpen) setItems(pages.map(docItem))
      },
      () => {
        // Without the server there is no documentation either.
      },
    )
    return () => {
      isOpen = false
    }
  }, [])
  return items
}

function docItem({ path, title }: { readonly path: string; readonly title: string }): PaletteItem {
  return {
    id: `doc ${path}`,
    kind: 'docs',
    title,
    icon: 'help',
    run: () => void goTo(path),
    beside: `${location.origin}${location.pathname}#${path}`,
  }
}

const noTables: readonly TableSummary[] = []

/** Returns tables, SQL views and saved views, and recently opened items. */
function useProjectItems(projectId: string | undefined): Items {
  const isOpen = projectId !== undefined
  const id = projectId ?? ''
  const list = useTables(id, isOpen)
  const project = useOperation('projectOpen', {}, { projectId: id, enabled: isOpen, silent: true })
  const tables = isOpen ? (list.value ?? noTables) : noTables
  const views = useEveryView(id, isOpen)
  const recent = useRecents(id)
  useRecordNames(id, tables, recent)
  const language = useLanguage()
  // The active item needs no entry.
  const [front] = useState(() => {
    const { tabs: open, activeKey } = useTabs.getState()
    return open.find(({ key }) => key === activeKey)
  })
  const items = useMemo(() => {
    // Names of standard views change with the language.
    void language
    const others = recent.filter(
      ({ table, view, record }) =>
        front?.name !== table || (record === undefined ? front.view !== view : front.record !== record.key),
    )
    const placeOf = (table: string, view: string | undefined): number | undefined => {
      const at = others.findIndex((one) => one.table === table && one.view === view && one.record === undefined)
      return at < 0 ? undefined : at
    }
    const byName = new Map(tables.map((table) => [table.name, table]))
    const records = others.flatMap(({ table: name, record }, at): PaletteItem[] => {
      const table = byName.get(name)
      if (table === undefined || record === undefined || record.name === '') return []
      return [{ ...recordItem(id, table, record.key, record.name, table.title), recent: at }]
    })
    return [
      ...tables.flatMap((table): PaletteItem[] => [
        { ...tableItem(id, table), recent: placeOf(table.name, undefined) },
        ...(views.get(table.name) ?? []).map((view) => ({
          ...viewItem(id, table, view),
          recent: placeOf(table.name, view.id),
        })),
      ]),
      ...records,
    ]
  }, [id, tables, views, recent, front, language])
  return {
    items,
    project: isOpen ? project.data?.title : undefined,
    tables,
    isReady: !isOpen || list.value !== undefined,
  }
}

function tableItem(projectId: string, table: TableSummary): PaletteItem {
  return {
    id: `table ${table.name}`,
    kind: 'tables',
    title: table.title,
    icon: undefined,
    table,
    detail: detailOf(projectId, table),
    run: () => open(table),
    beside: addressOf(projectId, table, undefined),
  }
}

function viewItem(projectId: string, table: TableSummary, { id, title, kind }: NamedView): PaletteItem {
  return {
    id: `view ${table.name} ${id}`,
    kind: 'tables',
    title,
    icon: viewKindOf(kind).icon,
    detail: table.title,
    run: () => open(table, id),
    beside: addressOf(projectId, table, id),
  }
}

/** A record, by the address of its panel. */
export function recordItem(
  projectId: string,
  table: TableSummary,
  key: string,
  name: string,
  detail: string,
): PaletteItem {
  return {
    id: `record ${table.name} ${key}`,
    kind: 'records',
    title: name,
    icon: 'file',
    detail,
    run: () => {
      open(table, undefined, key)
      recents.visit(projectId, { table: table.name, record: { key, name } })
    },
    beside: addressOf(projectId, table, undefined, key),
  }
}

function detailOf(projectId: string, table: TableSummary): string | undefined {
  if (table.type === 'view') return t('palette.sqlView')
  const count = knownRowCount(projectId, table.name)
  return count === undefined || !Number.isFinite(count)
    ? undefined
    : t('palette.records', { count, shown: formatNumber(count) })
}

function open(table: TableSummary, view?: string, record?: string): void {
  tabs.open({ type: table.type, name: table.name, title: table.title, dbAlias: defaultDbAlias, view, record })
  if (record === undefined) nextFocus.ask({ table: table.name })
}

/** Returns names of records that were opened by address. Requests them when they become visible. */
function useRecordNames(projectId: string, tables: readonly TableSummary[], recent: readonly Visited[]): void {
  const readNames = useEffectEvent((): void => {
    const nameless = recent.filter(({ record }) => record?.name === '').slice(0, namedAtOnce)
    for (const visited of nameless) {
      const table = tables.find(({ name }) => name === visited.table)
      if (table === undefined || visited.record === undefined) continue
      recordName(projectId, table, visited.record.key).then(
        (name) => recents.name(projectId, visited, name),
        () => {
          // Another time.
        },
      )
    }
  })
  const hasTables = tables.length > 0
  // Once for each time the palette opens.
  useEffect(() => readNames(), [projectId, hasTables])
}

const namedAtOnce = 6
