import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { ApiClient } = await withTexts(import('./ApiClient'), ['apiClient', 'code'])
  return {
    default: ({ project, tables, permissions }: TabPageProps) => (
      <ApiClient
        project={project}
        tables={tables}
        mayStore={permissions.has('api.collect')}
        mayAddVariables={permissions.has('environment.manage')}
        mayMeasure={permissions.has('api.measure')}
      />
    ),
  }
})

/** The REST client (S1 §2). */
export const tabKind: TabKind = {
  id: 'API client',
  icon: 'code',
  title: () => t('tabs.kinds.apiClient'),
  permission: 'api.call',
  command: { id: 'apiClient.open', label: 'actions.openApiClient', keys: [] },
  group: 'develop',
  order: 9,
  Page,
}
