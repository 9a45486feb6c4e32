import { useWindows } from '@renderer/stores'
import type { Command } from './command'

/** True if the page is dark now: by the user's choice, else the system's. */
export function isDark(chosen: boolean | null = useWindows.getState().darkTheme): boolean {
  return chosen ?? window.matchMedia('(prefers-color-scheme: dark)').matches
}

/** Ctrl+Shift+D (S1 §2). From then on the choice counts, not the system's. */
export const toggleDark: Command = {
  id: 'theme.toggleDark',
  label: 'actions.toggleDark',
  keys: ['Mod+Shift+D'],
  inFields: true,
  run: () => useWindows.getState().darkThemeChosen(!isDark()),
}
