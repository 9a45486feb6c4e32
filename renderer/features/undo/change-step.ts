import { aboutTables, client, invalidateProject, isApiError, queryClient, sentenceOf } from '@renderer/api'
import { sentence, type Sentence, serverSentence, serverSentences } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { rowsWritten } from './rows-written'
import { UndoConflict, UndoImpossible, undoLog, type ChangeIds, type StepWords, type UndoStep } from './undo-log'

/**
 * Returns an undo step for changes that the server has written.
 *
 * @param changes  their ids, from the responses of the writes, in order
 */
export function changeStep(projectId: string, words: StepWords, changes: readonly string[] | ChangeIds): UndoStep {
  const before = 'newest' in changes ? changes : { newest: changes, done: changes.length }
  const ids = { newest: [...before.newest], done: before.done }
  const isDone = (direction: Direction): boolean => ids.done === (direction === 'undo' ? 0 : ids.newest.length)

  const run = async (direction: Direction): Promise<void> => {
    while (!isDone(direction)) await reverseNext(direction, false)
  }

  const reverseNext = async (direction: Direction, anyway: boolean): Promise<void> => {
    const at = direction === 'undo' ? ids.done - 1 : ids.done
    const change = ids.newest[at] ?? null
    if (change === null) throw new UndoImpossible(sentence('undo.notStored'))
    try {
      ids.newest[at] = await reverse(projectId, direction, change, anyway)
      ids.done += direction === 'undo' ? -1 : 1
    } catch (error) {
      if (!isApiError(error, 'VALUE_CHANGED') || anyway) throw lasting(error)
      throw new UndoConflict(conflictSentence(error.details), async () => {
        await reverseNext(direction, true)
        await run(direction)
      })
    }
  }

  return { ...words, changes: () => ids, undo: () => run('undo'), redo: () => run('redo') }
}

type Direction = 'undo' | 'redo'

/** Undoes or redoes a change, and shows its effects. @returns the id of the new change */
async function reverse(
  projectId: string,
  direction: Direction,
  change: string,
  anyway: boolean,
): Promise<string | null> {
  const operation = direction === 'undo' ? 'changeUndo' : 'changeRedo'
  const done = await client.call(operation, { change, anyway }, { projectId, silent: true })
  const { written, restored, refused, changed, gone } = done
  const [first] = refused
  if (restored === 0 && first !== undefined) throw new UndoImpossible(serverSentence(first.msg, first.message))
  if (changed.length > 0) invalidateProject(queryClient, projectId, changed, aboutTables(gone))
  if (written.length === 0) rowsWritten.tell(projectId)
  for (const { table, rowIds, columns } of written) rowsWritten.tell(projectId, { table, rowIds, titles: columns })
  if (first !== undefined)
    toast.error(sentence('undo.notAll', { count: restored, of: restored + refused.length }), {
      detail: serverSentence(first.msg, first.message),
    })
  for (const note of serverSentences(done.notes, done.noteMessages)) toast.info(note)
  return done.change
}

/** Records the undo step of a write. @param change  undefined if the server wrote nothing */
export function recordChange(projectId: string, words: StepWords, change: string | undefined): void {
  if (change !== undefined) undoLog.record(projectId, changeStep(projectId, words, [change]))
}

/**
 * Runs a command, and records its undo step. An undo waits for it.
 *
 * @param run  passes `onChange` to the call
 */
export async function recorded<T>(
  projectId: string,
  words: StepWords | ((answer: T) => StepWords),
  run: (options: { readonly onChange: (change: string) => void }) => Promise<T>,
): Promise<T> {
  let change: string | undefined
  const work = async (): Promise<T> => {
    const answer = await run({ onChange: (id) => (change = id) })
    recordChange(projectId, typeof words === 'function' ? words(answer) : words, change)
    return answer
  }
  return undoLog.during(projectId, work())
}

/** Cuts a record's name to 40 characters. */
export const shortRecordName = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** Errors that a retry won't resolve. */
const lastingStatuses: readonly number[] = [400, 403, 404, 409, 410, 422]

/** Permanent errors of the server become `UndoImpossible`, so that the step is skipped. */
function lasting(error: unknown): unknown {
  if (!isApiError(error) || !lastingStatuses.includes(error.status)) return error
  return new UndoImpossible(sentenceOf(error), { cause: error })
}

function conflictSentence({ changed, column, record }: Readonly<Record<string, unknown>>): Sentence {
  const count = Number(changed) || 1
  return count > 1 || typeof record !== 'string'
    ? sentence('undo.changedMany', { count })
    : sentence('undo.changedOne', { column: String(column), record: shortRecordName(record) })
}
