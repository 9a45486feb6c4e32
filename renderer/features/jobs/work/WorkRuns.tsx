import { messageOf, type useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { ErrorState, Icon, Segments, Spinner, type IconName } from '@renderer/ui'
import { useEffect, useState, type ReactNode } from 'react'
import styles from './work.module.css'

const pollMs = 2_000
const shownRuns = ['all', 'failed'] as const
export type ShownRuns = (typeof shownRuns)[number]

export interface WorkRunsProps<T extends { readonly id: string }> {
  /** Undefined until they are loaded. */
  readonly list: readonly T[] | undefined
  readonly query: Pick<ReturnType<typeof useOperation>, 'error' | 'refetch'>
  readonly isRunning: boolean
  readonly shown: ShownRuns
  readonly onShow: (shown: ShownRuns) => void
  /** For a list without any run. */
  readonly none: string
  /** Above the runs. */
  readonly head?: ReactNode
  /** A button beside the filter. */
  readonly action?: ReactNode
  /** Draws a `WorkRun`. */
  readonly children: (run: T) => ReactNode
}

/** The last runs of a job or an automation. */
export function WorkRuns<T extends { readonly id: string }>(props: WorkRunsProps<T>) {
  const { list, query, isRunning, shown, action } = props
  const { refetch } = query
  const { t } = useTranslation()
  useEffect(() => {
    if (!isRunning) return undefined
    // Windows learn of the end of a run by an event; a lost connection must not show it as running.
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  return (
    <aside className={styles.runs} aria-label={t('jobs.runs')}>
      {props.head}
      <header className={styles.bar}>
        <h2>{t('jobs.runs')}</h2>
        {action === undefined && <span className={styles.gap} />}
        <Segments
          label={t('jobs.runsShown')}
          value={shown}
          options={shownRuns.map((value) => ({ value, label: t(`jobs.runKinds.${value}`) }))}
          onChange={props.onShow}
        />
        {action !== undefined && <span className={styles.gap} />}
        {action}
      </header>
      {query.error !== null && list === undefined ? (
        <ErrorState title={t('jobs.runsNotRead')} text={messageOf(query.error)} onRetry={() => void refetch()} />
      ) : list?.length === 0 ? (
        <p className={styles.none}>{shown === 'all' ? props.none : t('jobs.noFailures')}</p>
      ) : (
        <ul className={styles.runList} tabIndex={0} aria-label={t('jobs.runs')}>
          {list?.map((run) => (
            <li key={run.id}>{props.children(run)}</li>
          ))}
        </ul>
      )}
    </aside>
  )
}

export interface WorkRunProps {
  readonly state: string
  readonly icon: IconName
  /** Facts of the run in one line: three cells. */
  readonly head: ReactNode
  /** Draws the rest, which an open run and a failed one show. */
  readonly children: (isOpen: boolean) => ReactNode
}

export function WorkRun({ state, icon, head, children }: WorkRunProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.run} data-state={state}>
      <button type="button" className={styles.runHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {state === 'running' ? <Spinner /> : <Icon name={icon} size={14} />}
        {head}
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={12} />
      </button>
      {(isOpen || state === 'failed') && <div className={styles.runBody}>{children(isOpen)}</div>}
    </div>
  )
}

/** The word for the state of a run, in its line. */
export function RunState({ children }: { readonly children: ReactNode }) {
  return <span className={styles.runState}>{children}</span>
}

/** Start of a response, or the JSON that a run began with. */
export function RunText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre className={styles.output} tabIndex={0} aria-label={label}>
      {text}
    </pre>
  )
}
