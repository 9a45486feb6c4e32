import type { Table } from '@common/model'
import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Dialog, Fields, TextArea, TextField } from '@renderer/ui'
import { useState } from 'react'
import { PlannedSql } from './PlannedSql'
import { usePlan } from './use-plan'

export interface NewCheckDialogProps {
  readonly projectId: string
  readonly table: Table
  readonly onClose: () => void
}

/** Creates a CHECK rule. Its SQL is shown on request, because planning it checks every row of the table. */
export function NewCheckDialog({ projectId, table, onClose }: NewCheckDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [condition, setCondition] = useState('')
  const [previewed, setPreviewed] = useState<string>()
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const check = { table: table.name, name: name.trim(), condition: condition.trim() }
  const isComplete = check.name !== '' && check.condition !== ''
  const wanted = JSON.stringify(check)
  const shown = usePlan(projectId, previewed === wanted ? { change: 'createCheck', ...check } : undefined)
  const create = (): void => {
    setWorking(true)
    setError(undefined)
    client.call('checkCreate', check, { projectId }).then(
      () => {
        toast.success(sentence('objects.created', { what: 'check', name: check.name }))
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
      title={t('objects.checks.new', { table: table.title })}
      action={t('objects.checks.create')}
      loading={working}
      error={error}
      disabledReason={
        check.name === ''
          ? t('objects.nameMissing')
          : check.condition === ''
            ? t('objects.checks.conditionMissing')
            : undefined
      }
      footer={
        <Button disabled={!isComplete} onClick={() => setPreviewed(wanted)}>
          {t('objects.showSql')}
        </Button>
      }
      onSubmit={create}
      onClose={onClose}
    >
      <Fields>
        <TextField label={t('objects.columns.name')} value={name} onChange={setName} data-autofocus />
        <TextArea
          label={t('objects.checks.condition')}
          hint={t('objects.checks.hint')}
          mono
          rows={3}
          value={condition}
          onChange={setCondition}
        />
        {isComplete && previewed === wanted && <PlannedSql shown={shown} />}
      </Fields>
    </Dialog>
  )
}
