import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog } from '@renderer/ui'

interface Answer {
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly loading: boolean
}

/** Several deleted records can't be restored yet, so this confirms first. */
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
