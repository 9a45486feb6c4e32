import { messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorBanner, IconButton, Section, Skeleton, Table } from '@renderer/ui'
import { useState } from 'react'
import { DeleteObjectDialog } from './DeleteObjectDialog'
import type { PartProps } from './IndexesPart'
import { NewCheckDialog } from './NewCheckDialog'
import styles from './objects.module.css'

/** The CHECK rules of a table. Rules without a name can't be deleted. */
export function ChecksPart({ projectId, table, mayChange }: PartProps) {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<string>()
  const checks = useOperation('checkList', { table: table.name }, { projectId, silent: true })
  return (
    <Section
      title={t('objects.parts.checks')}
      text={t('objects.checks.text')}
      actions={
        mayChange && (
          <Button icon="plus" onClick={() => setCreating(true)}>
            {t('objects.checks.add')}
          </Button>
        )
      }
    >
      {checks.error !== null ? (
        <ErrorBanner title={messageOf(checks.error)} />
      ) : checks.data === undefined ? (
        <Skeleton height={64} />
      ) : checks.data.length === 0 ? (
        <EmptyState title={t('objects.checks.none')} />
      ) : (
        <Table label={t('objects.parts.checks')} framed dense minWidth={520}>
          <thead>
            <tr>
              <th scope="col">{t('objects.columns.name')}</th>
              <th scope="col">{t('objects.checks.condition')}</th>
              <th scope="col" data-cell="actions">
                <span className="hidden-text">{t('objects.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {checks.data.map(({ name, condition }, at) => (
              <tr key={`${name}-${at}`}>
                <th scope="row">{name === '' ? t('objects.checks.unnamed') : <bdi>{name}</bdi>}</th>
                <td>
                  <code className={styles.code} dir="ltr">
                    {condition}
                  </code>
                </td>
                <td data-cell="actions">
                  {mayChange && name !== '' && (
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
      {isCreating && <NewCheckDialog projectId={projectId} table={table} onClose={() => setCreating(false)} />}
      {deleting !== undefined && (
        <DeleteObjectDialog
          projectId={projectId}
          deletion={{ change: 'deleteCheck', table: table.name, name: deleting }}
          onDeleted={() => setDeleting(undefined)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Section>
  )
}
