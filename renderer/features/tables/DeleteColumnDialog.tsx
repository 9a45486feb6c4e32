import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { ConfirmDialog } from '@renderer/ui'
import { useState } from 'react'
import { dropped, recordDropped, type Drop } from './schema-steps'

export interface DeleteColumnDialogProps {
  readonly projectId: string
  readonly table: Table
  readonly column: Column | VirtualColumn
  readonly onClose: () => void
}

const isComputed = (column: Column | VirtualColumn): column is VirtualColumn => 'kind' in column

function deleteColumn(
  projectId: string,
  table: Table,
  column: Column | VirtualColumn,
  options: Parameters<Drop>[0],
): Promise<unknown> {
  const call = { ...options, projectId }
  if (isComputed(column)) return client.call('virtualColumnDelete', { table: table.name, id: column.id }, call)
  const changes = [{ change: 'delete', name: column.name }] as const
  return client.call('tableUpdate', { table: table.name, changes: [...changes] }, call)
}

/**
 * Confirms the deletion of a column, because other columns may depend on it. The trash can restore the column with its
 * values.
 */
export function DeleteColumnDialog({ projectId, table, column, onClose }: DeleteColumnDialogProps) {
  const { t } = useTranslation()
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const remove = (): void => {
    setWorking(true)
    const drop: Drop = (options) => deleteColumn(projectId, table, column, options)
    const words = {
      label: sentence('undo.deletedColumn', { column: column.title, table: table.title }),
      undone: sentence('undo.back.deletedColumn', { column: column.title, table: table.title }),
    }
    const done = dropped(drop).then((left) => {
      onClose()
      recordDropped(projectId, words, left)
    })
    done.catch((reason: unknown) => {
      setError(reason)
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
      <p>
        {t(
          isComputed(column)
            ? 'tables.computed.deleteText'
            : table.primaryKey.length === 0
              ? 'tables.column.deleteForGood'
              : 'tables.column.deleteText',
        )}
      </p>
    </ConfirmDialog>
  )
}
