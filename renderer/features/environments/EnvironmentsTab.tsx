import { messageOf, useOperation } from '@renderer/api'
import type { TabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { Button, ErrorState, Icon, Rail, railEntry, RailGroup, Skeleton, TabPage } from '@renderer/ui'
import { useState } from 'react'
import { EnvironmentPage } from './EnvironmentPage'
import styles from './environments.module.css'
import { NewEnvironmentDialog } from './questions'

/** Environments of a project on the left, variables and database of the chosen one on the right. */
export function EnvironmentsTab({ project, permissions }: TabPageProps) {
  const { t } = useTranslation()
  const query = useOperation('environmentList', {}, { projectId: project.id, silent: true })
  const [name, setName] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const list = query.data?.list
  const chosen = list?.find((each) => each.name === name) ?? list?.find(({ isWorking }) => isWorking) ?? list?.[0]
  const mayManage = permissions.has('environment.manage')
  return (
    <TabPage label={t('tabs.kinds.environments')}>
      <div className={styles.sides}>
        <Rail label={t('tabs.kinds.environments')}>
          <RailGroup
            foot={
              mayManage && (
                <Button icon="plus" onClick={() => setAdding(true)}>
                  {t('environments.new')}
                </Button>
              )
            }
          >
            {list === undefined ? (
              <li aria-hidden="true">
                <Skeleton width={120} />
              </li>
            ) : (
              list.map((each) => (
                <li key={each.name}>
                  <button
                    type="button"
                    className={railEntry}
                    aria-current={each.name === chosen?.name ? 'true' : undefined}
                    onClick={() => setName(each.name)}
                  >
                    <Icon name={each.production ? 'warning' : each.isWorking ? 'check' : 'layers'} size={14} />
                    <bdi>{each.name}</bdi>
                    <small>{t('environments.count', { count: each.variables.length })}</small>
                  </button>
                </li>
              ))
            )}
          </RailGroup>
        </Rail>
        {chosen !== undefined ? (
          <EnvironmentPage
            key={chosen.name}
            project={project}
            environment={chosen}
            mayManage={mayManage}
            onRenamed={setName}
          />
        ) : (
          <div className={styles.column}>
            {query.error !== null && (
              <ErrorState
                title={t('environments.notRead')}
                text={messageOf(query.error)}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            )}
          </div>
        )}
      </div>
      {isAdding && list !== undefined && (
        <NewEnvironmentDialog projectId={project.id} list={list} onMade={setName} onClose={() => setAdding(false)} />
      )}
    </TabPage>
  )
}
