import { defaultDbAlias } from '@common/constants'
import type { TableSummary } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { findTitled, NameIndex } from '@common/wire/named'
import {
  keepTabs,
  objectTabKindOf,
  savedTabs,
  queryOfTab,
  tabKindOf,
  tabKinds,
  tabOfKind,
  tabOfObject,
  tabOfQuery,
  tabs,
  useTabs,
  type Tab,
  type TabsOwner,
} from '@renderer/features/tabs'
import { useUsers } from '@renderer/stores'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * Synchronizes tabs and address. The query of the route opens its tab after a reload, in front of the other open ones.
 * The active tab is written into the query. Without any tab, opens the first table,
 * and Team & Auth behind it for admins (S1 §2).
 */
function useTabRoute({ projectId, projectType, tables, permissions }: TabRouteProps): void {
  const [query, setQuery] = useSearchParams()
  const open = useTabs((state) => state.tabs)
  const activeKey = useTabs((state) => state.activeKey)
  const begun = useRef(false)
  /** Addresses that this window wrote itself, until the router reports them. They need no action. */
  const written = useRef<string[]>([])

  const writeAddress = (): void => {
    // Reads the current state: the address may have opened a tab just now, which `open` doesn't contain yet.
    const state = useTabs.getState()
    const next = queryOfTab(state.tabs.find((tab) => tab.key === state.activeKey))
    if (next.toString() === query.toString()) return
    written.current.push(next.toString())
    setQuery(next, { replace: true })
  }

  const previewAs = useUsers((state) => state.previewAs)
  useEffect(() => tabs.enter(projectId, previewAs), [projectId, previewAs])
  const followAddress = useEffectEvent((): void => {
    const own = written.current.indexOf(query.toString())
    if (own >= 0) {
      written.current.splice(0, own + 1)
      return
    }
    if (tables === undefined) return
    const { tabs: known, carried } = useTabs.getState()
    if (!begun.current && known.length === 0) {
      const index = new NameIndex(tables, (one) => one)
      tabs.restore(carried ?? savedTabs(projectId, owner()), (tab) => tabNow(tab, index, permissions))
    }
    const asked = tabOfQuery(query)
    const kind = asked && tabKindOf(asked.type)
    const objectKind = asked && objectTabKindOf(asked.type)
    if (kind && permissions.has(kind.permission)) {
      tabs.open(tabOfKind(kind))
    } else if (objectKind && permissions.has(objectKind.permission)) {
      tabs.open(tabOfObject(objectKind, asked.name))
    } else if (asked && !kind && !objectKind) {
      const table = findTitled(tables, asked.name)
      tabs.open(
        table ? { ...tabOfTable(table), view: asked.view, record: asked.record } : { ...asked, title: asked.name },
      )
    } else if (!begun.current && useTabs.getState().tabs.length === 0) {
      const first = tables.find((one) => one.type === 'table') ?? tables[0]
      if (first) {
        // The table is in front: records are what people come for.
        for (const { id, openedFor } of tabKinds)
          if (openedFor !== undefined && permissions.has(openedFor)) tabs.openKind(id)
        tabs.open(tabOfTable(first))
      }
      // S1 §2: a project for a kind of client begins with that client.
      for (const { id, openedForType, permission } of tabKinds)
        if (openedForType !== undefined && openedForType === projectType && permissions.has(permission))
          tabs.openKind(id)
    } else if (begun.current) {
      // The address of a project doesn't name its tabs: add the active one before the next reload.
      writeAddress()
    }
    begun.current = true
  })
  const address = query.toString()
  const hasTables = tables !== undefined
  // Only a new address or the loaded list opens tabs. A later change of the list doesn't.
  useEffect(() => followAddress(), [address, hasTables])

  // A tab may open before the list knows its table, and others rename tables.
  useEffect(() => {
    const index = new NameIndex(tables ?? [], (one) => one)
    for (const { key, type, name, title } of useTabs.getState().tabs) {
      const table = index.named(name)
      if (table?.type === type && (table.title !== title || table.name !== name))
        tabs.rename(key, { name: table.name, title: table.title })
    }
  }, [tables])

  const followTabs = useEffectEvent((): void => {
    if (begun.current) keepTabs(projectId, owner(), useTabs.getState())
  })
  const writeBegunAddress = useEffectEvent((): void => {
    if (begun.current) writeAddress()
  })
  useEffect(() => {
    followTabs()
    // In a task of its own: the router renders all that reads the address. The tab is drawn before.
    const writing = setTimeout(() => writeBegunAddress())
    return () => clearTimeout(writing)
  }, [open, activeKey])
}

interface TabRouteProps {
  readonly projectId: string
  readonly projectType: ProjectListEntry['projectType']
  readonly tables: readonly TableSummary[] | undefined
  readonly permissions: Permissions
}

/** `useTabRoute` as a component: a new address renders this alone, and not the dashboard around it. */
export function TabRoute(props: TabRouteProps) {
  useTabRoute(props)
  return null
}

function owner(): TabsOwner {
  const { user, previewAs } = useUsers.getState()
  return { person: user?.email ?? '', isPreview: previewAs !== null }
}

/** Returns a tab of an earlier session with its current title; undefined if it no longer exists or isn't allowed. */
function tabNow(tab: Tab, tables: NameIndex<TableSummary>, permissions: Permissions): Tab | undefined {
  const kind = tabKindOf(tab.type)
  const needed = (kind ?? objectTabKindOf(tab.type))?.permission
  if (needed !== undefined) return permissions.has(needed) ? tab : undefined
  const table = tables.named(tab.name)
  return table?.type === tab.type ? { ...tab, title: table.title } : undefined
}

export function tabOfTable(table: Pick<TableSummary, 'name' | 'title' | 'type'>) {
  return { type: table.type, name: table.name, title: table.title, dbAlias: defaultDbAlias }
}
