import { formatTime, useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import linkStyles from '../share-link.module.css'
import { usePocketShare, type SharedPlace } from './use-pocket-share'

export interface PocketEntryProps {
  readonly projectId: string
  readonly place: SharedPlace
  /** Opens the dialog. */
  readonly onOpen: () => void
}

/** Offers to share the view with devices in the same network. Forms have links only. */
export function PocketEntry({ projectId, place, onOpen }: PocketEntryProps) {
  const { t } = useTranslation()
  const { data } = usePocketShare(projectId, place)
  if (data === undefined || data.obstacle === 'form') return null
  const { share, obstacle } = data
  return (
    <section className={linkStyles.pocket}>
      <div className={linkStyles.line}>
        <div>
          <h3>{t('shares.pocket.title')}</h3>
          <p>
            {share === null ? t('shares.pocket.about') : t('shares.pocket.until', { time: formatTime(share.endsAt) })}
          </p>
        </div>
        <Button
          size="md"
          icon="wifi"
          disabledReason={obstacle === null ? undefined : t('shares.pocket.elsewhere')}
          onClick={onOpen}
        >
          {t(share === null ? 'shares.pocket.open' : 'shares.pocket.show')}
        </Button>
      </div>
    </section>
  )
}
