import { infoToastMs } from '@common/constants'
import { t } from '@renderer/i18n'
import { create } from 'zustand'
import { toast } from './toasts'

export type NotificationStatus = 'pending' | 'success' | 'error'

/** One line of the notification menu (S1 §3). Type and module are words: 'Rename', 'project'. */
export interface Notification {
  readonly id: number
  readonly type: string
  readonly module: string
  readonly title: string
  readonly status: NotificationStatus
  /** Milliseconds since the epoch, when it got its status. */
  readonly time: number
  /** Sentence of the error, once it has failed. */
  readonly reason?: string | undefined
}

/** Older lines are forgotten. */
export const notificationsMax = 50

/** Notifications of this type say nothing by toast (S1 §4). */
const quietType = 'List'

interface NotificationsState {
  /** Newest first. */
  readonly list: readonly Notification[]
  readonly unread: boolean
}

export const useNotifications = create<NotificationsState>(() => ({ list: [], unread: false }))

let lastId = 0

export const notifications = {
  /** @returns id for `settle` */
  push: (line: Pick<Notification, 'type' | 'module' | 'title'>): number => {
    lastId += 1
    const added: Notification = { ...line, id: lastId, status: 'pending', time: Date.now() }
    useNotifications.setState(({ list }) => ({ list: [added, ...list].slice(0, notificationsMax), unread: true }))
    return added.id
  },
  settle: (id: number, status: Exclude<NotificationStatus, 'pending'>, reason?: string): void => {
    useNotifications.setState(({ list }) => ({
      list: list.map((line) => (line.id === id ? { ...line, status, time: Date.now(), reason } : line)),
      unread: true,
    }))
  },
  /** Forgets what is finished; what runs stays in sight. */
  clear: (): void => {
    useNotifications.setState(({ list }) => ({ list: list.filter((line) => line.status === 'pending'), unread: false }))
  },
  seen: (): void => useNotifications.setState({ unread: false }),
}

export function hasPending({ list }: NotificationsState): boolean {
  return list.some((line) => line.status === 'pending')
}

/** S1 §4: a change of the latest notification is told by a toast, unless it is pending or of type List. */
export function toastLatestNotification(): () => void {
  return useNotifications.subscribe((now, before) => {
    const latest = now.list[0]
    if (latest === undefined || latest === before.list[0]) return
    if (latest.status === 'pending' || latest.type === quietType) return
    // Taking lines away is no news of the one that is now on top.
    if (!before.list.some((line) => line.id === latest.id && line.status === 'pending')) return
    const { type, module } = latest
    if (latest.status === 'success')
      toast.success(t('notifications.successful', { type, module }), { durationMs: infoToastMs })
    else toast.error(t('notifications.failed', { type, module }), { durationMs: infoToastMs })
  })
}
