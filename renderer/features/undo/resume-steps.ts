import { loadSentences } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { changeStep } from './change-step'
import { readSteps, writeSteps, type SavedStep } from './saved-steps'
import { undoLog, useUndo, type UndoHistory } from './undo-log'

let isResumed = false

/** Restores the steps of the earlier page in this tab, once, and stores each new one. */
export function resumeSteps(): void {
  if (isResumed) return
  isResumed = true
  const saved = readSteps()
  const userId = userNow()
  // Users can't undo each other's actions.
  if (saved !== undefined && saved.userId === userId) {
    const all = Object.values(saved.projects).flat()
    const show = (): void => {
      for (const [projectId, steps] of Object.entries(saved.projects)) restore(projectId, steps)
    }
    // A step is shown in any case, and a failed file of texts is reported by the screen that needs it.
    loadSentences(all.flatMap(({ label, undone, why = '' }) => [label, undone, why])).then(show, show)
  }
  useUndo.subscribe(({ projects }) => {
    const entries = Object.entries(projects).map(([projectId, history]) => [projectId, savedOf(history)] as const)
    writeSteps({ userId: userNow(), projects: Object.fromEntries(entries.filter(([, steps]) => steps.length > 0)) })
  })
}

const userNow = (): number | null => useUsers.getState().user?.id ?? null

function restore(projectId: string, saved: readonly SavedStep[]): void {
  undoLog.restore(
    projectId,
    saved.map(({ at, changes, label, undone, state, why }) => ({
      label,
      undone,
      state,
      why,
      at: new Date(at),
      ...(changes !== undefined && { step: changeStep(projectId, { label, undone }, changes) }),
    })),
  )
}

/** Returns the steps that survive: those whose changes the server has, and those that can't be undone anyway. */
function savedOf({ entries }: UndoHistory): readonly SavedStep[] {
  return entries.flatMap((entry): SavedStep[] => {
    const { label, undone, state, why, at } = entry
    const changes = undoLog.changesOf(entry)
    if (changes === undefined && state !== 'passed') return []
    return [{ label, undone, state, why, at: at.getTime(), ...(changes && { changes }) }]
  })
}
