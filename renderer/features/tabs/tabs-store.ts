import { tabsHeld } from '@common/constants'
import { limitNotice, useAbility } from '@renderer/stores'
import { create } from 'zustand'
import { objectTabKindOf, tabKindOf, tabOfKind, tabOfObject } from './kinds'

export interface Tab {
  /** One tab per thing: opening the same thing again activates it. */
  readonly key: string
  /** `table`, `view` (a view of the database), or the id of a tab kind. */
  readonly type: string
  /** Name in the database. */
  readonly name: string
  readonly title: string
  readonly dbAlias: string
  /** Id of the open view; undefined for the table's own grid. */
  readonly view?: string | undefined
  /** Key of the open record, as in the path of the data API. */
  readonly record?: string | undefined
}

/** A pointer that moves over the tree expects one table after the other. */
const expectedHeld = 3

/** Open tabs and the active one. */
export interface SavedTabs {
  readonly tabs: readonly Tab[]
  readonly activeKey?: string | undefined
}

export interface TabsState {
  readonly projectId: string | undefined
  /** The previewed role; null without a preview. */
  readonly previewAs: string | null
  /** Tabs that were open when a preview began: those that its role may see open again. */
  readonly carried?: SavedTabs | undefined
  /** In the order of opening. */
  readonly tabs: readonly Tab[]
  readonly activeKey: string | undefined
  /** Tabs that open next, most likely, the newest last. The page renders them before. */
  readonly expected: readonly Tab[]
}

const withoutKey = (tabs: readonly Tab[], key: string): readonly Tab[] => tabs.filter((tab) => tab.key !== key)

export const noTabs: TabsState = { projectId: undefined, previewAs: null, tabs: [], activeKey: undefined, expected: [] }

/** Returns the active tab. */
export function activeTab({ tabs, activeKey }: TabsState): Tab | undefined {
  return tabs.find(({ key }) => key === activeKey)
}

export function tabKey(tab: Pick<Tab, 'type' | 'name' | 'dbAlias'>): string {
  return `${tab.dbAlias}/${tab.type}/${tab.name}`
}

/**
 * Adds a tab and activates it. Closes the oldest if eight are open (S1 §4). An existing tab retains its view and
 * record.
 */
export function withTab(state: TabsState, opened: Omit<Tab, 'key'>): TabsState {
  const key = tabKey(opened)
  if (state.tabs.some((tab) => tab.key === key)) {
    const viewed = opened.view === undefined ? state : withView(state, key, opened.view)
    return { ...(opened.record === undefined ? viewed : withRecord(viewed, key, opened.record)), activeKey: key }
  }
  const tab = state.expected.find((expected) => expected.key === key && isSameTab(expected, opened))
  const tabs = [...state.tabs, tab ?? { ...opened, key }].slice(-tabsHeld)
  return { ...state, tabs, activeKey: key, expected: withoutKey(state.expected, key) }
}

/** A tab that was expected opens as the same object, so that React renders it no second time. */
const isSameTab = (expected: Tab, { title, view, record }: Omit<Tab, 'key'>): boolean =>
  expected.title === title && expected.view === view && expected.record === record

/** Expects a tab. Not if it is open in another view, or with a record. */
export function withExpected(state: TabsState, tab: Omit<Tab, 'key'>): TabsState {
  const key = tabKey(tab)
  const open = state.tabs.find((one) => one.key === key)
  if (open?.view !== undefined || open?.record !== undefined) return state
  if (state.expected.at(-1)?.key === key) return state
  const others = withoutKey(state.expected, key)
  return { ...state, expected: [...others, open ?? { ...tab, key }].slice(-expectedHeld) }
}

/** Closes a tab. Its right neighbour becomes active, or the left one at the end. */
export function withoutTab(state: TabsState, key: string): TabsState {
  const at = state.tabs.findIndex((tab) => tab.key === key)
  if (at < 0) return state
  const tabs = withoutKey(state.tabs, key)
  const neighbour = tabs[at] ?? tabs.at(-1)
  const activeKey = state.activeKey === key ? neighbour?.key : state.activeKey
  return { ...state, tabs, activeKey, expected: withoutKey(state.expected, key) }
}

/** Opens another view in a tab. */
export function withView(state: TabsState, key: string, view: string | undefined): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, view } : tab)) }
}

/** Sets the open record of a tab. */
export function withRecord(state: TabsState, key: string, record: string | undefined): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, record } : tab)) }
}

