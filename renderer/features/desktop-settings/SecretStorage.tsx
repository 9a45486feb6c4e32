import type { SecretStorage as Storage } from '@common/operations/secrets'
import { messageOf, useCommand, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ConfirmDialog, ErrorBanner, ErrorState, Skeleton } from '@renderer/ui'
import { useState } from 'react'
import styles from './desktop-settings.module.css'

/** Where the keys of stored passwords are, and how to move or replace them. */
export function SecretStorage() {
  const { t } = useTranslation()
  const read = useOperation('secretStorageRead', {}, { silent: true })
  if (read.data !== undefined) return <Known storage={read.data} />
  if (!read.isError) return <Skeleton width={240} height={16} />
  return (
    <ErrorState
      title={t('desktopSettings.secrets.notRead')}
      text={messageOf(read.error)}
      onRetry={() => void read.refetch()}
      retrying={read.isFetching}
    />
  )
}

function Known({ storage: { place, keychain } }: { readonly storage: Storage }) {
  const { t } = useTranslation()
  const move = useCommand('secretStorageMove')
  const renew = useCommand('secretStorageRenew')
  const [asking, setAsking] = useState<'moveOut' | 'renew'>()
  const failed = move.error ?? renew.error

  const moveTo = (to: 'keychain' | 'profile'): void =>
    move.mutate(
      { args: { to }, silent: true },
      { onSuccess: () => toast.success(sentence('desktopSettings.secrets.moved')) },
    )
  const replace = (): void =>
    renew.mutate(
      { args: {}, silent: true },
      { onSuccess: () => toast.success(sentence('desktopSettings.secrets.renewed')) },
    )

  return (
    <div className={styles.stack}>
      <p className={styles.state} data-place={place}>
        {place === 'keychain'
          ? t('desktopSettings.secrets.keychain', { name: keychain ?? '' })
          : t(`desktopSettings.secrets.${place === 'profile' && keychain === null ? 'noKeychain' : place}`)}
      </p>
      {failed !== null && <ErrorBanner title={messageOf(failed)} />}
      {place === 'profile' && keychain !== null && (
        <Button icon="lock" loading={move.isPending} onClick={() => moveTo('keychain')}>
          {t('desktopSettings.secrets.moveIn')}
        </Button>
      )}
      {place === 'keychain' && (
        <Button icon="folder" loading={move.isPending} onClick={() => setAsking('moveOut')}>
          {t('desktopSettings.secrets.moveOut')}
        </Button>
      )}
      {place === 'locked' && (
        <Button icon="key" danger loading={renew.isPending} onClick={() => setAsking('renew')}>
          {t('desktopSettings.secrets.renew')}
        </Button>
      )}
      {asking !== undefined && (
        <ConfirmDialog
          opened
          isOnTop
          title={t(`desktopSettings.secrets.${asking}`)}
          action={t(`desktopSettings.secrets.${asking}`)}
          onClose={() => setAsking(undefined)}
          onSubmit={() => {
            setAsking(undefined)
            if (asking === 'renew') replace()
            else moveTo('profile')
          }}
        >
          {t(`desktopSettings.secrets.${asking}Question`)}
        </ConfirmDialog>
      )}
    </div>
  )
}
