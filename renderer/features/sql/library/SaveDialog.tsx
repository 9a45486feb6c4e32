import { client, useFailure, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { sqlDesk, toast } from '@renderer/stores'
import { Dialog, Fields, Segments, TextArea, TextField } from '@renderer/ui'
import { useId, useState } from 'react'
import type { AskedSave } from './use-saved'

export interface SaveDialogProps {
  readonly projectId: string
  readonly asked: AskedSave
  readonly onClose: () => void
}

/** Saves a query under a name, in a folder, for its author or for the project. */
export function SaveDialog({ projectId, asked, onClose }: SaveDialogProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(asked.title)
  const [folder, setFolder] = useState('')
  const [description, setDescription] = useState('')
  const [scope, setScope] = useState<'own' | 'shared'>('own')
  const [kind, setKind] = useState<'query' | 'snippet'>('query')
  const [error, setError] = useFailure()
  const [isSaving, setSaving] = useState(false)
  const folders = useId()
  const known = useOperation('sqlSavedList', {}, { projectId, silent: true }).data ?? []
  const save = async (): Promise<void> => {
    if (title.trim() === '') return setError(sentence('sql.save.nameMissing'))
    setSaving(true)
    try {
      const saved = await client.call(
        'sqlSavedCreate',
        { kind, title, sql: asked.text, folder, description, shared: scope === 'shared' },
        { projectId, silent: true },
      )
      if (kind === 'query')
        sqlDesk.edit(projectId, asked.id, { title: saved.title, saved: saved.id, savedText: asked.text })
      toast.success(sentence('sql.save.saved', { title: saved.title }))
      onClose()
    } catch (reason) {
      setError(reason)
      setSaving(false)
    }
  }
  return (
    <Dialog
      opened
      title={t('sql.save.title')}
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
          list={folders}
        />
        <datalist id={folders}>
          {[...new Set(known.map((query) => query.folder).filter((name) => name !== ''))].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <TextArea label={t('sql.save.description')} value={description} onChange={setDescription} rows={2} />
        <Segments
          label={t('sql.save.kind')}
          size="md"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'query', label: t('sql.save.kinds.query') },
            { value: 'snippet', label: t('sql.save.kinds.snippet') },
          ]}
        />
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
