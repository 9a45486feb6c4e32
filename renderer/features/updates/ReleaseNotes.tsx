import { MarkdownText } from '@renderer/features/markdown'
import { useTranslation } from '@renderer/i18n'
import { Dialog } from '@renderer/ui'

export interface ReleaseNotesProps {
  readonly version: string
  /** Markdown of the feed. It can't hold elements or load pictures. */
  readonly notes: string
  readonly onClose: () => void
}

export function ReleaseNotes({ version, notes, onClose }: ReleaseNotesProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened
      title={t('updates.notesOf', { version })}
      action={t('ui.close')}
      leave={null}
      focusAction
      onSubmit={onClose}
      onClose={onClose}
    >
      <MarkdownText text={notes} breaks={false} />
    </Dialog>
  )
}
