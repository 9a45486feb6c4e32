import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { ModelsTab } = await withTexts(import('./ModelsTab'), ['access', 'models'])
  return { default: ({ project }: TabPageProps) => <ModelsTab project={project} /> }
})

/** Meta Management: models on or off for each role (S1 §2). */
export const tabKind: TabKind = {
  id: 'disable/enable models',
  icon: 'eyeOff',
  title: () => t('tabs.kinds.models'),
  permission: 'access.manage',
  command: { id: 'models.open', label: 'actions.openModels', keys: [] },
  order: 6,
  Page,
}
