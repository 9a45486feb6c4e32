import { notificationListMaxPx } from '@common/constants'
import {
  formatDateTime,
  formatRelativeTime,
  sentence,
  sentenceText,
  useTranslation,
  type Sentence,
} from '@renderer/i18n'
import { hasPending, notifications, useNotifications, type Notification } from '@renderer/stores'
import { Icon, IconButton, Popover, ProgressLine, Spinner, useMinute } from '@renderer/ui'
import { useState } from 'react'
import { NoticeLine } from './NoticeLine'
import styles from './NotificationMenu.module.css'
import { useNotices } from './use-notices'

/** The bell's menu: operations with their state, and notifications about followed records, newest first (S1 §2, §4). */
export function NotificationMenu() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const list = useNotifications((state) => state.list)
  const notices = useNotices()
  const marked = useNotifications((state) => state.unread || hasPending(state)) || notices.unread > 0
  const isEmpty = list.length === 0 && notices.list.length === 0

  function change(next: boolean): void {
    setOpened(next)
    notifications.seen()
    // On closing, so that new notifications stay marked while the menu is open.
    if (!next) notices.markRead()
  }
  const lines = [
    ...list.map((line) => ({
      at: line.time,
      node: <Line key={line.id} line={line} onDone={() => change(false)} />,
    })),
    ...notices.list.map((notice) => ({
      at: Date.parse(notice.createdAt),
      node: <NoticeLine key={notice.id} notice={notice} onDone={() => change(false)} />,
    })),
  ].toSorted((one, other) => other.at - one.at)

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
        {!isEmpty && (
          <button
            type="button"
            className={styles.clear}
            onClick={() => {
              notifications.clear()
              notices.clear()
            }}
          >
            {t('notifications.clear')}
          </button>
        )}
      </div>
      {isEmpty ? (
        <p className={styles.none}>{t('notifications.none')}</p>
      ) : (
        // Scrolls by keys too.
        <ul
          className={styles.list}
          style={{ maxHeight: notificationListMaxPx }}
          tabIndex={0}
          aria-label={t('notifications.title')}
        >
          {lines.map(({ node }) => node)}
        </ul>
      )}
    </Popover>
  )
}

function Line({ line, onDone }: { readonly line: Notification; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const now = useMinute()
  return (
    <li className={styles.line} data-status={line.status}>
      <span className={styles.mark}>
        {line.status === 'pending' ? <Spinner /> : <Icon name={line.status === 'success' ? 'check' : 'close'} />}
      </span>
      <span className={styles.text}>
        <span className={styles.title}>{sentenceText(outcomeOf(line))}</span>
        <span className="hidden-text">{t(`notifications.status.${line.status}`)}</span>
        {line.status === 'pending' && line.progress && (
          <ProgressLine
            label={sentenceText(line.title)}
            detail={sentenceText(line.progress.detail)}
            percent={line.progress.percent}
          />
        )}
        {line.reason !== undefined && <span className={styles.reason}>{sentenceText(line.reason)}</span>}
      </span>
      {line.status === 'pending' && line.progress?.cancel && (
        <button type="button" className={styles.clear} onClick={line.progress.cancel}>
          {t('ui.cancel')}
        </button>
      )}
      {line.status !== 'pending' && line.action && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            onDone()
            line.action?.run()
          }}
        >
          {sentenceText(line.action.label)}
        </button>
      )}
      <time className={styles.time} dateTime={new Date(line.time).toISOString()} title={formatDateTime(line.time)}>
        {formatRelativeTime(line.time, Math.max(now, line.time), 'narrow')}
      </time>
    </li>
  )
}

/** Returns the outcome of a call in the words of the specification. Long-running work has its own messages. */
function outcomeOf({ title, type, module, status, progress }: Notification): Sentence {
  const isOwn = typeof title === 'string' || title.key !== sentence('notifications.line').key
  if (status === 'pending' || progress !== undefined || isOwn) return title
  return sentence(status === 'success' ? 'notifications.successful' : 'notifications.failed', { type, module })
}
