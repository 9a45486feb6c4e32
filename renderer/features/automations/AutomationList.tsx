import type { TableSummary } from '@common/model'
import type { Automation } from '@common/operations/automations'
import { formatRelativeTime, useTranslation } from '@renderer/i18n'
import { Button, useMinute } from '@renderer/ui'
import styles from './automations.module.css'

export interface AutomationListProps {
  readonly list: readonly Automation[]
  readonly tables: readonly TableSummary[]
  /** Undefined while a new automation is shown. */
  readonly chosenId: string | undefined
  readonly onChoose: (id: string) => void
  readonly onNew: () => void
}

/** All automations with their state. */
export function AutomationList({ list, tables, chosenId, onChoose, onNew }: AutomationListProps) {
  const { t } = useTranslation()
  const now = useMinute()
  return (
    <nav className={styles.list} aria-label={t('tabs.kinds.automations')}>
      <header className={styles.bar}>
        <h2>{t('tabs.kinds.automations')}</h2>
        <span className={styles.count}>{t('jobs.count', { count: list.length })}</span>
        <Button icon="plus" onClick={onNew}>
          {t('jobs.newShort')}
        </Button>
      </header>
      <ul>
        {list.map(({ id, title, active, trigger, lastRun, failed }) => {
          const state = !active ? 'paused' : lastRun?.state === 'failed' ? 'failed' : 'ready'
          const table = tables.find(({ name }) => name === trigger.table)?.title ?? trigger.table
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.line}
                aria-current={id === chosenId ? 'true' : undefined}
                onClick={() => onChoose(id)}
              >
                <span className={styles.dot} data-state={state} />
                <span className="hidden-text">{t(`jobs.state.${state}`)}</span>
                <bdi className={styles.title}>{title}</bdi>
                <span className={styles.when}>
                  {lastRun === null
                    ? t('jobs.neverRan')
                    : formatRelativeTime(lastRun.createdAt, Math.max(now, Date.parse(lastRun.createdAt)), 'narrow')}
                </span>
                <span className={styles.words}>{t(`automations.sentences.${trigger.kind}`, { table })}</span>
                <span className={styles.last} data-failed={failed > 0 || undefined}>
                  {!active ? t('automations.off') : failed > 0 ? t('automations.failed', { count: failed }) : ''}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
