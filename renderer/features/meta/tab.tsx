import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'
import { MetaEntry } from './MetaEntry'

const Page = lazy(async () => {
  const { MetaTab } = await withTexts(import('./MetaTab'), ['metaTab'])
  return {
    default: ({ project, onOpenTable }: TabPageProps) => (
      <MetaTab projectId={project.id} onOpenTable={({ name }) => onOpenTable(name)} />
    ),
  }
})

/** Project metadata: changes that other programs made to the schema (S1 §2). */
export const tabKind: TabKind = {
  id: 'meta',
  icon: 'layers',
  title: () => t('tabs.kinds.meta'),
  permission: 'schema.change',
  command: { id: 'meta.open', label: 'actions.openMeta', keys: [] },
  order: 3,
  Entry: MetaEntry,
  Page,
}
