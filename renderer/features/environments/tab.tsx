import type { TabKind } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'
import { environmentsTabId } from './tab-id'

const Page = lazy(async () => {
  const { EnvironmentsTab } = await withTexts(import('./EnvironmentsTab'), ['environments'])
  return { default: EnvironmentsTab }
})

/** Environments of a project: variables, secrets, a database each (S1 §3). */
export const tabKind: TabKind = {
  id: environmentsTabId,
  icon: 'layers',
  title: () => t('tabs.kinds.environments'),
  permission: 'environment.read',
  command: { id: 'environments.open', label: 'actions.openEnvironments', keys: [] },
  order: 6.5,
  Page,
}
