import type { Table } from '@common/model'
import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Checkbox, Dialog, Fields, TextField } from '@renderer/ui'
import { useState } from 'react'
import styles from './objects.module.css'
import { PlannedSql } from './PlannedSql'
import { usePlan } from './use-plan'

export interface NewIndexDialogProps {
  readonly projectId: string
  readonly table: Table
  readonly onClose: () => void
}

/** Creates an index over columns, in the order in which they are ticked. Shows its SQL. */
export function NewIndexDialog({ projectId, table, onClose }: NewIndexDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [columns, setColumns] = useState<readonly string[]>([])
  const [unique, setUnique] = useState(false)
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const name = (typed ?? suggestedName(table.name, columns)).trim()
  const isComplete = name !== '' && columns.length > 0
  const index = { table: table.name, name, columns: [...columns], unique }
  const shown = usePlan(projectId, isComplete ? { change: 'createIndex', ...index } : undefined)
  const create = (): void => {
    setWorking(true)
    setError(undefined)
    client.call('indexCreate', index, { projectId }).then(
      () => {
        toast.success(sentence('objects.created', { what: 'index', name }))
        onClose()
      },
      (reason: unknown) => {
        setError(reason)
        setWorking(false)
      },
    )
  }
  return (
    <Dialog
      opened
      title={t('objects.indexes.new', { table: table.title })}
      action={t('objects.indexes.create')}
      loading={working}
      error={error}
      disabledReason={
        columns.length === 0
          ? t('objects.indexes.columnsMissing')
          : name === ''
            ? t('objects.nameMissing')
            : shown.problem
      }
      onSubmit={create}
      onClose={onClose}
    >
      <Fields>
        <fieldset className={styles.choices}>
          <legend>{t('objects.parts.columns')}</legend>
          {table.columns.map((column) => (
            <Checkbox
              key={column.name}
              checked={columns.includes(column.name)}
              onChange={(isChosen) =>
                setColumns(isChosen ? [...columns, column.name] : columns.filter((each) => each !== column.name))
              }
            >
              <bdi>{column.title}</bdi>
            </Checkbox>
          ))}
        </fieldset>
        <TextField label={t('objects.columns.name')} value={typed ?? name} onChange={setTyped} />
        <Checkbox checked={unique} onChange={setUnique}>
          {t('objects.indexes.unique')}
        </Checkbox>
        {isComplete && <PlannedSql shown={shown} />}
      </Fields>
    </Dialog>
  )
}

/** Names of indexes are shared by all tables in some databases, so the name begins with the table's. */
const suggestedName = (table: string, columns: readonly string[]): string =>
  columns.length === 0 ? '' : [table, ...columns, 'idx'].join('_').slice(0, 60)
