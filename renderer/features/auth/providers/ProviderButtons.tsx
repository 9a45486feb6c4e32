import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { pendingInvitation } from '@renderer/stores'
import { Button } from '@renderer/ui'
import styles from './providers.module.css'

const icons = { google: 'globe', github: 'code', oidc: 'key' } as const

/**
 * One button for each provider of this installation; nothing without providers.
 *
 * @param invitation  token of the invitation that a new account uses
 */
export function ProviderButtons({ invitation }: { readonly invitation?: string }) {
  const { t } = useTranslation()
  const { data: providers = [] } = useOperation('providerList', {}, { silent: true })
  if (providers.length === 0) return null
  return (
    <>
      <p className={styles.or}>{t('auth.providers.or')}</p>
      <div className={styles.buttons}>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            size="lg"
            icon={icons[id]}
            aria-label={t('auth.providers.continue', { name })}
            onClick={() => {
              pendingInvitation.remember(invitation)
              location.assign(`/auth/${id}`)
            }}
          >
            {providers.length === 1 ? (
              t('auth.providers.continue', { name })
            ) : (
              <bdi className={styles.name}>{name}</bdi>
            )}
          </Button>
        ))}
      </div>
    </>
  )
}
