import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog, Dialog } from '@renderer/ui'

interface Answer {
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly loading: boolean
}

/** Several records cannot be brought back yet: asked first. */
export function DeleteRowsDialog({ count, ...answer }: Answer & { readonly count: number }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      title={t('grid.deleteRows.title', { count })}
      action={t('grid.deleteRows.action', { count })}
      onSubmit={answer.onConfirm}
      onClose={answer.onClose}
      loading={answer.loading}
    >
      <p>{t('grid.deleteRows.text')}</p>
    </ConfirmDialog>
  )
}

/** Pasting past the last record: new ones are offered, never made unasked. */
export function PasteRowsDialog(
  props: Answer & {
    readonly updates: number
    readonly creates: number
    /** Columns that new records need and that are not pasted. */
    readonly missing: readonly string[]
  },
) {
  const { updates, creates, missing, onConfirm, onClose, loading } = props
  const { t } = useTranslation()
  const lacking = missing.length === 0 ? undefined : t('grid.pasteRows.missing', { columns: missing.join(', ') })
  return (
    <Dialog
      opened
      width={400}
      focusAction
      disabledReason={lacking}
      title={t('grid.pasteRows.title', { count: creates })}
      action={t('grid.pasteRows.action', { count: creates })}
      onSubmit={onConfirm}
      onClose={onClose}
      loading={loading}
    >
      <p>
        {lacking ?? (updates > 0 ? t('grid.pasteRows.withUpdates', { count: updates }) : t('grid.pasteRows.onlyNew'))}
      </p>
    </Dialog>
  )
}
