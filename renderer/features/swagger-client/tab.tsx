import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { SwaggerClient } = await withTexts(import('./SwaggerClient'), ['apiClient', 'code', 'swaggerClient'])
  return { default: ({ project }: TabPageProps) => <SwaggerClient projectId={project.id} /> }
})

/** The Swagger client: the OpenAPI document of the project, to read and to try out (S1 §2). */
export const tabKind: TabKind = {
  id: 'swagger client',
  icon: 'file',
  title: () => t('tabs.kinds.swaggerClient'),
  permission: 'api.call',
  command: { id: 'swaggerClient.open', label: 'actions.openSwaggerClient', keys: [] },
  order: 9,
  Page,
}
