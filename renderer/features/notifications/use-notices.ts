import type { Notice } from '@common/operations/followers'
import { client, operationKey, queryClient, useOperation } from '@renderer/api'
import { useAfterFirstRows, useUsers } from '@renderer/stores'
import { useEffect } from 'react'

/** Polling interval without an open project, which would send events. */
const lookEveryMs = 60_000

export interface Notices {
  /** Newest first. */
  readonly list: readonly Notice[]
  readonly unread: number
  readonly markRead: () => void
  readonly clear: () => void
}

const none: readonly Notice[] = []

/** Returns the user's notifications about followed records, in all projects. */
export function useNotices(): Notices {
  const isSignedIn = useUsers((state) => state.user !== null)
  const isTime = useAfterFirstRows()
  const { data } = useOperation('noticeList', {}, { silent: true, enabled: isSignedIn && isTime })
  useEffect(() => {
    if (!isSignedIn) return undefined
    const timer = setInterval(lookAgain, lookEveryMs)
    window.addEventListener('focus', lookAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', lookAgain)
    }
  }, [isSignedIn])
  const unread = data?.unread ?? 0
  const list = data?.list ?? none
  return {
    list,
    unread,
    markRead: () => {
      if (unread > 0) void client.call('noticesRead', {}, { silent: true }).catch(() => undefined)
    },
    clear: () => {
      if (list.length > 0) void client.call('noticesClear', {}, { silent: true }).catch(() => undefined)
    },
  }
}

/** Refetches the notifications. */
export function lookAgain(): void {
  void queryClient.invalidateQueries({ queryKey: operationKey('noticeList', {}) })
}
