import { can } from '@common/permissions'
import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { TrashTab } = await import('./TrashTab')
  return {
    default: ({ project, roles, onRowsWritten }: TabPageProps) => (
      <TrashTab projectId={project.id} mayChangeSchema={can(roles, 'schema.change')} onRowsRestored={onRowsWritten} />
    ),
  }
})

export const tabKind: TabKind = {
  id: 'trash',
  icon: 'trash',
  title: () => t('trash.title'),
  permission: 'trash.use',
  command: { id: 'trash.open', label: 'actions.openTrash', keys: [] },
  order: 4,
  Page,
}
