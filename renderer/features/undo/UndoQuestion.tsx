import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog } from '@renderer/ui'
import { useHistory } from './undo-log'

/** Asks before something newer is written over. */
export function UndoQuestion({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const { question } = useHistory(projectId)
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
      <p dir="auto">{entry.label}</p>
      <p dir="auto">{sentence}</p>
    </ConfirmDialog>
  )
}
