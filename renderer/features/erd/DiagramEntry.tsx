import { useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import styles from './entry.module.css'

export interface DiagramEntryProps {
  readonly isActive: boolean
  readonly onOpen: () => void
}

/** The line below the tree that opens the diagram of the tables. */
export function DiagramEntry({ isActive, onOpen }: DiagramEntryProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classes(styles.entry, isActive && styles.active)}
      aria-current={isActive ? 'page' : undefined}
      onClick={onOpen}
    >
      <Icon name="diagram" size={14} />
      <span className={styles.name}>{t('erd.title')}</span>
    </button>
  )
}
