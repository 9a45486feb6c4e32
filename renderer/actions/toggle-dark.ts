import { changeSetting, limitNotice, useWindows } from '@renderer/stores'
import type { Command } from './command'

type Appearance = Pick<ReturnType<typeof useWindows.getState>, 'darkTheme' | 'darkThemeAllowed'>

/** True if the page is dark now: by the user's choice, else the system's. Never where the installation locks it. */
export function isDark({ darkTheme, darkThemeAllowed }: Appearance = useWindows.getState()): boolean {
  if (darkThemeAllowed === false) return false
  return darkTheme ?? window.matchMedia('(prefers-color-scheme: dark)').matches
}

/** Ctrl+Shift+D (S1 §2). From then on the choice counts, not the system's. */
export const toggleDark: Command = {
  id: 'theme.toggleDark',
  label: 'actions.toggleDark',
  keys: ['Mod+Shift+D'],
  inFields: true,
  run: () => {
    if (useWindows.getState().darkThemeAllowed === false) limitNotice.locked()
    else changeSetting('darkTheme', !isDark())
  },
}
