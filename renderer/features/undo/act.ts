import { isApiError, messageOf } from '@renderer/api'
import { t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { undoLog, type Direction, type UndoOutcome } from './undo-log'

/** Long enough to reach for the button. */
export const undoToastMs = 6_000

/** Takes the last step back, or does the next one again, and says what became of it. */
export async function act(projectId: string, direction: Direction): Promise<void> {
  say(projectId, await undoLog[direction](projectId))
}

/** Goes back before a step, or forward to it. */
export async function goTo(projectId: string, direction: Direction, id: number): Promise<void> {
  say(projectId, await (direction === 'undo' ? undoLog.undoTo(projectId, id) : undoLog.redoTo(projectId, id)))
}

function say(projectId: string, outcome: UndoOutcome): void {
  const { direction } = outcome
  switch (outcome.kind) {
    case 'nothing':
      return void toast.info(t(direction === 'undo' ? 'undo.nothing' : 'undo.nothingAgain'))
    case 'done': {
      const again = direction === 'undo' ? 'redo' : 'undo'
      const title = t(direction === 'undo' ? 'undo.undone' : 'undo.redone', { what: outcome.entry.label })
      const action = { label: t(again === 'undo' ? 'undo.undo' : 'undo.redo'), run: () => void act(projectId, again) }
      return void toast.info(title, { action })
    }
    case 'passed':
      return void toast.error(failed(direction, outcome.entry.label), { detail: outcome.why, durationMs: undoToastMs })
    case 'failed':
      return void toast.error(failed(direction, outcome.entry.label), {
        detail: messageOf(outcome.error),
        durationMs: undoToastMs,
        ...(isApiError(outcome.error) && {
          action: { label: t('undo.tryAgain'), run: () => void act(projectId, direction) },
        }),
      })
  }
}

const failed = (direction: Direction, what: string): string =>
  t(direction === 'undo' ? 'undo.notUndone' : 'undo.notRedone', { what })

/** Says that something was done, with the way back beside it: "Deleted 3 records. Undo". */
export function sayDone(projectId: string, text: string): void {
  toast.success(text, {
    durationMs: undoToastMs,
    action: { label: t('undo.undo'), run: () => void act(projectId, 'undo') },
  })
}
