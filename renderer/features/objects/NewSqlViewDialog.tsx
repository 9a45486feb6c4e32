import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, Fields, TextArea, TextField } from '@renderer/ui'
import { useState } from 'react'
import { viewStatement } from './view-statement'

export interface NewSqlViewDialogProps {
  readonly projectId: string
  /** Opens the new view by its name. */
  readonly onCreated: (name: string) => void
  readonly onClose: () => void
}

/** Creates an SQL view from a name and a SELECT. */
export function NewSqlViewDialog({ projectId, onCreated, onClose }: NewSqlViewDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [select, setSelect] = useState('SELECT ')
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const title = name.trim()
  const missing =
    title === ''
      ? t('objects.view.nameMissing')
      : /^\s*(select\s*)?$/i.test(select)
        ? t('objects.view.selectMissing')
        : undefined
  const create = (): void => {
    setWorking(true)
    setError(undefined)
    client.call('sqlViewCreate', { name: title, definition: viewStatement(select) }, { projectId }).then(
      () => {
        toast.success(sentence('objects.created', { what: 'view', name: title }))
        onCreated(title)
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
      width={880}
      title={t('objects.view.title')}
      text={t('objects.view.text')}
      action={t('objects.view.action')}
      loading={working}
      error={error}
      disabledReason={missing}
      onSubmit={create}
      onClose={onClose}
    >
      <Fields>
        <TextField label={t('objects.view.name')} value={name} onChange={setName} data-autofocus />
        <TextArea label={t('objects.view.select')} mono rows={12} value={select} onChange={setSelect} />
      </Fields>
    </Dialog>
  )
}
