import type { Job, JobRun } from '@common/operations/jobs'
import { client, sentenceOf, useOperation } from '@renderer/api'
import { formatDateTime, formatNumber, sentence, serverText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, type IconName } from '@renderer/ui'
import { useState } from 'react'
import styles from './jobs.module.css'
import { Hint, RunState, RunText, When, WorkRun, WorkRuns, type ShownRuns } from './work'

/** The last runs of a job, and the button that starts one. */
export function JobRuns({ projectId, job }: { readonly projectId: string; readonly job: Job }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<ShownRuns>('all')
  const [isStarting, setStarting] = useState(false)
  const runs = useOperation('jobRuns', { id: job.id }, { projectId, silent: true, refetchOnMount: 'always' })
  const { refetch } = runs
  const list = runs.data?.list.filter(({ state }) => shown === 'all' || state === 'failed')
  const isRunning = job.isRunning || runs.data?.list[0]?.endedAt === null

  const start = (): void => {
    setStarting(true)
    void client
      .call('jobRun', { id: job.id }, { projectId })
      .then(
        () => refetch(),
        (error: unknown) => toast.error(sentence('jobs.notStarted'), { detail: sentenceOf(error) }),
      )
      .finally(() => setStarting(false))
  }

  return (
    <WorkRuns
      list={list}
      query={runs}
      isRunning={isRunning}
      shown={shown}
      onShow={setShown}
      none={t('jobs.noRuns')}
      action={
        <Button
          icon="play"
          loading={isStarting}
          disabledReason={isRunning ? t('jobs.isRunning') : undefined}
          onClick={start}
        >
          {t('jobs.runNow')}
        </Button>
      }
    >
      {(run) => <JobRunLine run={run} />}
    </WorkRuns>
  )
}

const icons: Readonly<Record<JobRun['state'], IconName>> = {
  running: 'clock',
  done: 'check',
  failed: 'close',
  skipped: 'minus',
  interrupted: 'warning',
}

function JobRunLine({ run }: { readonly run: JobRun }) {
  const { t } = useTranslation()
  const { state, startedAt, endedAt, cause, attempts, output } = run
  const seconds = endedAt === null ? undefined : (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000
  const text = serverText(run.msg ?? undefined, run.message ?? undefined)
  return (
    <WorkRun
      state={state}
      icon={icons[state]}
      head={
        <>
          <span className={styles.runTime}>{formatDateTime(startedAt)}</span>
          <RunState>{t(`jobs.runStates.${state}`)}</RunState>
          <When>
            {seconds !== undefined && state !== 'skipped' && t('jobs.seconds', { seconds: shownSeconds(seconds) })}
          </When>
        </>
      }
    >
      {(isOpen) => (
        <>
          {text !== '' && <p>{text}</p>}
          {isOpen && <Hint>{t('jobs.runFacts', { cause: t(`jobs.causes.${cause}`), count: attempts })}</Hint>}
          {isOpen && output !== '' && <RunText label={t('jobs.output')} text={output} />}
        </>
      )}
    </WorkRun>
  )
}

const shownSeconds = (seconds: number): string => formatNumber(seconds, { maximumFractionDigits: seconds < 10 ? 1 : 0 })
