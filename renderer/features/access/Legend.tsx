import { useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import styles from './access.module.css'

/** Explains the ticks of the matrix. */
export function Legend() {
  const { t } = useTranslation()
  return (
    <ul className={styles.legend} aria-label={t('access.legend.label')}>
      <li>
        <span className={classes(styles.box, styles.allowed)}>
          <Icon name="check" size={12} />
        </span>
        {t('access.legend.on')}
      </li>
      <li className={styles.forbidden}>
        <span className={styles.box}>
          <Icon name="close" size={12} />
        </span>
        {t('access.legend.forbidden')}
      </li>
      <li className={styles.ungranted}>
        <span className={styles.box} />
        {t('access.legend.ungranted')}
      </li>
    </ul>
  )
}
