import { treeDefaultSize } from '@common/constants'
import { groupState } from '@common/views/group-state'
import { z } from 'zod'
import { create } from 'zustand'
import { createPersisted } from './persist'

/** Sizes of the sidebar (ui.md §4). */
export const sidebarDefaultPx = 224
export const sidebarMinPx = 200
export const sidebarMaxPx = 420

/** Windows in which the sidebar would leave no room for the page: it opens over the page instead. */
export const narrowWindow = '(max-width: 640px)'

/** Sizes of the record panel (ui.md §4). */
export const recordDefaultPx = 520
export const recordMinPx = 400
export const recordMaxPx = 800

/** Height of the terminals (mock i). */
export const terminalDefaultPx = 228
export const terminalMinPx = 96
export const terminalMaxPx = 1_200

const shape = z.object({
  /** Share of the window for the tree, in percent, as the first version stored it (S1 §9). */
  treeSize: z.number().catch(treeDefaultSize),
  sidebarPx: z.number().min(sidebarMinPx).max(sidebarMaxPx).catch(sidebarDefaultPx),
  sidebarHidden: z.boolean().catch(false),
  recordPx: z.number().min(recordMinPx).max(recordMaxPx).catch(recordDefaultPx),
  terminalPx: z.number().min(terminalMinPx).max(terminalMaxPx).catch(terminalDefaultPx),
  /** Closed groups of places in the sidebar. */
  closedPlaces: z.array(z.string()).catch([]),
  /** Closed groups, by project, table and view; `by` names the columns of the groups. */
  closedGroups: z.record(z.string(), groupState.extend({ by: z.string() })).catch({}),
  /** How much each calendar shows, by project, table and view. */
  calendarPeriods: z.record(z.string(), z.enum(['month', 'week', 'day', 'agenda'])).catch({}),
})
/** Maximum number of views with saved closed groups, most recent first. */
const closedGroupsMax = 50
const calendarsMax = 100
export type PanelSizeState = z.infer<typeof shape>

/** Persisted module `panelSize` (S1 §3): sizes that the user dragged. */
export const usePanelSize = createPersisted({
  name: 'panelSize',
  shape,
  initial: shape.parse({}),
  actions: (set, get) => ({
    groupsClosed: (view: string, state: PanelSizeState['closedGroups'][string]) => {
      const { [view]: _, ...others } = get().closedGroups
      const isPlain = state.except.length === 0 && !state.closed.includes(true)
      const all = isPlain ? Object.entries(others) : [...Object.entries(others), [view, state] as const]
      set({ closedGroups: Object.fromEntries(all.slice(-closedGroupsMax)) })
    },
    calendarShown: (view: string, period: PanelSizeState['calendarPeriods'][string]) => {
      const { [view]: _, ...others } = get().calendarPeriods
      const all = [...Object.entries(others), [view, period] as const]
      set({ calendarPeriods: Object.fromEntries(all.slice(-calendarsMax)) })
    },
    sidebarResized: (px: number) =>
      set({ sidebarPx: Math.min(sidebarMaxPx, Math.max(sidebarMinPx, Math.round(px))), sidebarHidden: false }),
    recordResized: (px: number) => set({ recordPx: Math.min(recordMaxPx, Math.max(recordMinPx, Math.round(px))) }),
    terminalResized: (px: number) =>
      set({ terminalPx: Math.min(terminalMaxPx, Math.max(terminalMinPx, Math.round(px))) }),
    placesToggled: (group: string) => {
      const others = get().closedPlaces.filter((each) => each !== group)
      set({ closedPlaces: others.length < get().closedPlaces.length ? others : [...others, group] })
    },
    sidebarShown: (shown: boolean) => set({ sidebarHidden: !shown }),
  }),
})

/** True while a narrow window shows the sidebar over the page. Not persisted: the page comes first there. */
export const useSidebarOver = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

const isNarrow = (): boolean => window.matchMedia(narrowWindow).matches

export const sidebar = {
  show: (shown: boolean): void =>
    isNarrow() ? useSidebarOver.setState({ isOpen: shown }) : usePanelSize.getState().sidebarShown(shown),
  toggle: (): void =>
    sidebar.show(isNarrow() ? !useSidebarOver.getState().isOpen : usePanelSize.getState().sidebarHidden),
}
