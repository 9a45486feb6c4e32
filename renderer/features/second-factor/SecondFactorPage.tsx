import { useTranslation } from '@renderer/i18n'
import { useTitle } from '@renderer/ui'
import styles from './second-factor.module.css'
import { SecondFactorSettings } from './SecondFactorSettings'

/** `/user/settings/second-factor` */
export function SecondFactorPage() {
  const { t } = useTranslation()
  useTitle(t('secondFactor.title'))
  return (
    <div className={styles.page}>
      <SecondFactorSettings />
    </div>
  )
}
