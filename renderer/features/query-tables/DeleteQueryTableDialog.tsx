import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'

export interface DeleteQueryTableDialogProps {
  readonly projectId: string
  readonly table: string
  readonly title: string
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks before a query table goes. The tables that it reads stay. */
export function DeleteQueryTableDialog({ projectId, table, title, onDeleted, onClose }: DeleteQueryTableDialogProps) {
  const { t } = useTranslation()
  const remove = useCommand('queryTableDelete')
  return (
    <ConfirmDialog
      opened
      title={t('queryTables.deleteTitle', { name: title })}
      action={t('queryTables.delete')}
      loading={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
      onSubmit={() =>
        remove.mutate(
          { args: { table }, projectId },
          {
            onSuccess: () => {
              toast.success(sentence('queryTables.deleted', { name: title }))
              onDeleted()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{t('queryTables.deleteText')}</p>
    </ConfirmDialog>
  )
}
