import type { TabKind } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'
import { SqlEntry } from './SqlEntry'

const Page = lazy(async () => {
  const { SqlTab } = await withTexts(import('./SqlTab'), ['code', 'sql'])
  return { default: SqlTab }
})

/** The SQL editor (S1 §2: SQL Client). */
export const tabKind: TabKind = {
  id: 'sql',
  icon: 'terminal',
  title: () => t('tabs.kinds.sql'),
  permission: 'sql.read',
  command: { id: 'sql.open', label: 'actions.openSql', keys: ['Mod+Shift+O'] },
  group: 'data',
  order: 0,
  Entry: SqlEntry,
  Page,
}
