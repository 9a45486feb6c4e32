import { useTranslation } from '@renderer/i18n'
import { useAbility } from '@renderer/stores'
import { useTitle } from '@renderer/ui'
import { Link } from 'react-router-dom'
import styles from './plans.module.css'

/** Where the links of limits lead: there is nothing to buy, and who set the limits. */
export function PlansPage() {
  const { t } = useTranslation()
  const { maxTabs, maxTables, darkTheme } = useAbility()
  useTitle(t('plans.title'))
  return (
    <div className={styles.page}>
      <h1>{t('plans.title')}</h1>
      <p>{t('plans.text')}</p>
      <h2>{t('plans.limits')}</h2>
      <ul className={styles.limits}>
        <li>{t('plans.limitTabs', { max: maxTabs })}</li>
        <li>{t('plans.limitTables', { max: maxTables })}</li>
        <li>{t(darkTheme ? 'plans.darkOpen' : 'plans.darkLocked')}</li>
      </ul>
      <p>{t('plans.administrator')}</p>
      <p>{t('plans.referral')}</p>
      <p>
        <Link to="/">{t('plans.back')}</Link>
      </p>
    </div>
  )
}
