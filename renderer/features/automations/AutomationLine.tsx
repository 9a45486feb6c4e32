import type { TableSummary } from '@common/model'
import type { Automation } from '@common/operations/automations'
import { scheduleSentence, When, WorkLine } from '@renderer/features/jobs'
import { formatRelativeTime, useTranslation } from '@renderer/i18n'
import { useMinute } from '@renderer/ui'

export interface AutomationLineProps {
  readonly automation: Automation
  readonly tables: readonly TableSummary[]
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** An automation in the list, with its trigger and its last run. */
export function AutomationLine({ automation, tables, isChosen, onChoose }: AutomationLineProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const { title, active, trigger, lastRun, failed } = automation
  const table = tables.find(({ name }) => name === trigger.table)?.title ?? trigger.table
  return (
    <WorkLine
      state={!active ? 'paused' : lastRun?.state === 'failed' ? 'failed' : 'ready'}
      title={title}
      end={
        <When>
          {lastRun === null
            ? t('jobs.neverRan')
            : formatRelativeTime(lastRun.createdAt, Math.max(now, Date.parse(lastRun.createdAt)), 'narrow')}
        </When>
      }
      words={
        trigger.kind === 'schedule'
          ? scheduleSentence(trigger.pattern ?? '')
          : t(`automations.sentences.${trigger.kind}`, { table })
      }
      last={!active ? t('automations.off') : failed > 0 ? t('automations.failed', { count: failed }) : ''}
      hasFailed={failed > 0}
      isChosen={isChosen}
      onChoose={onChoose}
    />
  )
}
