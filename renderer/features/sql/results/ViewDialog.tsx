import { client, useFailure } from '@renderer/api'
import { tabs } from '@renderer/features/tabs'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, Fields, TextField } from '@renderer/ui'
import { defaultDbAlias } from '@common/constants'
import { useState } from 'react'

export interface ViewDialogProps {
  readonly projectId: string
  readonly sql: string
  readonly onClose: () => void
}

/** Adds a query to the tree as a read-only table: a SQL view. */
export function ViewDialog({ projectId, sql, onClose }: ViewDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [error, setError] = useFailure()
  const [isSaving, setSaving] = useState(false)
  const make = async (): Promise<void> => {
    const wanted = name.trim()
    if (wanted === '') return setError(sentence('sql.view.nameMissing'))
    setSaving(true)
    try {
      // The server takes the query out of the statement.
      const definition = `CREATE VIEW ${JSON.stringify(wanted)} AS ${sql}`
      await client.call('sqlViewCreate', { name: wanted, definition }, { projectId })
      onClose()
      toast.success(sentence('sql.view.made', { name: wanted }))
      tabs.open({ type: 'view', name: wanted, title: wanted, dbAlias: defaultDbAlias })
    } catch (reason) {
      setError(reason)
      setSaving(false)
    }
  }
  return (
    <Dialog
      opened
      title={t('sql.view.title')}
      text={t('sql.view.text')}
      action={t('sql.view.create')}
      loading={isSaving}
      error={error}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <Fields>
        <TextField label={t('sql.view.name')} value={name} onChange={setName} maxLength={60} data-autofocus />
      </Fields>
    </Dialog>
  )
}
