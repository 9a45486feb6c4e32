import { treeDefaultSize } from '@common/constants'
import { z } from 'zod'
import { createPersisted } from './persist'

/** Measures of the sidebar (ui.md §4). */
export const sidebarDefaultPx = 224
export const sidebarMinPx = 200
export const sidebarMaxPx = 420

const shape = z.object({
  /** Share of the window for the tree, in percent, as scripts of the first version kept it (S1 §9). */
  treeSize: z.number().catch(treeDefaultSize),
  sidebarPx: z.number().min(sidebarMinPx).max(sidebarMaxPx).catch(sidebarDefaultPx),
  sidebarHidden: z.boolean().catch(false),
})
export type PanelSizeState = z.infer<typeof shape>

/** Persisted module `panelSize` (S1 §3): what people dragged. */
export const usePanelSize = createPersisted({
  name: 'panelSize',
  shape,
  initial: shape.parse({}),
  actions: (set) => ({
    sidebarResized: (px: number) =>
      set({ sidebarPx: Math.min(sidebarMaxPx, Math.max(sidebarMinPx, Math.round(px))), sidebarHidden: false }),
    sidebarShown: (shown: boolean) => set({ sidebarHidden: !shown }),
  }),
})
