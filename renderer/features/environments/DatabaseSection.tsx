import type { ListedEnvironment } from '@common/operations/environments'
import type { ProjectListEntry } from '@common/operations/projects'
import { sentenceOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { goTo, toast } from '@renderer/stores'
import { Button, Buttons, Line, Lines, Section, Switch } from '@renderer/ui'
import { useState } from 'react'
import { FileLine } from './FileLine'
import { RemoveDatabaseDialog } from './RemoveDatabaseDialog'

export interface DatabaseSectionProps {
  readonly project: ProjectListEntry
  readonly environment: ListedEnvironment
  readonly mayManage: boolean
}

/** The database of an environment: its own one, or that of the project. */
export function DatabaseSection({ project, environment, mayManage }: DatabaseSectionProps) {
  const { t } = useTranslation()
  const mark = useCommand('environmentProductionSet')
  const { name, production } = environment
  return (
    <Section
      title={t('environments.database.title')}
      text={t(project.source === 'server' ? 'environments.database.text' : 'environments.database.onFile')}
    >
      {project.source === 'server' ? (
        <ServerLine project={project} environment={environment} mayManage={mayManage} />
      ) : (
        <FileLine projectId={project.id} environment={environment} mayManage={mayManage} />
      )}
      {mayManage && (
        <Switch
          checked={production}
          onChange={(checked) =>
            mark.mutate(
              { args: { environment: name, production: checked }, projectId: project.id, silent: true },
              { onError: (error) => toast.error(sentenceOf(error)) },
            )
          }
        >
          {t('environments.production')}
        </Switch>
      )}
    </Section>
  )
}

function ServerLine({ project, environment, mayManage }: DatabaseSectionProps) {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const { name, isDefault, isWorking, server } = environment
  const isOwn = server !== null && !isDefault
  const edit = (): void => {
    const address = `/project/xcdb?project=${encodeURIComponent(project.id)}`
    // The form of the project edits the database in use.
    void goTo(isDefault ? address : `${address}&environment=${encodeURIComponent(name)}`)
  }
  return (
    <>
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
          {mayManage && isOwn && (
            <Button kind="quiet" danger onClick={() => setRemoving(true)}>
              {t('environments.database.remove')}
            </Button>
          )}
        </Line>
      </Lines>
      {mayManage && (!isDefault || isWorking) && (
        <Buttons>
          <Button size="md" icon="plug" onClick={edit}>
            {t(isOwn || isDefault ? 'environments.database.edit' : 'environments.database.add')}
          </Button>
        </Buttons>
      )}
      {isRemoving && (
        <RemoveDatabaseDialog
          projectId={project.id}
          environment={name}
          what="database"
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
