import type { Table as TableModel } from '@common/model'
import { useTranslation } from '@renderer/i18n'
import { Button, Chip, EmptyState, IconButton, Section, Table } from '@renderer/ui'
import { useState } from 'react'
import { DeleteObjectDialog } from './DeleteObjectDialog'
import { NewIndexDialog } from './NewIndexDialog'

export interface PartProps {
  readonly projectId: string
  readonly table: TableModel
  readonly mayChange: boolean
}

/** The indexes of a table. */
export function IndexesPart({ projectId, table, mayChange }: PartProps) {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<string>()
  return (
    <Section
      title={t('objects.parts.indexes')}
      text={t('objects.indexes.text')}
      actions={
        mayChange && (
          <Button icon="plus" onClick={() => setCreating(true)}>
            {t('objects.indexes.add')}
          </Button>
        )
      }
    >
      {table.indexes.length === 0 ? (
        <EmptyState title={t('objects.indexes.none')} />
      ) : (
        <Table label={t('objects.parts.indexes')} framed dense minWidth={520}>
          <thead>
            <tr>
              <th scope="col">{t('objects.columns.name')}</th>
              <th scope="col">{t('objects.parts.columns')}</th>
              <th scope="col">{t('objects.columns.rules')}</th>
              <th scope="col" data-cell="actions">
                <span className="hidden-text">{t('objects.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {table.indexes.map(({ name, columns, unique }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td data-cell="quiet">
                  <bdi>{columns.join(', ')}</bdi>
                </td>
                <td>{unique && <Chip>{t('objects.columns.unique')}</Chip>}</td>
                <td data-cell="actions">
                  {mayChange && (
                    <IconButton
                      icon="trash"
                      size="xs"
                      label={t('objects.delete.one', { name })}
                      onClick={() => setDeleting(name)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {isCreating && <NewIndexDialog projectId={projectId} table={table} onClose={() => setCreating(false)} />}
      {deleting !== undefined && (
        <DeleteObjectDialog
          projectId={projectId}
          deletion={{ change: 'deleteIndex', table: table.name, name: deleting }}
          onDeleted={() => setDeleting(undefined)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Section>
  )
}
