import { useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import styles from './trash.module.css'

export interface TrashEntryProps {
  readonly isActive: boolean
  readonly onOpen: () => void
}

/** The line below the tree that opens the trash. */
export function TrashEntry({ isActive, onOpen }: TrashEntryProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classes(styles.entry, isActive && styles.active)}
      aria-current={isActive ? 'page' : undefined}
      onClick={onOpen}
    >
      <Icon name="trash" size={14} />
      <span className={styles.entryName}>{t('trash.title')}</span>
    </button>
  )
}
