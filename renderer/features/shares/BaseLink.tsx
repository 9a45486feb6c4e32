import type { BaseRole } from '@common/principal'
import { client, messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, ErrorState } from '@renderer/ui'
import { useState } from 'react'
import { BaseRoles, changesOf, Settings, useLinkWork } from './ShareLink'
import styles from './share-link.module.css'

/** The link of a whole project for visitors, with its settings. */
export function BaseLink({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const { data: share, error, refetch } = useOperation('shareBaseRead', {}, { projectId, silent: true })
  const { isBusy, run } = useLinkWork()
  const [role, setRole] = useState<BaseRole>('viewer')
  if (error !== null)
    return <ErrorState title={t('shares.link.notLoaded')} text={messageOf(error)} onRetry={() => void refetch()} />
  if (share === undefined) return null
  return (
    <div className={styles.base}>
      {share === null ? (
        <div className={styles.panel}>
          <p>{t('shares.base.none')}</p>
          <BaseRoles value={role} onChange={setRole} />
          <p>{t(`shares.base.about.${role}`)}</p>
          <Button
            kind="main"
            icon="link"
            loading={isBusy}
            onClick={() => void run(() => client.call('shareBaseCreate', { role }, { projectId, silent: true }))}
          >
            {t('shares.link.create')}
          </Button>
        </div>
      ) : (
        <>
          <Settings share={share} isBusy={isBusy} {...changesOf(projectId, share, run)} />
          {share.role !== null && <p className={styles.about}>{t(`shares.base.about.${share.role}`)}</p>}
        </>
      )}
    </div>
  )
}
