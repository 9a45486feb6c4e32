import { nativeTheme } from 'electron'
import type { Settings } from '@main/lib/settings-file'

/**
 * Gives the theme of the settings to the system's own parts: menus, dialogs, and the window before its page is drawn.
 * The page then follows the system through it.
 */
export function applyNativeTheme(darkTheme: Settings['darkTheme']): void {
  nativeTheme.themeSource = darkTheme === null ? 'system' : darkTheme ? 'dark' : 'light'
}
