import type { Table } from '@common/model'
import type { ImportChanges } from '@common/operations/imports'
import { undoLog, type StepWords } from '@renderer/features/undo'
import { changedStep, createdStep } from './row-steps'

/** Records the rows that an import wrote into a table as an undo step. */
export function recordImported(
  projectId: string,
  table: Table,
  words: StepWords,
  { made, changed }: Pick<ImportChanges, 'made' | 'changed'>,
): void {
  const place = { projectId, table }
  if (made.length > 0) undoLog.record(projectId, createdStep(place, words, made))
  if (changed.length > 0) undoLog.record(projectId, changedStep(place, words, changed))
}
