import type { Column, Table } from '@common/model'
import { columnToWire } from '@common/wire/mappers'
import { client, messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog } from '@renderer/ui'
import { useState } from 'react'

export interface DeleteColumnDialogProps {
  readonly projectId: string
  readonly table: Table
  readonly column: Column
  readonly onClose: () => void
}

/** Asks, because the values of a column cannot be brought back. */
export function DeleteColumnDialog({ projectId, table, column, onClose }: DeleteColumnDialogProps) {
  const { t } = useTranslation()
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<string>()
  const remove = (): void => {
    setWorking(true)
    client
      .call(
        'tableUpdate',
        { tn: table.name, _tn: table.title, columns: [{ ...columnToWire(column), altered: 4 }] },
        { projectId },
      )
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
      <p>{t('tables.column.deleteText')}</p>
    </ConfirmDialog>
  )
}
