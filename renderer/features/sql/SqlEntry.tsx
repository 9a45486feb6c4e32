import type { TabEntryProps } from '@renderer/features/tabs'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { useSqlSheets } from '@renderer/stores'
import { SidebarEntry } from '@renderer/ui'
import styles from './entry.module.css'

/** The line below the tree that opens the SQL editor, with the number of open queries (S1 §2). */
export function SqlEntry({ projectId, isActive, onOpen }: TabEntryProps) {
  const { t } = useTranslation()
  const count = useSqlSheets(projectId).length
  return (
    <SidebarEntry icon="terminal" name={t('tabs.kinds.sql')} isActive={isActive} onOpen={onOpen}>
      {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
    </SidebarEntry>
  )
}
