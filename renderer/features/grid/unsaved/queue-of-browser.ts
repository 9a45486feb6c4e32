import { isApiError } from '@renderer/api'
import { unsaved, useConnection, useUnsaved, type UnsavedBatch } from '@renderer/stores'
import type { QueuedBatch, RowQueue } from '../queued-rows'
import { rowsWritten } from '../undo/rows-written'
import { resendWaiting } from './resend'
import { isUnreached } from './unreached'

/** Queue of bulk changes that survives reloads while the server is unreachable. */
export function queueOfBrowser(projectId: string, tableName: string): RowQueue {
  const shown = (edit: UnsavedBatch): boolean => edit.state !== 'sending' || edit.waited === true
  let indexed: { readonly edits: unknown; readonly batches: readonly QueuedBatch[] } | undefined
  const batches = (): readonly QueuedBatch[] => {
    const { edits } = useUnsaved.getState()
    if (indexed?.edits === edits) return indexed.batches
    const found = edits.flatMap((edit): QueuedBatch[] =>
      edit.kind === 'batch' && edit.projectId === projectId && edit.table.name === tableName && shown(edit)
        ? [{ id: edit.id, state: edit.state, changes: edit.changes }]
        : [],
    )
    const known = indexed?.batches ?? []
    const isSame = known.length === found.length && known.every((one, at) => isAlike(one, found[at]))
    indexed = { edits, batches: isSame ? known : found }
    return indexed.batches
  }
  return {
    send: async ({ table, api }, changes, words) => {
      const edit: UnsavedBatch = {
        kind: 'batch',
        id: crypto.randomUUID(),
        projectId,
        table: { name: table.name, title: table.title },
        state: 'sending',
        at: Date.now(),
        words,
        changes,
        columns: Object.fromEntries(table.columns.map(({ title, name }) => [title, name])),
      }
      // Keeps the order: sends queued batches first.
      const mustWait = batches().some(({ state }) => state !== 'refused')
      unsaved.put(mustWait ? waiting(edit) : edit)
      if (mustWait) {
        if (!useConnection.getState().isLost) void resendWaiting(projectId)
        return { state: 'waiting' }
      }
      try {
        const made = await api.apply({ id: edit.id, changes, words, anyway: true })
        unsaved.remove(edit.id)
        return { state: 'stored', made }
      } catch (error) {
        if (isUnreached(error)) {
          unsaved.put(waiting(edit))
          return { state: 'waiting' }
        }
        unsaved.remove(edit.id)
        if (isApiError(error) && error.code === 'WRITE_UNCERTAIN') rowsWritten.tell(projectId)
        throw error
      }
    },
    batches,
    change: (id, changes) => {
      const edit = useUnsaved.getState().edits.find((each) => each.id === id)
      if (edit?.kind !== 'batch') return
      if (changes.length === 0) unsaved.remove(id)
      else unsaved.put({ ...edit, changes })
    },
    subscribe: (listener) => useUnsaved.subscribe(listener),
  }
}

const waiting = (edit: UnsavedBatch): UnsavedBatch => ({ ...edit, state: 'waiting', waited: true })

const isAlike = (one: QueuedBatch, other: QueuedBatch | undefined): boolean =>
  one.id === other?.id && one.state === other.state && one.changes === other.changes
