import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { linkTitle } from '@common/views/link-title'
import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { Checkbox, ConfirmDialog } from '@renderer/ui'
import { useState } from 'react'
import { dropped, recordDropped, type Drop } from './schema-steps'

export interface DeleteLinkDialogProps {
  readonly projectId: string
  readonly table: Table
  readonly column: Extract<VirtualColumn, { kind: 'link' }>
  readonly onClose: () => void
}

/** Confirms the deletion of a link and lists the effects. The user can preserve the column that holds the link. */
export function DeleteLinkDialog({ projectId, table, column, onClose }: DeleteLinkDialogProps) {
  const { t } = useTranslation()
  const { link, relatedTitle } = column
  const [keeps, setKeeps] = useState(!link.real)
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const holder = link.kind === 'belongsTo' ? link.columns : link.relatedColumns
  const owner = link.kind === 'belongsTo' ? table.title : relatedTitle
  const remove = (): void => {
    setWorking(true)
    const drop: Drop = (options) => deleteLink(projectId, table, column, keeps, options)
    const named = { column: linkTitle(column, table), table: table.title }
    const words = { label: sentence('undo.deletedLink', named), undone: sentence('undo.back.deletedLink', named) }
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
      title={t('tables.link.deleteTitle', { column: linkTitle(column, table) })}
      action={t('tables.link.deleteAction')}
      loading={working}
      error={error}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>
        {t(link.kind === 'manyToMany' ? 'tables.link.deletePairs' : 'tables.link.deleteText', { table: relatedTitle })}
      </p>
      {link.kind !== 'manyToMany' && column.problem === undefined && (
        <Checkbox checked={!keeps} onChange={(drops) => setKeeps(!drops)}>
          {t('tables.link.deleteColumn', { column: holder, table: owner })}
        </Checkbox>
      )}
    </ConfirmDialog>
  )
}

/** Deletes a link, and the column that holds it unless it is to stay. */
async function deleteLink(
  projectId: string,
  table: Table,
  { link, problem }: DeleteLinkDialogProps['column'],
  keepColumn: boolean,
  options: Parameters<Drop>[0],
): Promise<void> {
  const call = { ...options, projectId }
  if (link.kind === 'manyToMany') {
    await client.call('linkDelete', { associationTable: link.through?.table ?? '' }, call)
    return
  }
  const isChild = link.kind === 'belongsTo'
  const ends = {
    childTable: isChild ? table.name : link.relatedTable,
    childColumn: (isChild ? link.columns : link.relatedColumns)[0] ?? '',
    parentTable: isChild ? link.relatedTable : table.name,
    parentColumn: (isChild ? link.relatedColumns : link.columns)[0] ?? '',
  }
  // A broken link exists only in Basalt's own data.
  if (problem !== undefined) await client.call('virtualRelationDelete', ends, call)
  else await client.call('linkDelete', { ...ends, keepColumn }, call)
}
