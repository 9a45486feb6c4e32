import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { DiagramTab } = await withTexts(import('./DiagramTab'), ['erd'])
  return {
    default: ({ project, onOpenTable }: TabPageProps) => (
      <DiagramTab projectId={project.id} project={project.title} onOpenTable={onOpenTable} />
    ),
  }
})

export const tabKind: TabKind = {
  id: 'diagram',
  icon: 'diagram',
  title: () => t('tabs.kinds.erd'),
  permission: 'schema.read',
  command: { id: 'diagram.open', label: 'actions.openDiagram', keys: [] },
  group: 'data',
  order: 2,
  Page,
}
