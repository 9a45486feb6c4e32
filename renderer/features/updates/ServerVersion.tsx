import { isApiError, sentenceOf } from '@renderer/api'
import { formatRelativeTime, useTranslation } from '@renderer/i18n'
import { readRelease, toast, useRelease } from '@renderer/stores'
import { Button, Skeleton, useMinute } from '@renderer/ui'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './updates.module.css'
import { VersionName } from './VersionName'

/** Version of the server, and the newest one that it knows. A server is upgraded by the person who runs it. */
export function ServerVersion() {
  const { t } = useTranslation()
  const { info, readAt } = useRelease()
  const [isReading, setReading] = useState(false)
  const now = useMinute()

  async function read(): Promise<void> {
    setReading(true)
    try {
      await readRelease()
    } catch (error) {
      if (!isApiError(error)) throw error
      toast.error(sentenceOf(error))
    } finally {
      setReading(false)
    }
  }
  useEffect(() => {
    if (useRelease.getState().info === null) void read()
  }, [])
  if (info === null) return <Skeleton height={32} width={160} />
  const { current, newest, isNewer, hasFeed } = info
  return (
    <div className={styles.state}>
      <div className={styles.version}>
        <VersionName version={current} />
        {hasFeed && (
          <Button icon="reload" loading={isReading} onClick={() => void read()}>
            {t('updates.checkNow')}
          </Button>
        )}
      </div>
      <p role="status">
        {!hasFeed
          ? t('updates.server.noFeed')
          : newest === null
            ? t('updates.server.noAnswer')
            : isNewer
              ? t('updates.state.available', { version: newest.version })
              : t('updates.upToDate')}
      </p>
      {(isNewer || !hasFeed) && <Link to="/docs/updates">{t('updates.howToUpgrade')}</Link>}
      {hasFeed && readAt !== null && (
        <p className={styles.faint}>
          {t('updates.lastCheck', { time: formatRelativeTime(readAt, Math.max(now, readAt)) })}
        </p>
      )}
    </div>
  )
}
