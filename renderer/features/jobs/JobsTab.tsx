import { messageOf, useOperation } from '@renderer/api'
import type { TabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState, Skeleton, TabMiddle, TabPage } from '@renderer/ui'
import { useState } from 'react'
import { JobEditor } from './JobEditor'
import { JobList } from './JobList'
import { JobRuns } from './JobRuns'
import styles from './jobs.module.css'

/** The scheduled jobs of a project: the list, the chosen job, its runs. */
export function JobsTab({ project, tables }: TabPageProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const jobs = useOperation('jobList', {}, { projectId, silent: true, refetchOnMount: 'always' })
  const [chosenId, setChosenId] = useState<string>()
  const [isNew, setNew] = useState(false)
  const list = jobs.data?.list
  const chosen = isNew ? undefined : (list?.find(({ id }) => id === chosenId) ?? list?.[0])
  const choose = (id: string | undefined): void => {
    setNew(false)
    setChosenId(id)
  }
  const add = (
    <Button size="md" kind="main" icon="plus" onClick={() => setNew(true)}>
      {t('jobs.new')}
    </Button>
  )
  return (
    <TabPage label={t('tabs.kinds.cron')}>
      {jobs.error !== null && list === undefined ? (
        <div className={styles.problem}>
          <ErrorState
            title={t('jobs.notRead')}
            text={messageOf(jobs.error)}
            onRetry={() => void jobs.refetch()}
            retrying={jobs.isFetching}
          />
        </div>
      ) : list === undefined ? (
        <div className={styles.loading} aria-hidden="true">
          <Skeleton width={220} height={180} />
        </div>
      ) : list.length === 0 && !isNew ? (
        <TabMiddle>
          <EmptyState title={t('jobs.none.title')} text={t('jobs.none.text')} action={add} />
        </TabMiddle>
      ) : (
        <div className={styles.parts}>
          <JobList list={list} chosenId={isNew ? undefined : chosen?.id} onChoose={choose} onNew={() => setNew(true)} />
          <JobEditor
            key={isNew ? 'new' : `job ${chosen?.id}`}
            projectId={projectId}
            tables={tables}
            job={chosen}
            onSaved={choose}
            onClose={() => choose(undefined)}
          />
          {chosen !== undefined && <JobRuns key={`runs ${chosen.id}`} projectId={projectId} job={chosen} />}
        </div>
      )}
    </TabPage>
  )
}
