import type { TabKind } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { AutomationsTab } = await withTexts(import('./AutomationsTab'), ['automations', 'jobs'])
  return { default: AutomationsTab }
})

/** Automations: steps that run when records change. */
export const tabKind: TabKind = {
  id: 'automations',
  icon: 'bolt',
  title: () => t('tabs.kinds.automations'),
  permission: 'job.manage',
  command: { id: 'automations.open', label: 'actions.openAutomations', keys: [] },
  group: 'automate',
  order: 3,
  Page,
}
