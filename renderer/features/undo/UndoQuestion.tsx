import { sentenceText, useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useEffect } from 'react'
import { resumeSteps } from './resume-steps'
import { undoLog, useHistory } from './undo-log'

/** Asks the user before an undo overwrites a newer change. */
export function UndoQuestion({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const { question } = useHistory(projectId)
  useEffect(resumeSteps, [])
  useEffect(
    () =>
      useUsers.subscribe(({ user }, before) => {
        // Users can't undo each other's actions.
        if (user?.id !== before.user?.id) undoLog.clear()
      }),
    [],
  )
  if (question === undefined) return null
  const { direction, entry, sentence, answer } = question
  return (
    <ConfirmDialog
      opened
      danger
      title={t(direction === 'undo' ? 'undo.ask.undo' : 'undo.ask.redo')}
      action={t(direction === 'undo' ? 'undo.ask.undoAnyway' : 'undo.ask.redoAnyway')}
      onSubmit={() => answer(true)}
      onClose={() => answer(false)}
    >
      <p dir="auto">{sentenceText(entry.label)}</p>
      <p dir="auto">{sentenceText(sentence)}</p>
    </ConfirmDialog>
  )
}
