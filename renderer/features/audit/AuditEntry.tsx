import { useOperation } from '@renderer/api'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { useAfterFirstRows } from '@renderer/stores'
import { SidebarEntry } from '@renderer/ui'
import styles from './audit.module.css'

export interface AuditEntryProps {
  readonly projectId: string
  readonly isActive: boolean
  readonly onOpen: () => void
}

/** The line below the tree that opens the audit, with the number of its lines. */
export function AuditEntry({ projectId, isActive, onOpen }: AuditEntryProps) {
  const { t } = useTranslation()
  const { data } = useOperation(
    'auditList',
    { limit: 0, perChange: true },
    { projectId, silent: true, enabled: useAfterFirstRows() },
  )
  return (
    <SidebarEntry icon="audit" name={t('tabs.kinds.audit')} isActive={isActive} onOpen={onOpen}>
      {data && <span className={styles.count}>{formatNumber(data.count ?? 0)}</span>}
    </SidebarEntry>
  )
}
