import { useTabs } from '@renderer/features/tabs'
import { create } from 'zustand'

export interface PaletteState {
  readonly open: 'palette' | 'help' | undefined
  /** What stands in the field when it opens. */
  readonly typed: string
}

/** Whether the palette or the help lies over the page. */
export const usePalette = create<PaletteState>(() => ({ open: undefined, typed: '' }))

export const palette = {
  show: (typed: string): void => usePalette.setState({ open: 'palette', typed }),
  showHelp: (): void => usePalette.setState({ open: 'help' }),
  close: (): void => usePalette.setState({ open: undefined }),
}

const heldMax = 20
let seen: { readonly projectId: string | undefined; readonly keys: readonly string[] } = {
  projectId: undefined,
  keys: [],
}

/** Key of a table, or of one of its views, among what was open. */
export const recentKey = (name: string, view: string | undefined): string =>
  view === undefined ? name : `${name} ${view}`

/** Tables and views that were open in this window, the last one first. */
export function recentKeys(): readonly string[] {
  return seen.keys
}

/** Remembers which tables and views come to the front. */
export function followTabs(): () => void {
  const look = ({ projectId, tabs, activeKey }: ReturnType<typeof useTabs.getState>): void => {
    const before = seen.projectId === projectId ? seen.keys : []
    const tab = tabs.find(({ key }) => key === activeKey)
    const isTable = tab?.type === 'table' || tab?.type === 'view'
    const key = tab && isTable ? recentKey(tab.name, tab.view) : undefined
    seen = {
      projectId,
      keys: key === undefined ? before : [key, ...before.filter((other) => other !== key)].slice(0, heldMax),
    }
  }
  look(useTabs.getState())
  return useTabs.subscribe(look)
}
