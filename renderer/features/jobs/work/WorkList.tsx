import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import type { ReactNode } from 'react'
import styles from './work.module.css'

export interface WorkListProps<T extends { readonly id: string }> {
  readonly title: string
  readonly list: readonly T[]
  readonly onNew: () => void
  /** Draws a `WorkLine`. */
  readonly children: (entry: T) => ReactNode
}

/** All jobs or automations with their state. */
export function WorkList<T extends { readonly id: string }>({ title, list, onNew, children }: WorkListProps<T>) {
  const { t } = useTranslation()
  return (
    <nav className={styles.list} aria-label={title}>
      <header className={styles.bar}>
        <h2>{title}</h2>
        <span className={styles.count}>{t('jobs.count', { count: list.length })}</span>
        <Button icon="plus" onClick={onNew}>
          {t('jobs.newShort')}
        </Button>
      </header>
      <ul>
        {list.map((entry) => (
          <li key={entry.id}>{children(entry)}</li>
        ))}
      </ul>
    </nav>
  )
}

export interface WorkLineProps {
  readonly state: 'running' | 'paused' | 'failed' | 'ready'
  readonly title: string
  /** At the end of the first line. */
  readonly end: ReactNode
  /** The schedule or the trigger. */
  readonly words: string
  readonly last: string
  readonly hasFailed: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

export function WorkLine({ state, title, end, words, last, hasFailed, isChosen, onChoose }: WorkLineProps) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.line} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <span className={styles.dot} data-state={state} />
      <span className="hidden-text">{t(`jobs.state.${state}`)}</span>
      <bdi className={styles.title}>{title}</bdi>
      {end}
      <span className={styles.words}>{words}</span>
      {last !== '' && (
        <span className={styles.last} data-failed={hasFailed || undefined}>
          {last}
        </span>
      )}
    </button>
  )
}
