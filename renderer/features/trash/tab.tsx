import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { TrashTab } = await withTexts(import('./TrashTab'), ['trash'])
  return {
    default: ({ project, permissions, onRowsWritten }: TabPageProps) => (
      <TrashTab
        projectId={project.id}
        mayChangeSchema={permissions.has('schema.change')}
        onRowsRestored={onRowsWritten}
      />
    ),
  }
})

export const tabKind: TabKind = {
  id: 'trash',
  icon: 'trash',
  title: () => t('tabs.kinds.trash'),
  permission: 'trash.use',
  command: { id: 'trash.open', label: 'actions.openTrash', keys: [] },
  group: 'data',
  order: 7,
  Page,
}
