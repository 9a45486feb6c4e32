import type { Job, JobRun } from '@common/operations/jobs'
import { client, messageOf, useOperation } from '@renderer/api'
import { formatDateTime, formatNumber, serverText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ErrorState, Icon, Segments, Spinner, type IconName } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './jobs.module.css'

const pollMs = 2_000
const shownKinds = ['all', 'failed'] as const

/** The last runs of a job, and the button that starts one. */
export function JobRuns({ projectId, job }: { readonly projectId: string; readonly job: Job }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<(typeof shownKinds)[number]>('all')
  const [isStarting, setStarting] = useState(false)
  const runs = useOperation('jobRuns', { id: job.id }, { projectId, silent: true, refetchOnMount: 'always' })
  const { refetch } = runs
  const list = runs.data?.list.filter(({ state }) => shown === 'all' || state === 'failed')
  const isRunning = job.isRunning || runs.data?.list[0]?.endedAt === null
  useEffect(() => {
    if (!isRunning) return undefined
    // Windows learn of the end of a run by an event; a lost connection must not show it as running.
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isRunning, refetch])

  const start = (): void => {
    setStarting(true)
    void client
      .call('jobRun', { id: job.id }, { projectId })
      .then(
        () => refetch(),
        (error: unknown) => toast.error(t('jobs.notStarted'), { detail: messageOf(error) }),
      )
      .finally(() => setStarting(false))
  }

  return (
    <aside className={styles.runs} aria-label={t('jobs.runs')}>
      <header className={styles.bar}>
        <h2>{t('jobs.runs')}</h2>
        <Segments
          label={t('jobs.runsShown')}
          value={shown}
          options={shownKinds.map((value) => ({ value, label: t(`jobs.runKinds.${value}`) }))}
          onChange={setShown}
        />
        <span className={styles.gap} />
        <Button
          icon="play"
          loading={isStarting}
          disabledReason={isRunning ? t('jobs.isRunning') : undefined}
          onClick={start}
        >
          {t('jobs.runNow')}
        </Button>
      </header>
      {runs.error !== null && list === undefined ? (
        <ErrorState title={t('jobs.runsNotRead')} text={messageOf(runs.error)} onRetry={() => void refetch()} />
      ) : list?.length === 0 ? (
        <p className={styles.none}>{t(shown === 'all' ? 'jobs.noRuns' : 'jobs.noFailures')}</p>
      ) : (
        <ul className={styles.runList} tabIndex={0} aria-label={t('jobs.runs')}>
          {list?.map((run) => (
            <RunLine key={run.id} run={run} />
          ))}
        </ul>
      )}
    </aside>
  )
}

const icons: Readonly<Record<JobRun['state'], IconName>> = {
  running: 'clock',
  done: 'check',
  failed: 'close',
  skipped: 'minus',
  interrupted: 'warning',
}

function RunLine({ run }: { readonly run: JobRun }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { state, startedAt, endedAt, cause, attempts, output } = run
  const seconds = endedAt === null ? undefined : (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000
  const text = serverText(run.msg ?? undefined, run.message ?? undefined)
  return (
    <li className={styles.run} data-state={state}>
      <button type="button" className={styles.runHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {state === 'running' ? <Spinner /> : <Icon name={icons[state]} size={14} />}
        <span className={styles.runTime}>{formatDateTime(startedAt)}</span>
        <span className={styles.runState}>{t(`jobs.runStates.${state}`)}</span>
        <span className={styles.when}>
          {seconds !== undefined && state !== 'skipped' && t('jobs.seconds', { seconds: shownSeconds(seconds) })}
        </span>
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={12} />
      </button>
      {(isOpen || state === 'failed') && (
        <div className={styles.runBody}>
          {text !== '' && <p>{text}</p>}
          {isOpen && (
            <p className={styles.hint}>{t('jobs.runFacts', { cause: t(`jobs.causes.${cause}`), count: attempts })}</p>
          )}
          {isOpen && output !== '' && (
            <pre tabIndex={0} aria-label={t('jobs.output')}>
              {output}
            </pre>
          )}
        </div>
      )}
    </li>
  )
}

const shownSeconds = (seconds: number): string => formatNumber(seconds, { maximumFractionDigits: seconds < 10 ? 1 : 0 })
