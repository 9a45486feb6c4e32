import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { DiagramTab } = await import('./DiagramTab')
  return {
    default: ({ project, onOpenTable }: TabPageProps) => (
      <DiagramTab projectId={project.id} project={project.title} onOpenTable={onOpenTable} />
    ),
  }
})

export const tabKind: TabKind = {
  id: 'diagram',
  icon: 'diagram',
  title: () => t('erd.title'),
  permission: 'schema.read',
  command: { id: 'diagram.open', label: 'actions.openDiagram', keys: [] },
  order: 2,
  Page,
}
