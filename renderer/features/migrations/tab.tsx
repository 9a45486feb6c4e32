import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'

const Page = lazy(async () => {
  const { MigrationsTab } = await withTexts(import('./MigrationsTab'), ['migrations', 'code'])
  return { default: ({ project }: TabPageProps) => <MigrationsTab project={project} /> }
})

/** Migrations of a project, and the schemas of its environments side by side. */
export const tabKind: TabKind = {
  id: 'migrations',
  icon: 'code',
  title: () => t('tabs.kinds.migrations'),
  permission: 'schema.change',
  command: { id: 'migrations.open', label: 'actions.openMigrations', keys: [] },
  group: 'develop',
  order: 5.5,
  Page,
}
