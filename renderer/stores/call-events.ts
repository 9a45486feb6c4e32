import { operations, type Operation, type OperationName } from '@common/operations'
import { client, sentenceOf, type OperationCall } from '@renderer/api'
import { sentence, withTexts } from '@renderer/i18n'
import type * as wordsOfCommands from './command-words'
import { afterFirstRows } from './first-rows'
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

type Words = typeof wordsOfCommands

let loaded: Words | undefined

/** Loads the words of commands: long, and not needed to show a table. */
export async function loadCommandWords(): Promise<Words> {
  return (loaded ??= await withTexts(import('./command-words'), ['operations']))
}

interface OpenCall {
  readonly endProgress: () => void
  /** Id of its notification; a promise of it while the words load. */
  readonly line: number | Promise<number> | undefined
}

function pushLine({ name, title }: OperationCall, { commandWords }: Words): number {
  const words = commandWords(name)
  return notifications.push({ ...words, title: title ?? sentence('notifications.line', words) })
}

/** Calls move the top bar; commands push a notification: pending, then success or error (S1 §4). */
export function followCalls(): () => void {
  const open = new Map<number, OpenCall>()
  afterFirstRows(() => void loadCommandWords().catch(() => undefined))

  function started(call: OperationCall): void {
    if (call.silent) return
    const push = (words: Words): number => pushLine(call, words)
    const line = isNotified(call.name) ? (loaded ? push(loaded) : loadCommandWords().then(push)) : undefined
    open.set(call.id, { endProgress: beginProgress(), line })
  }

  return client.onCall((event) => {
    if (event.type === 'started') return started(event.call)
    const entry = open.get(event.call.id)
    if (entry === undefined) return
    open.delete(event.call.id)
    entry.endProgress()
    const settle = (line: number): void => {
      if (event.type === 'succeeded') notifications.settle(line, 'success')
      else notifications.settle(line, 'error', sentenceOf(event.error))
    }
    if (typeof entry.line === 'number') settle(entry.line)
    // Without its words, a call only moves the bar.
    else entry.line?.then(settle, () => undefined)
  })
}
