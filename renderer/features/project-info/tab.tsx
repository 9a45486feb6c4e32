import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { ProjectInfoTab } = await withTexts(import('./ProjectInfoTab'), ['projectInfo'])
  return { default: ({ project }: TabPageProps) => <ProjectInfoTab project={project} /> }
})

/** Facts of a project to read and copy (S1 §2). */
export const tabKind: TabKind = {
  id: 'projectInfo',
  icon: 'info',
  title: () => t('tabs.kinds.projectInfo'),
  permission: 'schema.change',
  command: { id: 'projectInfo.open', label: 'actions.openProjectInfo', keys: [] },
  order: 4,
  Page,
}
