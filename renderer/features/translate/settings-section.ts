import type { SettingsSection } from '@renderer/features/preferences'
import { withTexts } from '@renderer/i18n'

/** A row of the section of the language. */
export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'appearance',
    icon: 'palette',
    order: 1.5,
    load: async () => (await withTexts(import('./rows'), ['translate', 'preferences'])).content,
  },
]
