import { messageOf, useOperation } from '@renderer/api'
import type { TabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState, Skeleton, TabMiddle, TabPage } from '@renderer/ui'
import { useState } from 'react'
import { AutomationEditor } from './AutomationEditor'
import { AutomationList } from './AutomationList'
import { AutomationRuns } from './AutomationRuns'
import styles from './automations.module.css'

/** The automations of a project: the list, the chosen one, its test and its runs. */
export function AutomationsTab({ project, tables }: TabPageProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const all = useOperation('automationList', {}, { projectId, silent: true, refetchOnMount: 'always' })
  const [chosenId, setChosenId] = useState<string>()
  const [isNew, setNew] = useState(false)
  const list = all.data?.list
  const chosen = isNew ? undefined : (list?.find(({ id }) => id === chosenId) ?? list?.[0])
  const choose = (id: string | undefined): void => {
    setNew(false)
    setChosenId(id)
  }
  return (
    <TabPage label={t('tabs.kinds.automations')}>
      {all.error !== null && list === undefined ? (
        <div className={styles.problem}>
          <ErrorState
            title={t('automations.notRead')}
            text={messageOf(all.error)}
            onRetry={() => void all.refetch()}
            retrying={all.isFetching}
          />
        </div>
      ) : list === undefined ? (
        <div className={styles.loading} aria-hidden="true">
          <Skeleton width={220} height={180} />
        </div>
      ) : list.length === 0 && !isNew ? (
        <TabMiddle>
          <EmptyState
            title={t('automations.none.title')}
            text={t('automations.none.text')}
            action={
              <Button size="md" kind="main" icon="plus" onClick={() => setNew(true)}>
                {t('automations.new')}
              </Button>
            }
          />
        </TabMiddle>
      ) : (
        <div className={styles.parts}>
          <AutomationList
            list={list}
            tables={tables}
            chosenId={chosen?.id}
            onChoose={choose}
            onNew={() => setNew(true)}
          />
          <AutomationEditor
            key={chosen === undefined ? 'new' : `automation ${chosen.id}`}
            projectId={projectId}
            tables={tables}
            automation={chosen}
            onSaved={choose}
            onClose={() => choose(undefined)}
          />
          {chosen !== undefined && (
            <AutomationRuns key={`runs ${chosen.id}`} projectId={projectId} automation={chosen} />
          )}
        </div>
      )}
    </TabPage>
  )
}
