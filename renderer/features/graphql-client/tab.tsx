import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { GraphqlClient } = await withTexts(import('./GraphqlClient'), ['code', 'graphqlClient'])
  return { default: ({ project, tables }: TabPageProps) => <GraphqlClient project={project} tables={tables} /> }
})

/** The GraphQL client (S1 §2). */
export const tabKind: TabKind = {
  id: 'GraphQL client',
  icon: 'code',
  title: () => t('tabs.kinds.graphqlClient'),
  permission: 'row.read',
  command: { id: 'graphqlClient.open', label: 'actions.openGraphqlClient', keys: [] },
  group: 'develop',
  order: 9,
  openedForType: 'graphql',
  Page,
}
