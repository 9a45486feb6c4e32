import { useTranslation } from '@renderer/i18n'
import { Icon, Tooltip } from '@renderer/ui'
import styles from './production.module.css'

/** Marks a project whose database is in production. */
export function ProductionMark() {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('production.hint')}>
      <span className={styles.mark}>
        <Icon name="warning" size={12} />
        {t('production.mark')}
      </span>
    </Tooltip>
  )
}
