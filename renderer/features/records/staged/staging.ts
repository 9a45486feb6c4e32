import { bulkRowsMax } from '@common/constants'
import type { Table } from '@common/model'
import { UndoImpossible, undoLog, type StepWords } from '@renderer/features/undo'
import { sentence } from '@renderer/i18n'
import { production, unsaved, useUnsaved, type RowChange, type UnsavedBatch, type UnsavedEdit } from '@renderer/stores'
import { TooManyRows } from '../rows/too-many-rows'

/** True for edits that only a commit sends. */
export const isStagedBatch = (edit: UnsavedEdit): edit is UnsavedBatch =>
  edit.kind === 'batch' && edit.isStaged === true

/** Returns the staged edits of a project, oldest first. */
export const stagedIn = (edits: readonly UnsavedEdit[], projectId: string): readonly UnsavedBatch[] =>
  edits.filter(isStagedBatch).filter((edit) => edit.projectId === projectId)

export const stagedOf = (projectId: string): readonly UnsavedBatch[] => stagedIn(useUnsaved.getState().edits, projectId)

/** True if edits wait for a commit: in production, and until the last staged edit is committed or discarded. */
export const isStaging = (projectId: string): boolean => production.has(projectId) || stagedOf(projectId).length > 0

/** Batches by id; undefined for one that isn't there. */
type Batches = ReadonlyMap<string, UnsavedBatch | undefined>

/** Batches whose undo step this window has. */
const recorded = new Set<string>()

/**
 * Stages changes of one action, as one undo step.
 *
 * @param id  id of the batch. Default: a new one
 * @throws TooManyRows if a commit couldn't take them all
 */
export function stage(
  projectId: string,
  table: Table,
  changes: readonly RowChange[],
  words: StepWords,
  id: string = crypto.randomUUID(),
): void {
  const held = stagedOf(projectId).reduce((sum, batch) => sum + batch.changes.length, 0)
  if (held + changes.length > bulkRowsMax) throw new TooManyRows()
  const batch: UnsavedBatch = {
    kind: 'batch',
    id,
    projectId,
    table: { name: table.name, title: table.title },
    state: 'staged',
    isStaged: true,
    at: Date.now(),
    words,
    changes,
    columns: Object.fromEntries(table.columns.map(({ title, name }) => [title, name])),
  }
  restage(projectId, words, new Map([[id, batch]]))
}

/** Replaces staged batches as one undo step; undefined discards a batch. */
export function restage(projectId: string, words: StepWords, after: Batches): void {
  const before = new Map([...after.keys()].map((id) => [id, batchNow(id)]))
  record(projectId, words, before, after)
  put(after)
}

/** Makes the staged edits of an earlier window undoable, oldest first. */
export function resumeStaged(projectId: string): void {
  // Another user's session may have cleared it.
  if (undoLog.history(projectId).entries.length === 0) recorded.clear()
  for (const batch of stagedOf(projectId))
    if (!recorded.has(batch.id))
      record(projectId, batch.words, new Map([[batch.id, undefined]]), new Map([[batch.id, batch]]))
}

/** Ends batches that are committed, and all undo steps over staged edits: `resumeStaged` follows. */
export function endStaged(projectId: string, ids: readonly string[]): void {
  undoLog.dropProvisional(projectId)
  for (const id of ids) unsaved.remove(id)
  recorded.clear()
}

function record(projectId: string, words: StepWords, before: Batches, after: Batches): void {
  for (const id of after.keys()) recorded.add(id)
  const way = (from: Batches, to: Batches) => (): Promise<void> => {
    const isGone = [...from].some(([id, batch]) => {
      const now = batchNow(id)
      return (now === undefined) !== (batch === undefined) || now?.state === 'sending'
    })
    if (isGone) return Promise.reject(new UndoImpossible(sentence('staged.gone')))
    put(to)
    return Promise.resolve()
  }
  undoLog.record(projectId, { ...words, isProvisional: true, undo: way(after, before), redo: way(before, after) })
}

function put(batches: Batches): void {
  for (const [id, batch] of batches)
    if (batch) unsaved.put(batch)
    else unsaved.remove(id)
}

function batchNow(id: string): UnsavedBatch | undefined {
  const edit = unsaved.now(id)
  return edit && isStagedBatch(edit) ? edit : undefined
}
