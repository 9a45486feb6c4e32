import { isWebAddress, type ApiServerEntry } from '@common/operations/api-servers'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'

export interface CloudUrlDialogProps {
  readonly server: ApiServerEntry
  readonly onClose: () => void
}

/** Sets the address at which others reach an API. */
export function CloudUrlDialog({ server, onClose }: CloudUrlDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(server.cloudUrl)
  const save = useCommand('projectAPIServerSetCloudUrl')
  const url = text.trim()
  const isValid = url === '' || isWebAddress(url)
  const submit = (): void => {
    if (isValid) save.mutate({ args: { cloudUrl: url }, projectId: server.key }, { onSuccess: onClose })
  }
  return (
    <Dialog
      opened
      width={560}
      title={t('apiServers.editTitle', { title: server.title })}
      text={t('apiServers.editText')}
      action={t('apiServers.save')}
      loading={save.isPending}
      error={save.error && messageOf(save.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        type="url"
        label={t('apiServers.cloudUrl')}
        placeholder={t('apiServers.example')}
        value={text}
        maxLength={2_000}
        data-autofocus
        error={isValid ? null : t('apiServers.invalid')}
        reserveNote
        onChange={setText}
      />
    </Dialog>
  )
}
