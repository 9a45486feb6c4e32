import type { ListedApiToken } from '@common/operations/api-tokens'
import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog, Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'

export interface TokenQuestionProps {
  readonly token: ListedApiToken
  readonly projectId: string
  readonly onClose: () => void
}

/** Asks before a token stops working. */
export function DeleteTokenDialog({ token, projectId, onClose }: TokenQuestionProps) {
  const { t } = useTranslation()
  const remove = useCommand('apiTokenDelete')
  const { id, title } = token
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('team.tokens.deleteTitle', { title })}
      action={t('team.tokens.delete')}
      loading={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
      onSubmit={() =>
        remove.mutate(
          { args: { id }, projectId },
          {
            onSuccess: () => {
              toast.success(sentence('team.tokens.deleted', { title }))
              onClose()
            },
          },
        )
      }
    >
      <p>{t('team.tokens.deleteText')}</p>
    </ConfirmDialog>
  )
}

/** Gives a token another name. */
export function RenameTokenDialog({ token, projectId, onClose }: TokenQuestionProps) {
  const { t } = useTranslation()
  const rename = useCommand('apiTokenRename')
  const [title, setTitle] = useState(token.title)
  const isUnnamed = title.trim() === ''
  return (
    <Dialog
      opened
      width={400}
      onClose={onClose}
      title={t('team.tokens.renameTitle')}
      action={t('team.tokens.rename')}
      loading={rename.isPending}
      disabledReason={isUnnamed ? t('team.tokens.nameMissing') : undefined}
      error={rename.isError ? messageOf(rename.error) : null}
      onSubmit={() => rename.mutate({ args: { id: token.id, title }, projectId }, { onSuccess: onClose })}
    >
      <TextField
        label={t('team.tokens.name')}
        value={title}
        onChange={setTitle}
        maxLength={100}
        data-autofocus
        autoComplete="off"
      />
    </Dialog>
  )
}
