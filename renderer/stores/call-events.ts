import { operations, type Operation, type OperationName } from '@common/operations'
import { client, messageOf, type OperationCall } from '@renderer/api'
import { t, type TranslationKey } from '@renderer/i18n'
import { notifications } from './notifications'
import { beginProgress } from './progress'

/**
 * True for commands that push a notification. Account commands report on their own screen, and the page can't call what
 * only an undo calls.
 */
export function isNotified(name: OperationName): boolean {
  const { changes = [], undoOnly }: Operation = operations[name]
  return undoOnly !== true && changes.some((subject) => subject !== 'account')
}

/** Returns the words of a command: `notifications.operations.<name>.type` and `.module`. */
export function commandWords(name: OperationName): { readonly type: string; readonly module: string } {
  const word = (part: 'type' | 'module'): string =>
    t(`notifications.operations.${name}.${part}` as TranslationKey & 'notifications.title')
  return { type: word('type'), module: word('module') }
}

/** Calls move the top bar; commands push a notification: pending, then success or error (S1 §4). */
export function followCalls(): () => void {
  const open = new Map<number, { readonly endProgress: () => void; readonly notification: number | undefined }>()

  function started(call: OperationCall): void {
    if (call.silent) return
    let notification: number | undefined
    if (isNotified(call.name)) {
      const words = commandWords(call.name)
      const title = call.title ?? t('notifications.line', words)
      notification = notifications.push({ ...words, title })
    }
    open.set(call.id, { endProgress: beginProgress(), notification })
  }

  return client.onCall((event) => {
    if (event.type === 'started') return started(event.call)
    const entry = open.get(event.call.id)
    if (entry === undefined) return
    open.delete(event.call.id)
    entry.endProgress()
    if (entry.notification === undefined) return
    if (event.type === 'succeeded') notifications.settle(entry.notification, 'success')
    else notifications.settle(entry.notification, 'error', messageOf(event.error))
  })
}
