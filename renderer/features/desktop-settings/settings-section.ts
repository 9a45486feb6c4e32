import type { SettingsSection } from '@renderer/features/preferences'
import { withTexts } from '@renderer/i18n'

/** Rows of the desktop application in the sections Data and Advanced. */
export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'data',
    icon: 'database',
    order: 5.5,
    load: async () => (await withTexts(import('./data-rows'), ['desktopSettings'])).content,
  },
  {
    id: 'advanced',
    icon: 'tools',
    // Before resetting all settings.
    order: 5.9,
    load: async () => (await withTexts(import('./advanced-rows'), ['desktopSettings'])).content,
  },
]
