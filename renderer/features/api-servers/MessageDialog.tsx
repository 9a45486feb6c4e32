import { serverMessageMax } from '@common/operations/api-servers'
import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, TextArea } from '@renderer/ui'
import { useState } from 'react'
import type { CloudUrlDialogProps } from './CloudUrlDialog'

/** Sends a message to everyone who has the project open. */
export function MessageDialog({ server, onClose }: CloudUrlDialogProps) {
  const { t } = useTranslation()
  const [message, setMessage] = useState('')
  const send = useCommand('projectAPIServerSendNotification')
  const submit = (): void =>
    send.mutate(
      { args: { message: message.trim() }, projectId: server.key, silent: true },
      {
        onSuccess: ({ windows }) => {
          toast.success(sentence('apiServers.sent', { count: windows }))
          onClose()
        },
      },
    )
  return (
    <Dialog
      opened
      width={560}
      title={t('apiServers.notifyTitle', { title: server.title })}
      text={t('apiServers.notifyText')}
      action={t('apiServers.send')}
      loading={send.isPending}
      disabledReason={message.trim() === '' ? t('apiServers.message') : undefined}
      error={send.error && messageOf(send.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label={t('apiServers.message')}
        placeholder={t('apiServers.messageExample')}
        rows={3}
        maxLength={serverMessageMax}
        value={message}
        data-autofocus
        onChange={setMessage}
      />
    </Dialog>
  )
}
