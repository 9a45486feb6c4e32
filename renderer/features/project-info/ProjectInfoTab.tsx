import type { ProjectListEntry } from '@common/operations/projects'
import { messageOf, sentenceOf, useOperation } from '@renderer/api'
import { tabKindOf, tabOfKind, tabs } from '@renderer/features/tabs'
import { sentence, useTranslation } from '@renderer/i18n'
import { goTo, serverAddress, toast, useInstallation, useShell } from '@renderer/stores'
import { Button, copyText, ErrorState, IconButton, Section, Skeleton, TabBar, TabPage } from '@renderer/ui'
import { factLines, factsOf, useApiInfo, type Facts } from './facts'
import styles from './project-info.module.css'

export interface ProjectInfoTabProps {
  readonly project: ProjectListEntry
}

const groups = ['project', 'server', 'counts', 'addresses'] as const

/** Facts of a project: identity, server, counts and addresses, each with a button that copies it. */
export function ProjectInfoTab({ project }: ProjectInfoTabProps) {
  const { t } = useTranslation()
  const installation = useInstallation((state) => state.info)
  const host = serverAddress(useShell((state) => state.info))
  const api = useApiInfo(project.id)
  const environment = useOperation('ncProjectInfo', {}, { projectId: project.id, silent: true })
  const backendKind = tabKindOf('backend')
  const error = api.error ?? environment.error
  const facts =
    api.data === undefined || environment.data === undefined
      ? undefined
      : factsOf(project, installation, host, api.data, environment.data)
  const retry = (): void => void Promise.all([api.refetch(), environment.refetch()])
  const copy = async (text: string): Promise<void> => {
    try {
      await copyText(text)
      toast.success(sentence('account.projectInfoCopied'))
    } catch (failure) {
      toast.error(sentenceOf(failure))
    }
  }

  return (
    <TabPage label={t('tabs.kinds.projectInfo')}>
      <TabBar
        end={
          <>
            <Button icon="plug" onClick={() => void goTo('/apiServers')}>
              {t('projectInfo.apiServers')}
            </Button>
            {backendKind !== undefined && (
              <Button icon="code" onClick={() => tabs.open(tabOfKind(backendKind))}>
                {t('projectInfo.generateBackend')}
              </Button>
            )}
            <Button
              icon="copy"
              disabledReason={facts === undefined ? t('projectInfo.loading') : undefined}
              onClick={() => facts && void copy(groups.map((group) => factLines(facts[group])).join('\n'))}
            >
              {t('projectInfo.copyAll')}
            </Button>
          </>
        }
      >
        <h2 className={styles.title}>{project.title}</h2>
      </TabBar>
      <div className={styles.content}>
        {facts !== undefined ? (
          <div className={styles.groups}>
            {groups.map((group) => (
              <Section key={group} title={t(`projectInfo.groups.${group}`)}>
                <FactList facts={facts[group]} onCopy={(text) => void copy(text)} />
              </Section>
            ))}
          </div>
        ) : error === null ? (
          <div className={styles.groups} aria-hidden="true">
            <Skeleton width={320} />
            <Skeleton width={260} />
            <Skeleton width={300} />
          </div>
        ) : (
          <ErrorState title={t('projectInfo.failed')} text={messageOf(error)} onRetry={retry} />
        )}
      </div>
    </TabPage>
  )
}

interface FactListProps {
  readonly facts: Facts[keyof Facts]
  readonly onCopy: (text: string) => void
}

/** Names stay as scripts and reports call them, in every language. */
function FactList({ facts, onCopy }: FactListProps) {
  const { t } = useTranslation()
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt translate="no">
            <bdi dir="ltr">{name}</bdi>
          </dt>
          <dd translate="no">
            <bdi dir="ltr">{value}</bdi>
            <IconButton
              icon="copy"
              size="xs"
              label={t('projectInfo.copy', { name })}
              onClick={() => onCopy(`${name}: ${value}`)}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
