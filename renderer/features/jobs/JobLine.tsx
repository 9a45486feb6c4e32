import type { Job } from '@common/operations/jobs'
import { formatRelativeTime, useTranslation } from '@renderer/i18n'
import { useMinute } from '@renderer/ui'
import styles from './jobs.module.css'
import { scheduleSentence } from './schedule-words'
import { WorkLine } from './work'

export interface JobLineProps {
  readonly job: Job
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** A job in the list, with its schedule and its last run. */
export function JobLine({ job, isChosen, onChoose }: JobLineProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const { title, pattern, active, isRunning, lastRun } = job
  const hasFailed = lastRun?.state === 'failed'
  const last =
    lastRun === null
      ? t('jobs.neverRan')
      : t(hasFailed ? 'jobs.failedWhen' : 'jobs.ranWhen', {
          when: formatRelativeTime(lastRun.startedAt, Math.max(now, Date.parse(lastRun.startedAt)), 'narrow'),
        })
  return (
    <WorkLine
      state={isRunning ? 'running' : !active ? 'paused' : hasFailed ? 'failed' : 'ready'}
      title={title}
      end={<code className={styles.pattern}>{pattern}</code>}
      words={scheduleSentence(pattern)}
      last={active ? last : t('jobs.state.paused')}
      hasFailed={hasFailed}
      isChosen={isChosen}
      onChoose={onChoose}
    />
  )
}
