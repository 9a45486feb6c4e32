import type { TabKind } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { SettingsTab } = await withTexts(import('./SettingsTab'), ['preferences'])
  return { default: SettingsTab }
})

/** Project settings (S1 §2), titled Themes: the settings of the application, at their appearance. */
export const tabKind: TabKind = {
  id: 'themes',
  icon: 'gear',
  title: () => t('tabs.kinds.themes'),
  permission: 'project.configure',
  command: { id: 'themes.open', label: 'actions.openThemes', keys: [] },
  order: 9.5,
  Page,
}
