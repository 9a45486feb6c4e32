import type { ApiRequest } from '@common/api-client/request'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'
import { nameOf } from './imports/curl'

export interface SaveDialogProps {
  readonly projectId: string
  readonly request: ApiRequest
  /** Path of the stored request that gets another name; undefined for a new one. */
  readonly formerly: string | undefined
  /** Folder of a new request. */
  readonly folder?: string
  readonly onSaved: (path: string) => void
  readonly onClose: () => void
}

/** Asks for the name of a stored request. */
export function SaveDialog({ projectId, request, formerly, folder = '', onSaved, onClose }: SaveDialogProps) {
  const { t } = useTranslation()
  const [path, setPath] = useState(formerly ?? `${folder}${nameOf(request)}`)
  const save = useCommand('apiRequestSave')
  const submit = (): void =>
    save.mutate(
      { args: { path, request, ...(formerly !== undefined && { formerly }) }, projectId, silent: true },
      {
        onSuccess: (saved) => {
          onSaved(saved.path)
          onClose()
        },
      },
    )
  return (
    <Dialog
      opened
      width={560}
      title={t(formerly === undefined ? 'apiClient.save.title' : 'apiClient.save.renameTitle')}
      text={t('apiClient.save.text')}
      action={t(formerly === undefined ? 'apiClient.save.save' : 'apiClient.save.rename')}
      loading={save.isPending}
      disabledReason={path.trim() === '' ? t('apiClient.save.noName') : undefined}
      error={save.error && messageOf(save.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('apiClient.save.name')}
        hint={t('apiClient.save.nameHint')}
        value={path}
        onChange={setPath}
        data-autofocus
      />
    </Dialog>
  )
}
