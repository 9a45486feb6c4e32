import { isLossless } from '@common/columns/reversals'
import { isSameType } from '@common/columns/ui-types'
import type { Column, ColumnDefinition, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { VirtualColumnDefinition } from '@common/operations/virtual-columns'
import { columnInput, definitionOf } from '@common/model/column-definition'
import type { ColumnChangeInput } from '@common/operations/table-shapes'
import { client, isApiError, messageOf, type CallOptions } from '@renderer/api'
import { sayDone, UndoImpossible, undoLog, type StepWords, type UndoStep } from '@renderer/features/undo'
import { serverTexts, t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { definitionOf as definitionOfDraft, draftOfComputed } from './computed-draft'

/** Drops a column or table. The client reports the trash entry of this drop, whatever others delete meanwhile. */
export type Drop = (options: Pick<CallOptions, 'onTrashed'>) => Promise<unknown>

/** Drops a column or table. @returns the id of its trash entry; undefined if nothing can be restored */
export async function dropped(drop: Drop): Promise<string | undefined> {
  let id: string | undefined
  await drop({ onTrashed: (entryId) => (id = entryId) })
  return id
}

/**
 * Records a drop for undo and offers it in a toast.
 *
 * @param entryId  its trash entry; without one the step is final, as for columns of a table without a key
 * @param again  drops it again for redo
 */
export function recordDropped(projectId: string, words: StepWords, entryId: string | undefined, again: Drop): void {
  if (entryId === undefined) {
    undoLog.recordFinal(projectId, { label: words.label, final: t('undo.notStored') })
    toast.success(words.label)
    return
  }
  const ways = trashWays(projectId, again, entryId)
  undoLog.record(projectId, { ...words, undo: ways.back, redo: ways.drop })
  sayDone(projectId, words.label)
}

/** Deletes the trash entry of a drop. */
export async function deleteForGood(projectId: string, label: string, entryId: string | undefined): Promise<void> {
  if (entryId !== undefined) await client.call('trashDelete', { ids: [entryId] }, { projectId, silent: true })
  undoLog.recordFinal(projectId, { label, final: t('undo.forGood') })
  toast.success(label)
}

/** Records a new column or table. Undo moves it to the trash with all its values. */
export function recordMade(projectId: string, words: StepWords, drop: Drop): void {
  const ways = trashWays(projectId, drop)
  undoLog.record(projectId, { ...words, undo: ways.drop, redo: ways.back })
}

/** Records a schema change that another call reverts. */
export function recordChanged(projectId: string, step: UndoStep): void {
  undoLog.record(projectId, {
    ...step,
    undo: () => forGood(step.undo),
    redo: () => forGood(step.redo),
  })
}

function trashWays(projectId: string, drop: Drop, first?: string) {
  let id = first
  return {
    drop: async (): Promise<void> => {
      id = await forGood(() => dropped(drop))
    },
    back: async (): Promise<void> => {
      const entry = id
      if (entry === undefined) throw new UndoImpossible(t('undo.notStored'))
      const { notes, noteMessages } = await forGood(() => client.call('trashRestore', { id: entry }, { projectId }))
      for (const note of serverTexts(notes, noteMessages)) toast.info(note)
    },
  }
}

/** The server's permanent errors become `UndoImpossible`, so that the step is skipped. */
async function forGood<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isLasting = isApiError(error) && [400, 403, 404, 409, 422].includes(error.status)
    if (isLasting) throw new UndoImpossible(messageOf(error), { cause: error })
    throw error
  }
}

/** Returns the step of `tableUpdate` that gives a column a new definition. */
export const updateOf = (before: Pick<ColumnDefinition, 'name'>, to: ColumnDefinition) =>
  ({ change: 'update', name: before.name, column: columnInput(to) }) as const

const updateColumn = (
  projectId: string,
  table: Table,
  change: ColumnChangeInput,
  options: CallOptions = {},
): Promise<unknown> => client.call('tableUpdate', { table: table.name, changes: [change] }, { ...options, projectId })

export const dropColumn =
  (projectId: string, table: Table, definition: ColumnDefinition): Drop =>
  (options) =>
    updateColumn(projectId, table, { change: 'delete', name: definition.name }, options)

/** Returns the messages of an added column. */
export function addedColumnWords(title: string, table: Table): StepWords {
  const given = { column: title, table: table.title }
  return { label: t('undo.addedColumn', given), undone: t('undo.deletedColumn', given) }
}

/** Returns the messages of a changed column. */
export function columnWords(
  kind: 'renamedColumn' | 'editedColumn' | 'retypedColumn',
  before: string,
  after: string,
  table: Table,
): StepWords {
  if (kind === 'renamedColumn')
    return {
      label: t('undo.renamedColumn', { column: before, title: after }),
      undone: t('undo.back.renamed', { column: after, title: before }),
    }
  const given = { column: after, table: table.title }
  return kind === 'editedColumn'
    ? { label: t('undo.editedColumn', given), undone: t('undo.back.editedColumn', given) }
    : { label: t('undo.retypedColumn', given), undone: t('undo.back.retypedColumn', given) }
}

/** Returns the messages of an added table. */
export const addedTableWords = (table: string): StepWords => ({
  label: t('undo.addedTable', { table }),
  undone: t('undo.deletedTable', { table }),
})

/** Records the creation of a stored column. */
export function recordNewColumn(projectId: string, table: Table, definition: ColumnDefinition): void {
  recordMade(projectId, addedColumnWords(definition.title, table), dropColumn(projectId, table, definition))
}

/** Records the change of a stored column. Undo restores the old definition if every value converts back. */
export function recordColumnChange(
  projectId: string,
  table: Table,
  column: Column,
  after: ColumnDefinition,
  lost: boolean,
): void {
  const before = definitionOf(column)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const isRename = before.title !== after.title && isSameType(before, after)
  const kind = isRename ? 'renamedColumn' : isSameType(before, after) ? 'editedColumn' : 'retypedColumn'
  const words = columnWords(kind, before.title, after.title, table)
  if (lost || !isLossless(before.uiType, after.uiType)) {
    undoLog.recordFinal(projectId, { label: words.label, final: t(lost ? 'undo.lostValues' : 'undo.notLossless') })
    return
  }
  const change = (from: ColumnDefinition, to: ColumnDefinition) => (): Promise<void> =>
    updateColumn(projectId, table, updateOf(from, to)).then(() => undefined)
  recordChanged(projectId, { ...words, undo: change(after, before), redo: change(before, after) })
}

/** Records the creation or change of a computed column. */
export function recordComputed(
  projectId: string,
  table: Table,
  before: VirtualColumn | undefined,
  after: { readonly id: string; readonly title: string; readonly definition: VirtualColumnDefinition },
): void {
  const { id, title } = after
  const place = { table: table.name, id }
  if (before === undefined) {
    const drop: Drop = (options) => client.call('virtualColumnDelete', place, { ...options, projectId })
    recordMade(projectId, addedColumnWords(title, table), drop)
    return
  }
  const was = { ...place, title: before.title, definition: definitionOfDraft(draftOfComputed(table, before)) }
  const now = { ...place, title, definition: after.definition }
  const set = (to: typeof now) => (): Promise<void> =>
    client.call('virtualColumnUpdate', to, { projectId }).then(() => undefined)
  // A link has ways of its own.
  if (before.kind === 'link' || was.definition === undefined) return
  const words = columnWords(before.title === title ? 'editedColumn' : 'renamedColumn', before.title, title, table)
  recordChanged(projectId, { ...words, undo: set({ ...was, definition: was.definition }), redo: set(now) })
}
