import { limits } from '@common/constants'
import type { ProjectListEntry } from '@common/operations/projects'
import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'

export interface RenameProjectDialogProps {
  readonly project: ProjectListEntry
  readonly onClose: () => void
}

export function RenameProjectDialog({ project, onClose }: RenameProjectDialogProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(project.title)
  const rename = useCommand('projectRename')
  const isEmpty = title.trim() === ''

  function submit(): void {
    if (isEmpty) return
    if (title.trim() === project.title) return onClose()
    rename.mutate(
      {
        args: { title: title.trim() },
        projectId: project.id,
        title: sentence('projects.renaming', { from: project.title, to: title.trim() }),
      },
      { onSuccess: onClose },
    )
  }

  return (
    <Dialog
      opened
      width={400}
      onClose={onClose}
      title={t('projects.renameTitle', { title: project.title })}
      action={t('projects.renameAction')}
      onSubmit={submit}
      loading={rename.isPending}
    >
      <TextField
        label={t('projects.nameField')}
        value={title}
        onChange={(value) => {
          setTitle(value)
          rename.reset()
        }}
        maxLength={limits.nameCharacters}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        error={isEmpty ? t('projects.nameRequired') : rename.isError ? messageOf(rename.error) : null}
        hint={t('projects.renameHint')}
        reserveNote
      />
    </Dialog>
  )
}
