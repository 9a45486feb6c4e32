import { tabsHeld } from '@common/constants'
import type { Command, KeyLine } from '@renderer/actions'
import { tabs, useTabs } from '@renderer/features/tabs'
import { sidebar } from '@renderer/stores'

const hasTabs = (): boolean => useTabs.getState().tabs.length > 0

/** Commands of the dashboard (visual reference §7). */
export const dashboardCommands: readonly Command[] = [
  {
    id: 'tabs.close',
    label: 'tabs.closeTab',
    keys: ['Mod+W'],
    area: 'tabs',
    inFields: true,
    when: hasTabs,
    run: () => tabs.closeActive(),
  },
  {
    id: 'sidebar.toggle',
    label: 'actions.toggleSidebar',
    keys: ['Mod+B'],
    inFields: true,
    run: sidebar.toggle,
  },
  ...Array.from({ length: tabsHeld }, (_, at): Command => ({
    id: `tabs.go${at + 1}`,
    label: 'tabs.all',
    listed: false,
    keys: [`Mod+${at + 1}`],
    inFields: true,
    when: () => useTabs.getState().tabs.length > at,
    run: () => tabs.activateAt(at),
  })),
]

/** The commands for individual tabs, in one line. */
export const dashboardKeys: readonly KeyLine[] = [
  { id: 'tabs.go', label: 'actions.goToTab', keys: [`Mod+1…${tabsHeld}`], area: 'tabs' },
]
