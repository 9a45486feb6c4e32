import { message, type Message } from '@common/messages'
import { createQueue } from '@common/util/queue'
import type { MailFailure } from './failure'

/** Queue of mails. Callers never wait for a mail server. */
export interface Outbox<T> {
  readonly add: (mail: T) => void
  /** Stops retrying. Reports the mails that were not delivered. */
  readonly close: () => Promise<void>
}

export interface OutboxOptions<T> {
  /** Delivers a mail. Undefined on success. */
  readonly attempt: (mail: T) => Promise<MailFailure | undefined>
  /** Called for each mail that is given up. */
  readonly failed: (mail: T, reason: Message, attempts: number) => void
  readonly report: (error: unknown) => void
  /** Pauses before the second attempt and each further one, in milliseconds. */
  readonly retryDelaysMs: readonly number[]
}

/** About an hour: greylisting servers accept a mail after minutes. */
export const defaultRetryDelaysMs: readonly number[] = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 40 * 60_000]

const deliveriesAtOnce = 3
/** Mails waiting for a delivery or a retry. More are rejected, so that a broken server can't fill the memory. */
const waitingMax = 2_000
const closeWaitMs = 2_000

interface Waiting<T> {
  readonly mail: T
  attempts: number
  reason: Message
  timer: NodeJS.Timeout | undefined
}

export function createOutbox<T>({ attempt, failed, report, retryDelaysMs }: OutboxOptions<T>): Outbox<T> {
  const { run, settled } = createQueue({ concurrency: deliveriesAtOnce })
  const waiting = new Set<Waiting<T>>()
  let isClosing = false

  const giveUp = (entry: Waiting<T>): void => {
    waiting.delete(entry)
    failed(entry.mail, entry.reason, entry.attempts)
  }

  const deliver = async (entry: Waiting<T>): Promise<void> => {
    if (isClosing) return
    entry.attempts += 1
    const failure = await attempt(entry.mail)
    if (failure === undefined) {
      waiting.delete(entry)
      return
    }
    entry.reason = failure.reason
    const delay = failure.isTemporary ? retryDelaysMs[entry.attempts - 1] : undefined
    if (delay === undefined) giveUp(entry)
    else if (!isClosing) {
      entry.timer = setTimeout(() => start(entry), delay)
      entry.timer.unref()
    }
  }

  const start = (entry: Waiting<T>): void => {
    run(() => deliver(entry)).catch((error: unknown) => {
      report(error)
      giveUp(entry)
    })
  }

  return {
    add: (mail) => {
      const entry: Waiting<T> = { mail, attempts: 0, reason: message('mailProblems.stopped'), timer: undefined }
      if (isClosing) failed(mail, entry.reason, 0)
      else if (waiting.size >= waitingMax) failed(mail, message('mailProblems.tooMany'), 0)
      else {
        waiting.add(entry)
        start(entry)
      }
    },
    close: async () => {
      isClosing = true
      for (const { timer } of waiting) clearTimeout(timer)
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, closeWaitMs).unref())
      await Promise.race([settled(), deadline])
      for (const entry of waiting) giveUp(entry)
    },
  }
}