/** Follows a table that got another name, title or both. */
export function withRenamed(state: TabsState, key: string, to: Pick<Tab, 'name' | 'title'>): TabsState {
  const renamed = state.tabs.find((tab) => tab.key === key)
  if (renamed === undefined) return state
  const newKey = tabKey({ ...renamed, ...to })
  // Its table may be open under the new name already.
  const others = state.tabs.filter((tab) => tab.key === key || tab.key !== newKey)
  const tabs = others.map((tab) => (tab.key === key ? { ...tab, ...to, key: newKey } : tab))
  return { ...state, tabs, activeKey: state.activeKey === key ? newKey : state.activeKey }
}

/**
 * Restores the tabs after a reload, with the active one; the last one if that no longer exists.
 *
 * @param find  returns the current tab; undefined if its target no longer exists
 */
export function withRestored(state: TabsState, before: SavedTabs, find: (tab: Tab) => Tab | undefined): TabsState {
  const tabs = before.tabs.flatMap((tab) => find(tab) ?? [])
  const active = tabs.find(({ key }) => key === before.activeKey) ?? tabs.at(-1)
  return { ...state, carried: undefined, tabs, activeKey: active?.key }
}

function entered(state: TabsState, projectId: string, previewAs: string | null): TabsState {
  const isPreviewed = state.projectId === projectId && previewAs !== null
  return {
    ...noTabs,
    projectId,
    previewAs,
    carried: isPreviewed ? { tabs: state.tabs, activeKey: state.activeKey } : undefined,
  }
}

/** Open tabs of the current project. The route's query names the active one (S1 §2). */
export const useTabs = create<TabsState>(() => noTabs)

export const tabs = {
  /** Begins with another project or role. A preview continues with the open tabs. */
  enter: (projectId: string, previewAs: string | null): void =>
    useTabs.setState((state) =>
      state.projectId === projectId && state.previewAs === previewAs ? state : entered(state, projectId, previewAs),
    ),
  restore: (before: Parameters<typeof withRestored>[1], find: (tab: Tab) => Tab | undefined): void =>
    useTabs.setState((state) =>
      withRestored(state, { ...before, tabs: before.tabs.slice(-useAbility.getState().maxTabs) }, find),
    ),
  /** Opens the single tab of a kind. */
  openKind: (id: string): void => {
    const kind = tabKindOf(id)
    if (kind) tabs.open(tabOfKind(kind))
  },
  /** Opens the tab of an object, such as a function. */
  openObject: (kindId: string, name: string): void => {
    const kind = objectTabKindOf(kindId)
    if (kind) tabs.open(tabOfObject(kind, name))
  },
  /** Opens a tab, or activates it if it is open. Beyond the limit of the installation, tells the user instead. */
  open: (tab: Omit<Tab, 'key'>): void => {
    const { maxTabs } = useAbility.getState()
    const { tabs: open } = useTabs.getState()
    const isOpen = open.some(({ key }) => key === tabKey(tab))
    if (!isOpen && open.length >= maxTabs) limitNotice.tabs(maxTabs)
    else useTabs.setState((state) => withTab(state, tab))
  },
  /** Does nothing if another project was opened meanwhile. */
  expect: (projectId: string, tab: Omit<Tab, 'key'>): void =>
    useTabs.setState((state) => (state.projectId === projectId ? withExpected(state, tab) : state)),
  /** Call when what they show may have changed. */
  expectNone: (): void => useTabs.setState((state) => (state.expected.length === 0 ? state : { expected: [] })),
  activate: (key: string): void => useTabs.setState({ activeKey: key }),
  activateAt: (index: number): void =>
    useTabs.setState((state) => ({ activeKey: state.tabs[index]?.key ?? state.activeKey })),
  choose: (key: string, view: string | undefined): void => useTabs.setState((state) => withView(state, key, view)),
  showRecord: (key: string, record: string | undefined): void =>
    useTabs.setState((state) => withRecord(state, key, record)),
  close: (key: string): void => useTabs.setState((state) => withoutTab(state, key)),
  closeActive: (): void =>
    useTabs.setState((state) => (state.activeKey === undefined ? state : withoutTab(state, state.activeKey))),
  rename: (key: string, to: Pick<Tab, 'name' | 'title'>): void =>
    useTabs.setState((state) => withRenamed(state, key, to)),
}
