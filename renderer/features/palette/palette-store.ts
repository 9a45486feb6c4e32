import { useTabs } from '@renderer/features/tabs'
import { recents } from '@renderer/stores'
import { create } from 'zustand'

export interface PaletteState {
  readonly open: 'palette' | 'help' | undefined
  /** What stands in the field when it opens. */
  readonly typed: string
  /** Enter was pressed before the palette had loaded: it runs its first line. `beside` opens a new window. */
  readonly entered: 'here' | 'beside' | undefined
  /** What had the focus before, and gets it back. */
  readonly opener: Element | null
}

/** Whether the palette or the help lies over the page. */
export const usePalette = create<PaletteState>(() => ({
  open: undefined,
  typed: '',
  entered: undefined,
  opener: null,
}))

/** Who goes from one surface to the other comes back to where both began. */
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

/** Remembers which tables, views and records come to the front, beyond this window. */
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
