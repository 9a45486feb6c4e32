import { useOperation } from '@renderer/api'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { useAfterFirstRows } from '@renderer/stores'
import { classes, Icon } from '@renderer/ui'
import styles from './audit.module.css'

export interface AuditEntryProps {
  readonly projectId: string
  readonly isActive: boolean
  readonly onOpen: () => void
}

/** The line below the tree that opens the audit, with the number of its lines. */
export function AuditEntry({ projectId, isActive, onOpen }: AuditEntryProps) {
  const { t } = useTranslation()
  const { data } = useOperation('xcAuditList', { limit: 0 }, { projectId, silent: true, enabled: useAfterFirstRows() })
  return (
    <button
      type="button"
      className={classes(styles.entry, isActive && styles.active)}
      aria-current={isActive ? 'page' : undefined}
      onClick={onOpen}
    >
      <Icon name="audit" size={14} />
      <span className={styles.entryName}>{t('audit.title')}</span>
      {data && <span className={styles.count}>{formatNumber(data.count)}</span>}
    </button>
  )
}
