import { defaultDbAlias } from '@common/constants'
import { workKinds, type Notice } from '@common/operations/followers'
import { shortName } from '@common/util/short-name'
import { queryOfTab } from '@renderer/features/tabs'
import { formatDateTime, formatRelativeTime, serverText, useTranslation } from '@renderer/i18n'
import { goTo } from '@renderer/stores'
import { Icon, useMinute } from '@renderer/ui'
import styles from './NotificationMenu.module.css'

const icons = {
  comment: 'chat',
  mention: 'chat',
  change: 'pencil',
  delete: 'trash',
  jobFailed: 'warning',
  jobStopped: 'stop',
  automationFailed: 'warning',
  automationStopped: 'stop',
} as const

/** A notification about a followed record or a job. A click opens the record, or the tab of jobs. */
export function NoticeLine({ notice, onDone }: { readonly notice: Notice; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const now = useMinute()
  const { kind, user, project, createdAt: created, rowId } = notice
  const isJob = workKinds.includes(kind)
  const details = isJob ? serverText(notice.msg, notice.message) : notice.details
  const person = user === null ? t('notices.nobody') : shortName(user)
  const record = notice.record === '' ? t('notices.record') : notice.record
  const text = (
    <span className={styles.text}>
      <span className={styles.title}>{t(`notices.${kind}`, { person, record })}</span>
      <span className={styles.reason}>{details === '' ? project : t('notices.details', { project, details })}</span>
    </span>
  )
  const canOpen = isJob || (kind !== 'delete' && rowId !== null)
  const open = (): void => {
    onDone()
    const tab = isJob
      ? { ...tabOfJob(kind), dbAlias: defaultDbAlias }
      : { type: 'table', name: notice.table, dbAlias: defaultDbAlias, record: rowId ?? '' }
    void goTo(`/nc/${encodeURIComponent(notice.projectId)}?${queryOfTab(tab).toString()}`)
  }
  return (
    <li className={styles.line} data-unread={!notice.read || undefined}>
      <span className={styles.mark}>
        <Icon name={icons[kind]} />
      </span>
      {canOpen ? (
        <button type="button" className={styles.open} onClick={open}>
          {text}
        </button>
      ) : (
        text
      )}
      <time className={styles.time} dateTime={created} title={formatDateTime(created)}>
        {formatRelativeTime(created, Math.max(now, Date.parse(created)), 'narrow')}
      </time>
    </li>
  )
}

const tabOfJob = (kind: Notice['kind']): { readonly type: string; readonly name: string } => {
  const id = kind.startsWith('automation') ? 'automations' : 'cron'
  return { type: id, name: id }
}
