import { actionToastMs } from '@common/constants'
import { isApiError, sentenceOf } from '@renderer/api'
import { type Sentence, sentence } from '@renderer/i18n'
import { toast, useToasts } from '@renderer/stores'
import { undoLog, useUndo, type Direction, type UndoOutcome } from './undo-log'

/** Undoes the last step or redoes the next one, and shows the outcome. */
export async function act(projectId: string, direction: Direction): Promise<void> {
  say(projectId, await undoLog[direction](projectId))
}

/** Undoes or redoes everything up to a step. */
export async function goTo(projectId: string, direction: Direction, id: number): Promise<void> {
  say(projectId, await (direction === 'undo' ? undoLog.undoTo(projectId, id) : undoLog.redoTo(projectId, id)))
}

/** Undoes or redoes a single step, for the button of a toast. */
async function actOn(projectId: string, direction: Direction, id: number): Promise<void> {
  const outcome = await (direction === 'undo' ? undoLog.undoOne(projectId, id) : undoLog.redoOne(projectId, id))
  // No message if the step already has the wanted state: an earlier action has reported it.
  if (outcome.kind !== 'nothing') say(projectId, outcome)
}

function say(projectId: string, outcome: UndoOutcome): void {
  const { direction } = outcome
  switch (outcome.kind) {
    case 'nothing':
      return void toast.info(sentence(direction === 'undo' ? 'undo.nothing' : 'undo.nothingAgain'))
    case 'done': {
      const { entry } = outcome
      return direction === 'undo'
        ? withButton(projectId, toast.info, entry.undone, 'redo', entry.id)
        : withButton(projectId, toast.info, entry.label, 'undo', entry.id)
    }
    case 'passed':
      return void toast.error(failed(direction, outcome.entry.label), {
        detail: outcome.why,
        durationMs: actionToastMs,
      })
    case 'failed':
      return void toast.error(failed(direction, outcome.entry.label), {
        detail: sentenceOf(outcome.error),
        durationMs: actionToastMs,
        ...(isApiError(outcome.error) && {
          action: { label: sentence('undo.tryAgain'), run: () => void actOn(projectId, direction, outcome.entry.id) },
        }),
      })
  }
}

const failed = (direction: Direction, what: Sentence): Sentence =>
  sentence(direction === 'undo' ? 'undo.notUndone' : 'undo.notRedone', { what })

/** Shows a toast with an undo button for one step. Closes it if the step is undone or redone elsewhere. */
function withButton(
  projectId: string,
  show: (typeof toast)['info'],
  title: Sentence,
  direction: Direction,
  id: number,
): void {
  const label = sentence(direction === 'undo' ? 'undo.undo' : 'undo.redo')
  const shown = show(title, { action: { label, run: () => void actOn(projectId, direction, id) } })
  const wanted = direction === 'undo' ? 'done' : 'undone'
  const isThere = (): boolean =>
    undoLog.history(projectId).entries.some((entry) => entry.id === id && entry.state === wanted)
  const stop = [
    useUndo.subscribe(() => {
      if (isThere()) return
      toast.close(shown)
    }),
    useToasts.subscribe(({ toasts }) => {
      if (!toasts.some((each) => each.id === shown)) for (const end of stop) end()
    }),
  ]
}

/**
 * Shows a success toast with an undo button: "Deleted 3 records. Undo".
 *
 * @param id  the step that the button undoes. Default: the newest one
 */
export function sayDone(projectId: string, text: Sentence, id: number | undefined = newestOf(projectId)): void {
  if (id === undefined) toast.success(text)
  else withButton(projectId, toast.success, text, 'undo', id)
}

function newestOf(projectId: string): number | undefined {
  return undoLog.history(projectId).entries.findLast(({ state }) => state === 'done')?.id
}
