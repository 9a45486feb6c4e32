import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { BackendTab } = await withTexts(import('./BackendTab'), ['backend'])
  return {
    default: ({ project, tables }: TabPageProps) => <BackendTab projectId={project.id} tables={tables} />,
  }
})

/** Generates a REST server from the tables (S1 §7). */
export const tabKind: TabKind = {
  id: 'backend',
  icon: 'code',
  title: () => t('tabs.kinds.backend'),
  permission: 'project.configure',
  command: { id: 'backend.open', label: 'actions.openBackend', keys: [] },
  inSidebar: false,
  order: 4.5,
  Page,
}
