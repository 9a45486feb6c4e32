import { freeTitle } from '@common/util/free-title'
import type { TableSummary } from '@common/model'
import { client, useFailure } from '@renderer/api'
import { recorded } from '@renderer/features/undo'
import { useTranslation } from '@renderer/i18n'
import { Checkbox, Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'
import { addedTableWords } from './schema-steps'
import type { TableDialogProps } from './table-dialogs'
import styles from './tables.module.css'

export interface DuplicateTableDialogProps extends TableDialogProps {
  readonly tables: readonly TableSummary[]
  readonly onMade: (name: string) => void
}

/** A table like another one: under a name of its own, with the records or without. */
export function DuplicateTableDialog({ projectId, table, tables, onMade, onClose }: DuplicateTableDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(() =>
    freeTitle(
      t('tables.duplicate.copyOf', { table: table.title }),
      tables.flatMap((one) => [one.name, one.title]),
    ),
  )
  const [rows, setRows] = useState(true)
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const title = name.trim()
  const make = (): void => {
    setWorking(true)
    setError(undefined)
    recorded(projectId, addedTableWords(title), (options) =>
      client.call('tableDuplicate', { table: table.name, title, rows }, { ...options, projectId }),
    ).then(
      (made) => onMade(made.name),
      (reason: unknown) => {
        setError(reason)
        setWorking(false)
      },
    )
  }
  return (
    <Dialog
      opened
      width={400}
      title={t('tables.duplicate.title', { table: table.title })}
      action={t('tables.duplicate.action')}
      loading={working}
      error={error}
      disabledReason={title === '' ? t('tables.create.nameMissing') : undefined}
      onSubmit={make}
      onClose={onClose}
    >
      <div className={styles.duplicate}>
        <TextField
          label={t('tables.create.name')}
          value={name}
          onChange={setName}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <Checkbox checked={rows} onChange={setRows}>
          {t('tables.duplicate.rows')}
        </Checkbox>
        <p className={styles.hint}>{t('tables.duplicate.hint')}</p>
      </div>
    </Dialog>
  )
}
