import { isLossless } from '@common/columns/reversals'
import { isSameType } from '@common/columns/ui-types'
import type { Column, ColumnDefinition, Table } from '@common/model'
import { columnInput, definitionOf } from '@common/model/column-definition'
import { client, type CallOptions } from '@renderer/api'
import { recordChange, sayDone, undoLog, type StepWords } from '@renderer/features/undo'
import { sentence, type Sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'

/** Drops a column or table. The options receive its change and its trash entry, whatever others delete meanwhile. */
export type Drop = (options: Pick<CallOptions, 'onChange' | 'onTrashed'>) => Promise<unknown>

/** The change and the trash entry of a drop. */
export interface Dropped {
  readonly change: string | undefined
  /** Undefined if nothing can be restored, as for columns of a table without a key. */
  readonly entryId: string | undefined
}

/** Drops a column or table. */
export async function dropped(drop: Drop): Promise<Dropped> {
  let change: string | undefined
  let entryId: string | undefined
  await drop({ onChange: (id) => (change = id), onTrashed: (id) => (entryId = id) })
  return { change, entryId }
}

/** Records a drop for undo and offers it in a toast. */
export function recordDropped(projectId: string, words: StepWords, { change, entryId }: Dropped): void {
  if (entryId === undefined) {
    undoLog.recordFinal(projectId, { label: words.label, final: sentence('undo.notStored') })
    toast.success(words.label)
    return
  }
  recordChange(projectId, words, change)
  sayDone(projectId, words.label)
}

/** Deletes the trash entry of a drop. */
export async function deleteForGood(projectId: string, label: Sentence, { entryId }: Dropped): Promise<void> {
  if (entryId !== undefined) await client.call('trashDelete', { ids: [entryId] }, { projectId, silent: true })
  undoLog.recordFinal(projectId, { label, final: sentence('undo.forGood') })
  toast.success(label)
}

/** Returns the step of `tableUpdate` that gives a column a new definition. */
export const updateOf = (before: Pick<ColumnDefinition, 'name'>, to: ColumnDefinition) =>
  ({ change: 'update', name: before.name, column: columnInput(to) }) as const

/** Returns the messages of an added column. */
export function addedColumnWords(title: string, table: Table): StepWords {
  const given = { column: title, table: table.title }
  return { label: sentence('undo.addedColumn', given), undone: sentence('undo.deletedColumn', given) }
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
      label: sentence('undo.renamedColumn', { column: before, title: after }),
      undone: sentence('undo.back.renamed', { column: after, title: before }),
    }
  const given = { column: after, table: table.title }
  return kind === 'editedColumn'
    ? { label: sentence('undo.editedColumn', given), undone: sentence('undo.back.editedColumn', given) }
    : { label: sentence('undo.retypedColumn', given), undone: sentence('undo.back.retypedColumn', given) }
}

/** Returns the messages of an added table. */
export const addedTableWords = (table: string): StepWords => ({
  label: sentence('undo.addedTable', { table }),
  undone: sentence('undo.deletedTable', { table }),
})

/** A stored column before and after a change. */
export interface ColumnChanged {
  readonly before: Column
  readonly after: ColumnDefinition
  /** True if values that don't fit were emptied. */
  readonly lost: boolean
}

/**
 * Records changes of stored columns by one command. Undo restores the old definitions if every value converts back, by
 * the same rule as the server's.
 *
 * @param change  its id; undefined if nothing was written
 */
export function recordColumnChanges(
  projectId: string,
  table: Table,
  columns: readonly ColumnChanged[],
  change: string | undefined,
): void {
  const changed = columns.filter(({ before, after }) => JSON.stringify(definitionOf(before)) !== JSON.stringify(after))
  const [first] = changed
  if (first === undefined) return
  const { before, after } = first
  const isRename = before.title !== after.title && isSameType(before, after)
  const kind = isRename ? 'renamedColumn' : isSameType(before, after) ? 'editedColumn' : 'retypedColumn'
  const words = columnWords(kind, before.title, after.title, table)
  const isLost = changed.some(({ lost }) => lost)
  if (!isLost && changed.every((each) => isLossless(each.before.uiType, each.after.uiType)))
    return recordChange(projectId, words, change)
  const final = isLost ? sentence('undo.lostValues') : sentence('undo.notLossless')
  undoLog.recordFinal(projectId, { label: words.label, final })
}
