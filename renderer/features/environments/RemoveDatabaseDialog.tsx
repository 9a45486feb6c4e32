import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'

export interface RemoveDatabaseDialogProps {
  readonly projectId: string
  readonly environment: string
  /** The connection to a database on a server, or a file, which moves to the backups. */
  readonly what: 'database' | 'file'
  readonly onClose: () => void
}

/** Asks before an environment loses its own database. */
export function RemoveDatabaseDialog({ projectId, environment, what, onClose }: RemoveDatabaseDialogProps) {
  const { t } = useTranslation()
  const remove = useCommand(what === 'file' ? 'environmentFileDelete' : 'environmentConnectionDelete')
  return (
    <ConfirmDialog
      opened
      danger={what === 'file'}
      onClose={onClose}
      title={t(`environments.${what}.removeTitle`, { environment })}
      action={t(`environments.${what}.remove`)}
      loading={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
      onSubmit={() =>
        remove.mutate(
          { args: { environment }, projectId, silent: true },
          {
            onSuccess: () => {
              toast.success(sentence('environments.database.removed', { environment }))
              onClose()
            },
          },
        )
      }
    >
      <p>{t(`environments.${what}.removeText`)}</p>
    </ConfirmDialog>
  )
}
