import { withTexts } from '@renderer/i18n'
import type { SettingsSection } from './section'

export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'appearance',
    icon: 'palette',
    order: 1,
    load: async () => (await withTexts(import('./appearance'), ['preferences'])).content,
  },
  {
    id: 'privacy',
    icon: 'shield',
    order: 3,
    load: async () => (await withTexts(import('./privacy'), ['preferences'])).content,
  },
  {
    id: 'keys',
    icon: 'key',
    order: 4,
    load: async () => (await withTexts(import('./keys'), ['preferences'])).content,
  },
  {
    id: 'data',
    icon: 'database',
    order: 5,
    load: async () => (await withTexts(import('./data'), ['preferences'])).content,
  },
  {
    id: 'advanced',
    icon: 'tools',
    order: 6,
    load: async () => (await withTexts(import('./advanced'), ['preferences'])).content,
  },
]
