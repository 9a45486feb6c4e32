import type { Job } from '@common/operations/jobs'
import { formatRelativeTime, useTranslation } from '@renderer/i18n'
import { Button, useMinute } from '@renderer/ui'
import styles from './jobs.module.css'
import { scheduleSentence } from './schedule-words'

export interface JobListProps {
  readonly list: readonly Job[]
  /** Undefined while a new job is shown. */
  readonly chosenId: string | undefined
  readonly onChoose: (id: string) => void
  readonly onNew: () => void
}

/** All jobs with their state. */
export function JobList({ list, chosenId, onChoose, onNew }: JobListProps) {
  const { t } = useTranslation()
  return (
    <nav className={styles.list} aria-label={t('jobs.list')}>
      <header className={styles.bar}>
        <h2>{t('jobs.list')}</h2>
        <span className={styles.count}>{t('jobs.count', { count: list.length })}</span>
        <Button icon="plus" onClick={onNew}>
          {t('jobs.newShort')}
        </Button>
      </header>
      <ul>
        {list.map((job) => (
          <li key={job.id}>
            <JobLine job={job} isChosen={job.id === chosenId} onChoose={() => onChoose(job.id)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface JobLineProps {
  readonly job: Job
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function JobLine({ job, isChosen, onChoose }: JobLineProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const { title, pattern, active, isRunning, lastRun } = job
  const hasFailed = lastRun?.state === 'failed'
  const state = isRunning ? 'running' : !active ? 'paused' : hasFailed ? 'failed' : 'ready'
  const last =
    lastRun === null
      ? t('jobs.neverRan')
      : t(hasFailed ? 'jobs.failedWhen' : 'jobs.ranWhen', {
          when: formatRelativeTime(lastRun.startedAt, Math.max(now, Date.parse(lastRun.startedAt)), 'narrow'),
        })
  return (
    <button type="button" className={styles.line} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <span className={styles.dot} data-state={state} />
      <span className="hidden-text">{t(`jobs.state.${state}`)}</span>
      <bdi className={styles.title}>{title}</bdi>
      <code className={styles.pattern}>{pattern}</code>
      <span className={styles.words}>{scheduleSentence(pattern)}</span>
      <span className={styles.last} data-failed={hasFailed || undefined}>
        {active ? last : t('jobs.state.paused')}
      </span>
    </button>
  )
}
