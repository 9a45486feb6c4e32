import type { AnyMessage } from '@common/messages'
import { PageError } from '@renderer/api'
import { formatFacts, sentence } from '@renderer/i18n'
import { toast, type RowChange } from '@renderer/stores'

/** Records that a sentence names. */
const namedMax = 5

/** Thrown if some changes of a batch were not written, since others have deleted their records. */
export class SkippedChanges extends PageError {
  constructor(readonly changes: readonly RowChange[]) {
    super(skippedText(changes))
  }
}

/** Returns which records are deleted, and what to do. */
export function skippedText(changes: readonly RowChange[]): AnyMessage {
  return sentence('unsaved.recordsGone', { count: changes.length, records: namesOf(changes) })
}

/** Names the records that were not changed, for changes that are not queued. */
export function tellSkipped(changes: readonly RowChange[], skipped: readonly number[]): void {
  if (skipped.length === 0) return
  const left = changesAt(changes, skipped)
  toast.error(sentence('unsaved.skipped', { count: left.length, records: namesOf(left) }))
}

export const changesAt = (changes: readonly RowChange[], places: readonly number[]): readonly RowChange[] =>
  places.flatMap((at) => changes.slice(at, at + 1))

function namesOf(changes: readonly RowChange[]): string {
  const names = changes.slice(0, namedMax).flatMap((change) => {
    if (change.kind === 'create') return []
    return [change.record ?? change.rowKey.replaceAll('___', ', ')]
  })
  return changes.length > namedMax ? `${formatFacts(names)}…` : formatFacts(names)
}
