import { formatNumber, useTranslation } from '@renderer/i18n'
import { SidebarEntry } from '@renderer/ui'
import styles from './meta.module.css'
import { useDrift } from './use-drift'

export interface MetaEntryProps {
  readonly projectId: string
  readonly isActive: boolean
  readonly onOpen: () => void
}

/** The line below the tree that opens the project metadata, with the number of tables that others have changed. */
export function MetaEntry({ projectId, isActive, onOpen }: MetaEntryProps) {
  const { t } = useTranslation()
  const { data } = useDrift(projectId, { different: true })
  const count = data?.length ?? 0
  return (
    <SidebarEntry icon="layers" name={t('meta.entry')} isActive={isActive} onOpen={onOpen}>
      {count > 0 && (
        <span className={styles.news} title={t('meta.different', { count })}>
          {formatNumber(count)}
        </span>
      )}
    </SidebarEntry>
  )
}
