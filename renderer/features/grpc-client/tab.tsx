import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { GrpcClient } = await withTexts(import('./GrpcClient'), ['apiClient', 'code', 'grpcClient', 'rpcProblems'])
  return { default: ({ project, tables }: TabPageProps) => <GrpcClient project={project} table={tables[0]?.title} /> }
})

/** The gRPC client (S1 §2). */
export const tabKind: TabKind = {
  id: 'grpc client',
  icon: 'plug',
  title: () => t('tabs.kinds.grpcClient'),
  permission: 'api.call',
  command: { id: 'grpcClient.open', label: 'actions.openGrpcClient', keys: [] },
  group: 'develop',
  order: 9,
  openedForType: 'grpc',
  Page,
}
