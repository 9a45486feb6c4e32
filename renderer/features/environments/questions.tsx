import type { ListedEnvironment } from '@common/operations/environments'
import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog, Dialog, Fields, Select, TextField } from '@renderer/ui'
import { useState } from 'react'

const nameMax = 100

interface QuestionProps {
  readonly projectId: string
  readonly environment: string
  readonly onClose: () => void
}

export interface NewEnvironmentDialogProps {
  readonly projectId: string
  readonly list: readonly ListedEnvironment[]
  readonly onMade: (name: string) => void
  readonly onClose: () => void
}

/** Adds an environment, empty or with the variables of another one. */
export function NewEnvironmentDialog({ projectId, list, onMade, onClose }: NewEnvironmentDialogProps) {
  const { t } = useTranslation()
  const create = useCommand('environmentCreate')
  const [name, setName] = useState('')
  const [copyOf, setCopyOf] = useState('')
  return (
    <Dialog
      opened
      width={400}
      onClose={onClose}
      title={t('environments.newTitle')}
      action={t('environments.create')}
      loading={create.isPending}
      disabledReason={name.trim() === '' ? t('environments.nameMissing') : undefined}
      error={create.isError ? messageOf(create.error) : null}
      onSubmit={() =>
        create.mutate(
          { args: { name, ...(copyOf !== '' && { copyOf }) }, projectId, silent: true },
          {
            onSuccess: (made) => {
              onMade(made.name)
              onClose()
            },
          },
        )
      }
    >
      <Fields>
        <TextField
          label={t('environments.name')}
          value={name}
          onChange={setName}
          maxLength={nameMax}
          autoComplete="off"
          placeholder={t('environments.nameExample')}
          data-autofocus
        />
        <Select
          label={t('environments.copyOf')}
          value={copyOf}
          onChange={setCopyOf}
          options={[
            { value: '', label: t('environments.copyNone') },
            ...list.map((each) => ({ value: each.name, label: each.name })),
          ]}
        />
      </Fields>
    </Dialog>
  )
}

/** Gives an environment another name. */
export function RenameEnvironmentDialog({
  projectId,
  environment,
  onRenamed,
  onClose,
}: QuestionProps & { readonly onRenamed: (name: string) => void }) {
  const { t } = useTranslation()
  const rename = useCommand('environmentRename')
  const [name, setName] = useState(environment)
  return (
    <Dialog
      opened
      width={400}
      onClose={onClose}
      title={t('environments.renameTitle', { environment })}
      action={t('environments.rename')}
      loading={rename.isPending}
      disabledReason={name.trim() === '' ? t('environments.nameMissing') : undefined}
      error={rename.isError ? messageOf(rename.error) : null}
      onSubmit={() =>
        rename.mutate(
          { args: { environment, name }, projectId, silent: true },
          {
            onSuccess: (renamed) => {
              onRenamed(renamed.name)
              onClose()
            },
          },
        )
      }
    >
      <TextField
        label={t('environments.name')}
        value={name}
        onChange={setName}
        maxLength={nameMax}
        autoComplete="off"
        data-autofocus
      />
    </Dialog>
  )
}

/** Asks before an environment and its variables are gone. */
export function DeleteEnvironmentDialog({
  projectId,
  environment,
  variables,
  onClose,
}: QuestionProps & { readonly variables: number }) {
  const { t } = useTranslation()
  const remove = useCommand('environmentDelete')
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('environments.deleteTitle', { environment })}
      action={t('environments.delete')}
      loading={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
      onSubmit={() =>
        remove.mutate(
          { args: { environment }, projectId, silent: true },
          {
            onSuccess: () => {
              toast.success(sentence('environments.deleted', { environment }))
              onClose()
            },
          },
        )
      }
    >
      <p>{t('environments.deleteText', { count: variables })}</p>
    </ConfirmDialog>
  )
}

/** Asks before a variable is gone: texts that name it stop working. */
export function DeleteVariableDialog({
  projectId,
  environment,
  name,
  onClose,
}: QuestionProps & { readonly name: string }) {
  const { t } = useTranslation()
  const remove = useCommand('variableDelete')
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('environments.variable.deleteTitle', { name })}
      action={t('environments.variable.deleteAction')}
      loading={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
      onSubmit={() => remove.mutate({ args: { environment, name }, projectId, silent: true }, { onSuccess: onClose })}
    >
      <p>{t('environments.variable.deleteText', { text: `{{${name}}}` })}</p>
    </ConfirmDialog>
  )
}
