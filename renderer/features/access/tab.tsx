import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'
import { accessTabId } from './opened-rules'

const Page = lazy(async () => {
  const { AccessTab } = await withTexts(import('./AccessTab'), ['access'])
  return {
    default: ({ project, permissions, onOpenTable }: TabPageProps) => (
      <AccessTab project={project} permissions={permissions} onOpenTable={onOpenTable} />
    ),
  }
})

/** Which tables and columns each role reaches (S1 §2, tab kind acl). */
export const tabKind: TabKind = {
  id: accessTabId,
  icon: 'lock',
  title: () => t('tabs.kinds.acl'),
  permission: 'access.manage',
  command: { id: 'access.open', label: 'actions.openAccess', keys: [] },
  order: 5,
  Page,
}
