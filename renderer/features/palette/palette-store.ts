import { useTabs } from '@renderer/features/tabs'
import { recents } from '@renderer/stores'
import { create } from 'zustand'

export interface PaletteState {
  readonly open: 'palette' | 'help' | undefined
  /** Initial text of the field. */
  readonly typed: string
  /**
   * Set if the user pressed Enter before the palette had loaded: it runs its first line. `beside` opens a new window.
   */
  readonly entered: 'here' | 'beside' | undefined
  /** The previously focused element, which gets the focus back. */
  readonly opener: Element | null
}

/** The surface open on top of the page: the palette or the help. */
export const usePalette = create<PaletteState>(() => ({
  open: undefined,
  typed: '',
  entered: undefined,
  opener: null,
}))

/** Switching between the two surfaces preserves the original opener. */
function openerNow(): Element | null {
  const { open, opener } = usePalette.getState()
  return open === undefined ? document.activeElement : opener
}

export const palette = {
  show: (typed: string): void =>
    usePalette.setState({ open: 'palette', typed, entered: undefined, opener: openerNow() }),
  showHelp: (): void => usePalette.setState({ open: 'help', opener: openerNow() }),
  close: (): void => usePalette.setState({ open: undefined }),
}

/** Records the tables, views and records that the user opens, across windows. */
export function followTabs(): () => void {
  const look = ({ projectId, tabs, activeKey }: ReturnType<typeof useTabs.getState>): void => {
    const tab = tabs.find(({ key }) => key === activeKey)
    if (projectId === undefined || tab === undefined || (tab.type !== 'table' && tab.type !== 'view')) return
    const { name: table, view, record } = tab
    recents.visit(projectId, { table, ...(view === undefined ? {} : { view }) })
    if (record !== undefined) recents.visit(projectId, { table, record: { key: record, name: '' } })
  }
  look(useTabs.getState())
  return useTabs.subscribe(look)
}
