import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { HistoryTab } = await withTexts(import('./HistoryTab'), ['moments', 'audit', 'snapshots'])
  return {
    default: ({ project, tables, permissions, onRowsWritten }: TabPageProps) => (
      <HistoryTab projectId={project.id} tables={tables} permissions={permissions} onRowsWritten={onRowsWritten} />
    ),
  }
})

/** The changes and snapshots of a project, and its tables at earlier moments. */
export const tabKind: TabKind = {
  id: 'history',
  icon: 'history',
  title: () => t('tabs.kinds.history'),
  permission: 'audit.read',
  command: { id: 'history.open', label: 'actions.openHistory', keys: [] },
  group: 'data',
  order: 2,
  Page,
}
