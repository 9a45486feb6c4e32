import type { TabKind } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { AppStoreTab } = await withTexts(import('./AppStoreTab'), ['plugins'])
  return { default: AppStoreTab }
})

/** App store: services that a project uses (S1 §2). */
export const tabKind: TabKind = {
  id: 'appStore',
  icon: 'apps',
  title: () => t('tabs.kinds.appStore'),
  permission: 'plugin.manage',
  command: { id: 'appStore.open', label: 'actions.openAppStore', keys: [] },
  order: 6.7,
  Page,
}
