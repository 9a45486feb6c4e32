import type { SettingsSection } from '@renderer/features/preferences'
import { withTexts } from '@renderer/i18n'

export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'updates',
    icon: 'reload',
    order: 2,
    load: async () => (await withTexts(import('./rows'), ['updates'])).content,
  },
]
