import { useOperation } from '@renderer/api'
import type { TabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { JobEditor } from './JobEditor'
import { JobLine } from './JobLine'
import { JobRuns } from './JobRuns'
import { WorkList, WorkTab } from './work'

/** The scheduled jobs of a project: the list, the chosen job, its runs. */
export function JobsTab({ project, tables }: TabPageProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const jobs = useOperation('jobList', {}, { projectId, silent: true, refetchOnMount: 'always' })
  return (
    <WorkTab
      label={t('tabs.kinds.cron')}
      query={jobs}
      notRead={t('jobs.notRead')}
      none={{ title: t('jobs.none.title'), text: t('jobs.none.text'), action: t('jobs.new') }}
    >
      {({ list, chosen, choose, begin }) => (
        <>
          <WorkList title={t('jobs.list')} list={list} onNew={begin}>
            {(job) => <JobLine job={job} isChosen={job === chosen} onChoose={() => choose(job.id)} />}
          </WorkList>
          <JobEditor
            key={chosen === undefined ? 'new' : `job ${chosen.id}`}
            projectId={projectId}
            tables={tables}
            job={chosen}
            onSaved={choose}
            onClose={() => choose()}
          />
          {chosen !== undefined && <JobRuns key={`runs ${chosen.id}`} projectId={projectId} job={chosen} />}
        </>
      )}
    </WorkTab>
  )
}
