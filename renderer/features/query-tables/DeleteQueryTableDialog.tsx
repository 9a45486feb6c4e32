import { client, messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useState } from 'react'

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
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<string>()
  return (
    <ConfirmDialog
      opened
      title={t('queryTables.deleteTitle', { name: title })}
      action={t('queryTables.delete')}
      loading={working}
      error={error}
      onSubmit={() => {
        setWorking(true)
        client.call('queryTableDelete', { table }, { projectId }).then(
          () => {
            toast.success(t('queryTables.deleted', { name: title }))
            onDeleted()
          },
          (reason: unknown) => {
            setError(messageOf(reason))
            setWorking(false)
          },
        )
      }}
      onClose={onClose}
    >
      <p>{t('queryTables.deleteText')}</p>
    </ConfirmDialog>
  )
}
