import type { TabKind } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'
import { cronTabId } from './tab-id'

const Page = lazy(async () => {
  const { JobsTab } = await withTexts(import('./JobsTab'), ['jobs'])
  return { default: JobsTab }
})

/** Crons: scheduled jobs with their runs (S1 §2). */
export const tabKind: TabKind = {
  id: cronTabId,
  icon: 'clock',
  title: () => t('tabs.kinds.cron'),
  permission: 'job.manage',
  command: { id: 'cron.open', label: 'actions.openCrons', keys: ['Mod+Shift+C'] },
  group: 'automate',
  order: 3,
  inBar: true,
  Page,
}
