import { useConnection, useUnsaved } from '@renderer/stores'
import { useEffect } from 'react'
import { retryDrafts } from './follow-drafts'
import { resendWaiting } from './resend'

/**
 * Waits before edits are sent again while the server responds, in milliseconds; the last one repeats. A load balancer
 * answers for a server that has just died, and needs a moment to use another one. A database may be away for longer.
 */
const againAfterMs = [1_000, 2_000, 5_000, 10_000, 20_000] as const

/** Sends the waiting edits of a project: after a reconnect at once, and again while any of them waits. */
export function useResending(projectId: string): void {
  const isLost = useConnection((state) => state.isLost)
  useEffect(() => {
    if (!isLost) void resendWaiting(projectId)
  }, [isLost, projectId])
  // Edits on their way count too: an attempt that fails must not start the waits again.
  const isUnsent = useUnsaved(({ edits }) =>
    edits.some((edit) => edit.projectId === projectId && (edit.state === 'waiting' || edit.state === 'sending')),
  )
  const isRetrying = !isLost && isUnsent
  useEffect(() => {
    if (!isRetrying) return undefined
    let attempts = 0
    let timer: ReturnType<typeof setTimeout>
    const sendLater = (): void => {
      timer = setTimeout(send, againAfterMs[Math.min(attempts, againAfterMs.length - 1)])
      attempts += 1
    }
    const send = (): void => {
      void resendWaiting(projectId)
      retryDrafts(projectId)
      sendLater()
    }
    sendLater()
    return () => clearTimeout(timer)
  }, [isRetrying, projectId])
}
