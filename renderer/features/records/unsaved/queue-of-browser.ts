import type { Table } from '@common/model'
import { isApiError } from '@renderer/api'
import { isListed, unsaved, useConnection, useUnsaved, type RowChange, type UnsavedBatch } from '@renderer/stores'
import type { QueuedBatch, RowQueue } from '../writes/queued-rows'
import { isStaging, isStagedBatch, restage, stage } from '../staged/staging'
import { keyColumns } from '../rows/row-key'
import { rowsWritten } from '@renderer/features/undo'
import { resendWaiting } from './resend'
import { tellSkipped } from './skipped'
import { isUnreached } from './unreached'

/** Queue of bulk changes that survives reloads while the server is unreachable. */
export function queueOfBrowser(projectId: string, tableName: string): RowQueue {
  let indexed: { readonly edits: unknown; readonly batches: readonly QueuedBatch[] } | undefined
  const batches = (): readonly QueuedBatch[] => {
    const { edits } = useUnsaved.getState()
    if (indexed?.edits === edits) return indexed.batches
    const found = edits.flatMap((edit): QueuedBatch[] =>
      edit.kind === 'batch' && edit.projectId === projectId && edit.table.name === tableName && isListed(edit)
        ? [{ id: edit.id, state: edit.state, changes: edit.changes, isFrozen: isFrozen(edit) }]
        : [],
    )
    const known = indexed?.batches ?? []
    const isSame = known.length === found.length && known.every((one, at) => isAlike(one, found[at]))
    indexed = { edits, batches: isSame ? known : found }
    return indexed.batches
  }
  return {
    stages: () => isStaging(projectId),
    send: async ({ table, api }, changes, words) => {
      // Later edits of a record couldn't find it by its old key.
      if (isStaging(projectId) && !changesKey(table, changes)) {
        stage(projectId, table, changes, words)
        return { state: 'staged' }
      }
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
      const mustWait = batches().some(({ state }) => state !== 'refused' && state !== 'staged')
      unsaved.put(mustWait ? waiting(edit) : edit)
      if (mustWait) {
        if (!useConnection.getState().isLost) void resendWaiting(projectId)
        return { state: 'waiting' }
      }
      try {
        const { made, skipped } = await api.apply({ id: edit.id, changes, words, anyway: true })
        unsaved.remove(edit.id)
        tellSkipped(changes, skipped)
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
    change: (id, changes, words) => {
      const edit = useUnsaved.getState().edits.find((each) => each.id === id)
      if (edit?.kind !== 'batch') return
      if (edit.isStaged === true)
        restage(projectId, words, new Map([[id, changes.length === 0 ? undefined : { ...edit, changes }]]))
      else if (changes.length === 0) unsaved.remove(id)
      else unsaved.put({ ...edit, changes })
    },
    subscribe: (listener) => useUnsaved.subscribe(listener),
  }
}

const waiting = (edit: UnsavedBatch): UnsavedBatch => ({ ...edit, state: 'waiting', waited: true })

/** True if an earlier commit may have stored it. */
const isFrozen = (edit: UnsavedBatch): boolean => isStagedBatch(edit) && edit.sentAs !== undefined

/** True if a change sets the key of a stored record. */
function changesKey(table: Table, changes: readonly RowChange[]): boolean {
  const titles = keyColumns(table).map(({ title }) => title)
  return changes.some(
    (change) => change.kind === 'update' && titles.some((title) => Object.hasOwn(change.values, title)),
  )
}

const isAlike = (one: QueuedBatch, other: QueuedBatch | undefined): boolean =>
  one.id === other?.id && one.state === other.state && one.isFrozen === other.isFrozen && one.changes === other.changes
