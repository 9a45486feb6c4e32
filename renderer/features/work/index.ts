import { isApiError, sentenceOf } from '@renderer/api'
import type { Sentence } from '@renderer/i18n'
import { notifications, toast } from '@renderer/stores'

/** Texts of long work. */
export interface WorkWords {
  /** Kind and subject for the menu of notifications: "Export", "metadata". */
  readonly type: Sentence
  readonly module: Sentence
  /** While it runs. */
  readonly running: Sentence
  readonly detail: Sentence
  readonly failed: Sentence
  readonly cancelled: Sentence
}

/**
 * Runs long work with a toast that shows and cancels it. Reports failures and cancelling; never throws.
 *
 * @param done  opens or reports the result, and returns its line in the menu of notifications
 */
export async function runWork<T>(
  words: WorkWords,
  work: (signal: AbortSignal) => Promise<T>,
  done: (result: T) => Sentence | Promise<Sentence>,
): Promise<void> {
  const { type, module, running, detail, failed, cancelled } = words
  const abort = new AbortController()
  const cancel = (): void => abort.abort()
  const id = notifications.push({ type, module, title: running, progress: { percent: undefined, detail, cancel } })
  try {
    const result = await work(abort.signal)
    notifications.settle(id, 'success', undefined, { title: await done(result) })
  } catch (error) {
    const isCancelled = abort.signal.aborted || isApiError(error, 'CANCELLED')
    const reason = isCancelled ? undefined : sentenceOf(error)
    const title = isCancelled ? cancelled : failed
    notifications.settle(id, 'error', reason, { title })
    if (isCancelled) toast.info(title)
    else toast.error(title, { detail: reason })
  }
}
