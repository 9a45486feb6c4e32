import { sentence, type Sentence } from '@renderer/i18n'
import { create } from 'zustand'
import { generalToast, toast } from './toasts'

export type NotificationStatus = 'pending' | 'success' | 'error'

/** Progress of long work. Shown in a toast until the user closes it, and in the menu until the work ends. */
export interface WorkProgress {
  /** 0–100; undefined while unknown. */
  readonly percent: number | undefined
  /** The current step. */
  readonly detail: Sentence
  /** Absent: it cannot be stopped, or is being stopped already. */
  readonly cancel?: (() => void) | undefined
  /** True after the user has closed its toast. */
  readonly isHidden?: boolean
}

/**
 * One line of the notification menu (S1 §3). Type and module are display words: 'Rename', 'project'. Lines stay for hours,
 * so their texts are data, which follows a switch of the language.
 */
export interface Notification {
  readonly id: number
  readonly type: Sentence
  readonly module: Sentence
  readonly title: Sentence
  readonly status: NotificationStatus
  /** Milliseconds since the epoch, when it got its status. */
  readonly time: number
  /** Error message after a failure. */
  readonly reason?: Sentence | undefined
  /** For long work only. */
  readonly progress?: WorkProgress | undefined
  /** An action on the result. */
  readonly action?: { readonly label: Sentence; readonly run: () => void } | undefined
}

/** Older lines are forgotten. */
export const notificationsMax = 50

/** Notifications of this type show no toast (S1 §4). */
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
  /** @param came  text and action that replace those of the running work */
  settle: (
    id: number,
    status: Exclude<NotificationStatus, 'pending'>,
    reason?: Sentence,
    came: Partial<Pick<Notification, 'title' | 'action'>> = {},
  ): void => {
    useNotifications.setState(({ list }) => ({
      list: list.map((line) => (line.id === id ? { ...line, ...came, status, time: Date.now(), reason } : line)),
      unread: true,
    }))
  },
  /** Updates the progress of long work. May replace its text and its stop action. */
  progress: (id: number, progress: Omit<WorkProgress, 'isHidden'>): void => {
    useNotifications.setState(({ list }) => ({
      list: list.map((line) =>
        line.id === id && line.progress ? { ...line, progress: { ...line.progress, ...progress } } : line,
      ),
    }))
  },
  /** Closes the toast of long work, which continues in the menu. */
  hideProgress: (id: number): void => {
    useNotifications.setState(({ list }) => ({
      list: list.map((line) =>
        line.id === id && line.progress ? { ...line, progress: { ...line.progress, isHidden: true } } : line,
      ),
    }))
  },
  /** Removes finished notifications; running ones stay. */
  clear: (): void => {
    useNotifications.setState(({ list }) => ({ list: list.filter((line) => line.status === 'pending'), unread: false }))
  },
  seen: (): void => useNotifications.setState({ unread: false }),
}

/** Shows a message of another user: at once, and in the menu. */
export function announce(text: string, by?: string): void {
  toast.info(text, by === undefined ? {} : { detail: by })
  notifications.settle(notifications.push({ type: quietType, module: '', title: text }), 'success')
}

export function hasPending({ list }: NotificationsState): boolean {
  return list.some((line) => line.status === 'pending')
}

/** True if short work is running: long work has a progress bar of its own. */
export function hasShortWork({ list }: NotificationsState): boolean {
  return list.some((line) => line.status === 'pending' && line.progress === undefined)
}

/** S1 §4: a change of the latest notification shows a toast, unless it is pending or of type List. */
export function toastLatestNotification(): () => void {
  return useNotifications.subscribe((now, before) => {
    const latest = now.list[0]
    if (latest === undefined || latest === before.list[0]) return
    // Long work reports its outcome itself.
    if (latest.status === 'pending' || latest.type === quietType || latest.progress !== undefined) return
    // Removing lines doesn't make the new top line news.
    const pending = before.list.find((line) => line.id === latest.id && line.status === 'pending')
    if (pending === undefined) return
    const { type, module } = latest
    if (latest.status === 'success')
      generalToast('success', sentence('notifications.successful', { type, module }), pending.time)
    else generalToast('error', sentence('notifications.failed', { type, module }), pending.time)
  })
}
