import type { TabKind } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'
import { teamTabId } from './tab-id'

const Page = lazy(async () => {
  const { TeamTab } = await withTexts(import('./TeamTab'), ['team', 'installation', 'projects', 'roleDescriptions'])
  return { default: TeamTab }
})

/** Team & Auth: people, API tokens and roles of a project (S1 §2). */
export const tabKind: TabKind = {
  id: teamTabId,
  icon: 'users',
  title: () => t('tabs.kinds.team'),
  permission: 'token.use',
  command: { id: 'team.open', label: 'actions.openTeam', keys: [] },
  order: 4,
  openedFor: 'project.configure',
  Page,
}
