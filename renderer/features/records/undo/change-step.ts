import { client, isApiError } from '@renderer/api'
import { t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { UndoConflict, UndoImpossible, undoLog, type StepWords, type UndoStep } from '@renderer/features/undo'
import { forGood } from './for-good'
import { shortName } from './row-steps'
import { rowsWritten } from './rows-written'

/**
 * Returns an undo step for a change that the server has written.
 *
 * @param change  its id, from the response of the write
 */
export function changeStep(projectId: string, words: StepWords, change: string): UndoStep {
  /** Id of the newest write of this step: the change itself, its undo, the redo of that … Null if it wrote nothing. */
  let newest: string | null = change

  const run = async (operation: 'changeUndo' | 'changeRedo', anyway = false): Promise<void> => {
    const id = newest
    if (id === null) throw new UndoImpossible(t('undo.notStored'))
    try {
      const done = await forGood(() => client.call(operation, { change: id, anyway }, { projectId, silent: true }))
      const { written, restored, refused, notes } = done
      const [first] = refused
      if (restored === 0 && first !== undefined) throw new UndoImpossible(first.msg)
      newest = done.change
      if (written.length === 0) rowsWritten.tell(projectId)
      for (const { table, rowIds, columns } of written) rowsWritten.tell(projectId, { table, rowIds, titles: columns })
      if (first !== undefined)
        toast.error(t('undo.notAll', { count: restored, of: restored + refused.length }), { detail: first.msg })
      for (const note of notes) toast.info(note)
    } catch (error) {
      if (!isApiError(error, 'VALUE_CHANGED') || anyway) throw error
      throw new UndoConflict(conflictSentence(error.details), () => run(operation, true))
    }
  }

  return { ...words, undo: () => run('changeUndo'), redo: () => run('changeRedo') }
}

/** Records the undo step of a write. @param change  undefined if the server wrote nothing */
export function recordChange(projectId: string, words: StepWords, change: string | undefined): void {
  if (change !== undefined) undoLog.record(projectId, changeStep(projectId, words, change))
}

function conflictSentence({ changed, column, record }: Readonly<Record<string, unknown>>): string {
  const count = Number(changed) || 1
  return count > 1 || typeof record !== 'string'
    ? t('undo.changedMany', { count })
    : t('undo.changedOne', { column: String(column), record: shortName(record) })
}
