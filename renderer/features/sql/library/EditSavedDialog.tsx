import type { SqlSavedQuery } from '@common/operations/sql-queries'
import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { Dialog, Fields, Segments, TextArea, TextField } from '@renderer/ui'
import { useState } from 'react'

export interface EditSavedDialogProps {
  readonly projectId: string
  readonly query: SqlSavedQuery
  readonly onClose: () => void
}

/** Changes the name, folder, description and audience of a saved query. */
export function EditSavedDialog({ projectId, query, onClose }: EditSavedDialogProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(query.title)
  const [folder, setFolder] = useState(query.folder)
  const [description, setDescription] = useState(query.description)
  const [scope, setScope] = useState<'own' | 'shared'>(query.shared ? 'shared' : 'own')
  const [error, setError] = useFailure()
  const [isSaving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    if (title.trim() === '') return setError(sentence('sql.save.nameMissing'))
    setSaving(true)
    try {
      await client.call(
        'sqlSavedUpdate',
        { id: query.id, title, folder, description, shared: scope === 'shared' },
        { projectId, silent: true },
      )
      onClose()
    } catch (reason) {
      setError(reason)
      setSaving(false)
    }
  }
  return (
    <Dialog
      opened
      title={t('sql.library.editTitle', { title: query.title })}
      action={t('sql.save.save')}
      loading={isSaving}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Fields>
        <TextField label={t('sql.save.name')} value={title} onChange={setTitle} maxLength={200} data-autofocus />
        <TextField
          label={t('sql.save.folder')}
          hint={t('sql.save.folderHint')}
          value={folder}
          onChange={setFolder}
          maxLength={500}
        />
        <TextArea label={t('sql.save.description')} value={description} onChange={setDescription} rows={2} />
        <Segments
          label={t('sql.save.for')}
          size="md"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'own', label: t('sql.save.own') },
            { value: 'shared', label: t('sql.save.shared') },
          ]}
        />
      </Fields>
    </Dialog>
  )
}
