import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { client, messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog } from '@renderer/ui'
import { useState } from 'react'

export interface DeleteComputedDialogProps {
  readonly projectId: string
  readonly table: Table
  readonly column: VirtualColumn
  readonly onClose: () => void
}

/** Asks, though no value is lost: what is made from the column would be blank. */
export function DeleteComputedDialog({ projectId, table, column, onClose }: DeleteComputedDialogProps) {
  const { t } = useTranslation()
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<string>()
  const remove = (): void => {
    setWorking(true)
    client
      .call('virtualColumnDelete', { tn: table.name, id: column.id }, { projectId })
      .then(onClose, (reason: unknown) => {
        setError(messageOf(reason))
        setWorking(false)
      })
  }
  return (
    <ConfirmDialog
      opened
      title={t('tables.column.deleteTitle', { column: column.title })}
      action={t('tables.column.deleteAction')}
      loading={working}
      error={error}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{t('tables.computed.deleteText')}</p>
    </ConfirmDialog>
  )
}
