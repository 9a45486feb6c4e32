import type { ListedEnvironment } from '@common/operations/environments'
import type { ProjectListEntry } from '@common/operations/projects'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { goTo, toast } from '@renderer/stores'
import { Button, Buttons, ConfirmDialog, Line, Lines, Section } from '@renderer/ui'
import { useState } from 'react'

export interface DatabaseSectionProps {
  readonly project: ProjectListEntry
  readonly environment: ListedEnvironment
  readonly mayManage: boolean
}

/** The database of an environment: its own one, or that of the project. */
export function DatabaseSection({ project, environment, mayManage }: DatabaseSectionProps) {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const { name, isDefault, isWorking, server } = environment
  const isOwn = server !== null && !isDefault
  const mayEdit = mayManage && project.source === 'server'
  const edit = (): void => {
    const address = `/project/xcdb?project=${encodeURIComponent(project.id)}`
    // The form of the project edits the database in use.
    void goTo(isDefault ? address : `${address}&environment=${encodeURIComponent(name)}`)
  }
  return (
    <Section
      title={t('environments.database.title')}
      text={t(project.source === 'server' ? 'environments.database.text' : 'environments.database.onFile')}
    >
      {project.source === 'server' && (
        <Lines label={t('environments.database.title')}>
          <Line
            icon="database"
            title={server === null ? t('environments.database.project') : server.database}
            text={
              server === null ? (
                t('environments.database.projectText')
              ) : (
                <bdi dir="ltr">{`${server.host}:${server.port}`}</bdi>
              )
            }
          >
            {mayEdit && isOwn && (
              <Button kind="quiet" danger onClick={() => setRemoving(true)}>
                {t('environments.database.remove')}
              </Button>
            )}
          </Line>
        </Lines>
      )}
      {mayEdit && (!isDefault || isWorking) && (
        <Buttons>
          <Button size="md" icon="plug" onClick={edit}>
            {t(isOwn || isDefault ? 'environments.database.edit' : 'environments.database.add')}
          </Button>
        </Buttons>
      )}
      {isRemoving && (
        <RemoveDatabaseDialog projectId={project.id} environment={name} onClose={() => setRemoving(false)} />
      )}
    </Section>
  )
}

interface RemoveDatabaseDialogProps {
  readonly projectId: string
  readonly environment: string
  readonly onClose: () => void
}

function RemoveDatabaseDialog({ projectId, environment, onClose }: RemoveDatabaseDialogProps) {
  const { t } = useTranslation()
  const remove = useCommand('environmentConnectionDelete')
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('environments.database.removeTitle', { environment })}
      action={t('environments.database.remove')}
      loading={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
      onSubmit={() =>
        remove.mutate(
          { args: { environment }, projectId, silent: true },
          {
            onSuccess: () => {
              toast.success(t('environments.database.removed', { environment }))
              onClose()
            },
          },
        )
      }
    >
      <p>{t('environments.database.removeText')}</p>
    </ConfirmDialog>
  )
}
