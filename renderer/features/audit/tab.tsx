import type { TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'
import { AuditEntry } from './AuditEntry'

const Page = lazy(async () => {
  const { AuditTab } = await withTexts(import('./AuditTab'), ['audit'])
  return {
    default: ({ project, tables, onOpenTable }: TabPageProps) => (
      <AuditTab projectId={project.id} tables={tables} onOpenTable={({ name }) => onOpenTable(name)} />
    ),
  }
})

export const tabKind: TabKind = {
  id: 'audit',
  icon: 'audit',
  title: () => t('tabs.kinds.audit'),
  permission: 'audit.read',
  command: { id: 'audit.open', label: 'actions.openAudit', keys: [] },
  order: 1,
  Entry: AuditEntry,
  Page,
}
