import type { Automation, AutomationRun, StepResult } from '@common/operations/automations'
import { client, messageOf, useOperation } from '@renderer/api'
import { formatDateTime, serverText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ErrorState, Icon, Segments, Spinner, TextField, type IconName } from '@renderer/ui'
import { useEffect, useState } from 'react'
import styles from './automations.module.css'

const pollMs = 2_000
const shownKinds = ['all', 'failed'] as const

/** A test with a record, and the last runs of an automation. */
export function AutomationRuns({
  projectId,
  automation,
}: {
  readonly projectId: string
  readonly automation: Automation
}) {
  const { t } = useTranslation()
  const { id } = automation
  const [shown, setShown] = useState<(typeof shownKinds)[number]>('all')
  const args = shown === 'all' ? { id } : { id, state: shown }
  const runs = useOperation('automationRuns', args, { projectId, silent: true, refetchOnMount: 'always' })
  const { refetch } = runs
  const list = runs.data?.list
  const isOpen = list?.some(({ endedAt }) => endedAt === null) === true
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isOpen, refetch])
  return (
    <aside className={styles.runs} aria-label={t('jobs.runs')}>
      <TestPanel projectId={projectId} id={id} />
      <header className={styles.bar}>
        <h2>{t('jobs.runs')}</h2>
        <span className={styles.gap} />
        <Segments
          label={t('jobs.runsShown')}
          value={shown}
          options={shownKinds.map((value) => ({ value, label: t(`jobs.runKinds.${value}`) }))}
          onChange={setShown}
        />
      </header>
      {runs.error !== null && list === undefined ? (
        <ErrorState title={t('jobs.runsNotRead')} text={messageOf(runs.error)} onRetry={() => void refetch()} />
      ) : list?.length === 0 ? (
        <p className={styles.none}>{t(shown === 'all' ? 'automations.noRuns' : 'jobs.noFailures')}</p>
      ) : (
        <ul className={styles.runList} tabIndex={0} aria-label={t('jobs.runs')}>
          {list?.map((run) => (
            <RunLine key={run.id} run={run} projectId={projectId} onSent={() => void refetch()} />
          ))}
        </ul>
      )}
    </aside>
  )
}

function TestPanel({ projectId, id }: { readonly projectId: string; readonly id: string }) {
  const { t } = useTranslation()
  const [rowId, setRowId] = useState('')
  const [steps, setSteps] = useState<readonly StepResult[]>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const test = (): void => {
    setBusy(true)
    setProblem(undefined)
    void client
      .call('automationTest', { id, rowId: rowId.trim() }, { projectId, silent: true })
      .then(
        (answer) => setSteps(answer.steps),
        (error: unknown) => setProblem(messageOf(error)),
      )
      .finally(() => setBusy(false))
  }
  return (
    <form
      className={styles.test}
      aria-label={t('automations.test')}
      onSubmit={(event) => {
        event.preventDefault()
        if (rowId.trim() !== '') test()
      }}
    >
      <h2>{t('automations.test')}</h2>
      <div className={styles.testLine}>
        <TextField
          aria-label={t('automations.testRecord')}
          placeholder={t('automations.testRecord')}
          value={rowId}
          onChange={setRowId}
          error={problem}
          maxLength={4_000}
        />
        <Button
          type="submit"
          icon="play"
          size="md"
          loading={isBusy}
          disabledReason={rowId.trim() === '' ? t('automations.testMissing') : undefined}
        >
          {t('automations.runTest')}
        </Button>
      </div>
      {steps !== undefined && <Steps steps={steps} />}
      <p className={styles.hint}>{t('automations.testHint')}</p>
    </form>
  )
}

const stepIcons: Readonly<Record<StepResult['state'], IconName>> = { done: 'check', failed: 'close', notSent: 'minus' }

/** Outcomes of the steps of a run. */
function Steps({ steps }: { readonly steps: readonly StepResult[] }) {
  const { t } = useTranslation()
  return (
    <ol className={styles.results}>
      {steps.map(({ kind, state, ms, msg, message, output }, at) => (
        // oxlint-disable-next-line no-array-index-key
        <li key={at} data-state={state}>
          <Icon name={stepIcons[state]} size={14} />
          <span className={styles.resultText}>
            <b>{isKnown(kind) ? t(`automations.steps.${kind}`) : kind}</b>
            <span>{serverText(msg, message)}</span>
            {output !== '' && (
              <pre tabIndex={0} aria-label={t('jobs.output')}>
                {output}
              </pre>
            )}
          </span>
          <span className={styles.when}>{t('automations.ms', { ms })}</span>
        </li>
      ))}
    </ol>
  )
}

const kinds = ['http', 'email', 'chat', 'change', 'sql'] as const
const isKnown = (kind: string): kind is (typeof kinds)[number] => kinds.some((each) => each === kind)

const icons: Readonly<Record<AutomationRun['state'], IconName>> = {
  waiting: 'clock',
  running: 'clock',
  done: 'check',
  failed: 'close',
}

interface RunLineProps {
  readonly run: AutomationRun
  readonly projectId: string
  readonly onSent: () => void
}

function RunLine({ run, projectId, onSent }: RunLineProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id, state, record, createdAt, nextAt, steps, input, attempts } = run
  const resend = (): void => {
    setBusy(true)
    void client
      .call('automationResend', { runId: id }, { projectId })
      .then(onSent, (error: unknown) => toast.error(t('automations.notSent'), { detail: messageOf(error) }))
      .finally(() => setBusy(false))
  }
  return (
    <li className={styles.run} data-state={state}>
      <button type="button" className={styles.runHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {state === 'running' ? <Spinner /> : <Icon name={icons[state]} size={14} />}
        <span className={styles.when}>{formatDateTime(createdAt)}</span>
        <bdi className={styles.title}>{record}</bdi>
        <span className={styles.runState}>{t(`automations.runStates.${state}`)}</span>
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={12} />
      </button>
      {(isOpen || state === 'failed') && (
        <div className={styles.runBody}>
          <Steps steps={isOpen ? steps : steps.filter((step) => step.state === 'failed')} />
          {nextAt !== null && attempts > 0 && (
            <p className={styles.hint}>{t('automations.nextAttempt', { when: formatDateTime(nextAt) })}</p>
          )}
          {isOpen && (
            <pre tabIndex={0} aria-label={t('automations.input')}>
              {JSON.stringify(JSON.parse(input), null, 2)}
            </pre>
          )}
          {state === 'failed' && (
            <div>
              <Button icon="reload" loading={isBusy} onClick={resend}>
                {t('automations.resend')}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  )
}
