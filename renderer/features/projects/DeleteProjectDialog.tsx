import type { ProjectListEntry } from '@common/operations/projects'
import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { ConfirmDialog } from '@renderer/ui'

export interface DeleteProjectDialogProps {
  readonly project: ProjectListEntry
  readonly onClose: () => void
}

/** Confirms the deletion of a project and explains the effect on its file. */
export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const { t } = useTranslation()
  const remove = useCommand('projectDelete')
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('projects.deleteTitle', { title: project.title })}
      action={t('projects.deleteAction')}
      onSubmit={() =>
        remove.mutate(
          { args: {}, projectId: project.id, title: sentence('projects.deleting', { title: project.title }) },
          { onSuccess: onClose },
        )
      }
      loading={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
    >
      <p>{consequence()}</p>
    </ConfirmDialog>
  )

  function consequence(): string {
    const { source, server, fileName } = project
    if (source === 'builtIn') return t('projects.deleteBuiltIn', { fileName })
    if (source === 'file') return t('projects.deleteOpened', { fileName })
    return t('projects.deleteConnected', { database: server?.database ?? '', host: server?.host ?? '' })
  }
}
