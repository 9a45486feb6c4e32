import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import styles from './providers.module.css'

/** One button for each provider of this installation; nothing without providers. */
export function ProviderButtons() {
  const { t } = useTranslation()
  const { data: providers = [] } = useOperation('providerList', {}, { silent: true })
  if (providers.length === 0) return null
  return (
    <div className={styles.buttons}>
      <p className={styles.or}>{t('auth.providers.or')}</p>
      {providers.map(({ id, name }) => (
        <Button key={id} size="lg" icon="globe" fullWidth onClick={() => location.assign(`/auth/${id}`)}>
          {t('auth.providers.continue', { name })}
        </Button>
      ))}
    </div>
  )
}
