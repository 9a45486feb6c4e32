import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { SnapshotsTab } = await withTexts(import('./SnapshotsTab'), ['snapshots'])
  return {
    default: ({ project, onRowsWritten }: TabPageProps) => (
      <SnapshotsTab projectId={project.id} onRowsWritten={onRowsWritten} />
    ),
  }
})

/** Snapshots of a project: its metadata with all records of one moment. */
export const tabKind: TabKind = {
  id: 'snapshots',
  icon: 'clock',
  title: () => t('tabs.kinds.snapshots'),
  permission: 'schema.change',
  command: { id: 'snapshots.open', label: 'actions.openSnapshots', keys: [] },
  group: 'data',
  order: 5,
  Page,
}
