import { notificationListMaxPx } from '@common/constants'
import { formatDateTime, formatRelativeTime, useTranslation } from '@renderer/i18n'
import { hasPending, notifications, useNotifications, type Notification } from '@renderer/stores'
import { Icon, IconButton, Popover, Spinner, useMinute } from '@renderer/ui'
import { useState } from 'react'
import styles from './NotificationMenu.module.css'

/** The bell: operations with their state, newest first (S1 §2, §4). */
export function NotificationMenu() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const list = useNotifications((state) => state.list)
  const marked = useNotifications((state) => state.unread || hasPending(state))

  function change(next: boolean): void {
    setOpened(next)
    notifications.seen()
  }

  return (
    <Popover
      opened={opened}
      onChange={change}
      width={360}
      align="end"
      label={t('notifications.title')}
      flush
      target={
        <IconButton
          icon="bell"
          label={marked ? t('notifications.titleUnread') : t('notifications.title')}
          aria-haspopup="dialog"
          onClick={() => change(!opened)}
          badge={marked && <span className={styles.dot} />}
        />
      }
    >
      <div className={styles.header}>
        <span>{t('notifications.title')}</span>
        {list.length > 0 && (
          <button type="button" className={styles.clear} onClick={notifications.clear}>
            {t('notifications.clear')}
          </button>
        )}
      </div>
      {list.length === 0 ? (
        <p className={styles.none}>{t('notifications.none')}</p>
      ) : (
        // Scrolls by keys too.
        <ul
          className={styles.list}
          style={{ maxHeight: notificationListMaxPx }}
          tabIndex={0}
          aria-label={t('notifications.title')}
        >
          {list.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
    </Popover>
  )
}

function Line({ line }: { readonly line: Notification }) {
  const { t } = useTranslation()
  const now = useMinute()
  return (
    <li className={styles.line} data-status={line.status}>
      <span className={styles.mark}>
        {line.status === 'pending' ? <Spinner /> : <Icon name={line.status === 'success' ? 'check' : 'close'} />}
      </span>
      <span className={styles.text}>
        <span className={styles.title}>{line.title}</span>
        <span className="hidden-text">{t(`notifications.status.${line.status}`)}</span>
        {line.reason !== undefined && <span className={styles.reason}>{line.reason}</span>}
      </span>
      <time className={styles.time} dateTime={new Date(line.time).toISOString()} title={formatDateTime(line.time)}>
        {formatRelativeTime(line.time, Math.max(now, line.time), 'narrow')}
      </time>
    </li>
  )
}
