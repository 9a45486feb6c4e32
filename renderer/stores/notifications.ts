import { t } from '@renderer/i18n'
import { create } from 'zustand'
import { generalToast } from './toasts'

export type NotificationStatus = 'pending' | 'success' | 'error'

/** How far long work has come. It is seen in a toast until somebody closes that, and in the menu until it has ended. */
export interface WorkProgress {
  /** 0–100; undefined while nobody can tell. */
  readonly percent: number | undefined
  /** What it does now, in words. */
  readonly detail: string
  /** Absent: it cannot be stopped, or is being stopped already. */
  readonly cancel?: (() => void) | undefined
  /** Somebody has closed its toast. */
  readonly isHidden?: boolean
}

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
  /** Of long work only. */
  readonly progress?: WorkProgress | undefined
  /** What can be done with what came of it. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
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
  push: (line: Pick<Notification, 'type' | 'module' | 'title' | 'progress'>): number => {
    lastId += 1
    const added: Notification = { ...line, id: lastId, status: 'pending', time: Date.now() }
    useNotifications.setState(({ list }) => ({ list: [added, ...list].slice(0, notificationsMax), unread: true }))
    return added.id
  },
  /** @param came  words and deed that take the place of those of the work */
  settle: (
    id: number,
    status: Exclude<NotificationStatus, 'pending'>,
    reason?: string,
    came: Partial<Pick<Notification, 'title' | 'action'>> = {},
  ): void => {
    useNotifications.setState(({ list }) => ({
      list: list.map((line) => (line.id === id ? { ...line, ...came, status, time: Date.now(), reason } : line)),
      unread: true,
    }))
  },
  /** Long work has come further; words and way to stop it may be others now. */
  progress: (id: number, progress: Omit<WorkProgress, 'isHidden'>): void => {
    useNotifications.setState(({ list }) => ({
      list: list.map((line) =>
        line.id === id && line.progress ? { ...line, progress: { ...line.progress, ...progress } } : line,
      ),
    }))
  },
  /** Closes the toast of long work, which goes on in the menu. */
  hideProgress: (id: number): void => {
    useNotifications.setState(({ list }) => ({
      list: list.map((line) =>
        line.id === id && line.progress ? { ...line, progress: { ...line.progress, isHidden: true } } : line,
      ),
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

/** Whether something runs that is over in a moment: long work has a bar of its own. */
export function hasShortWork({ list }: NotificationsState): boolean {
  return list.some((line) => line.status === 'pending' && line.progress === undefined)
}

/** S1 §4: a change of the latest notification is told by a toast, unless it is pending or of type List. */
export function toastLatestNotification(): () => void {
  return useNotifications.subscribe((now, before) => {
    const latest = now.list[0]
    if (latest === undefined || latest === before.list[0]) return
    // Long work says in its own words how it ended.
    if (latest.status === 'pending' || latest.type === quietType || latest.progress !== undefined) return
    // Taking lines away is no news of the one that is now on top.
    const pending = before.list.find((line) => line.id === latest.id && line.status === 'pending')
    if (pending === undefined) return
    const { type, module } = latest
    if (latest.status === 'success')
      generalToast('success', t('notifications.successful', { type, module }), pending.time)
    else generalToast('error', t('notifications.failed', { type, module }), pending.time)
  })
}
