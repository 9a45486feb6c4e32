import { stepKinds, type StepAction } from '@common/operations/actions'
import {
  isOfRecords,
  webhookBodyMax,
  type Automation,
  type AutomationRun,
  type AutomationTrigger,
  type StepResult,
} from '@common/operations/automations'
import { client, sentenceOf, useFailure, useOperation } from '@renderer/api'
import { Hint, RunState, RunText, When, WorkRun, WorkRuns, type ShownRuns } from '@renderer/features/jobs'
import { formatDateTime, sentence, serverText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Icon, TextArea, type IconName } from '@renderer/ui'
import { useState } from 'react'
import styles from './automations.module.css'
import { RecordPick } from './RecordPick'

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
  const [shown, setShown] = useState<ShownRuns>('all')
  const args = shown === 'all' ? { id } : { id, state: shown }
  const runs = useOperation('automationRuns', args, { projectId, silent: true, refetchOnMount: 'always' })
  const list = runs.data?.list
  return (
    <WorkRuns
      list={list}
      query={runs}
      isRunning={list?.some(({ endedAt }) => endedAt === null) === true}
      shown={shown}
      onShow={setShown}
      none={t('automations.noRuns')}
      head={<TestPanel projectId={projectId} id={id} trigger={automation.trigger} />}
    >
      {(run) => <AutomationRunLine run={run} projectId={projectId} onSent={() => void runs.refetch()} />}
    </WorkRuns>
  )
}

interface TestPanelProps {
  readonly projectId: string
  readonly id: string
  readonly trigger: AutomationTrigger
}

/** A test with a record, with the body of a request, or as at a scheduled time. */
function TestPanel({ projectId, id, trigger }: TestPanelProps) {
  const { t } = useTranslation()
  const { kind } = trigger
  const [text, setText] = useState('')
  const hasRecord = isOfRecords(kind)
  const isMissing = hasRecord && text.trim() === ''
  const input = hasRecord ? { rowId: text.trim() } : kind === 'webhook' ? { body: text } : {}
  const [steps, setSteps] = useState<readonly StepResult[]>()
  const [problem, setProblem] = useFailure()
  const [isBusy, setBusy] = useState(false)
  const test = (): void => {
    setBusy(true)
    setProblem(undefined)
    void client
      .call('automationTest', { id, ...input }, { projectId, silent: true })
      .then(
        (answer) => setSteps(answer.steps),
        (error: unknown) => setProblem(error),
      )
      .finally(() => setBusy(false))
  }
  return (
    <form
      className={styles.test}
      aria-label={t('automations.test')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMissing) test()
      }}
    >
      <h2>{t('automations.test')}</h2>
      <div className={styles.testLine}>
        {hasRecord ? (
          <RecordPick
            key={trigger.table}
            projectId={projectId}
            table={trigger.table}
            value={text}
            onChange={setText}
            error={problem}
          />
        ) : kind === 'webhook' ? (
          <TextArea
            aria-label={t('automations.testBody')}
            placeholder={t('automations.testBody')}
            value={text}
            onChange={setText}
            error={problem}
            rows={3}
            mono
            maxLength={webhookBodyMax}
          />
        ) : (
          <Hint>{problem ?? t('automations.testTime')}</Hint>
        )}
        <Button
          type="submit"
          icon="play"
          size="md"
          loading={isBusy}
          disabledReason={isMissing ? t('automations.testMissing') : undefined}
        >
          {t('automations.runTest')}
        </Button>
      </div>
      {steps !== undefined && <Steps steps={steps} />}
      <Hint>{t('automations.testHint')}</Hint>
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
            {output !== '' && <RunText label={t('jobs.output')} text={output} />}
          </span>
          <When>{t('automations.ms', { ms })}</When>
        </li>
      ))}
    </ol>
  )
}

const isKnown = (kind: string): kind is StepAction['kind'] => stepKinds.some((each) => each === kind)

const icons: Readonly<Record<AutomationRun['state'], IconName>> = {
  waiting: 'clock',
  running: 'clock',
  done: 'check',
  failed: 'close',
}

interface AutomationRunLineProps {
  readonly run: AutomationRun
  readonly projectId: string
  readonly onSent: () => void
}

function AutomationRunLine({ run, projectId, onSent }: AutomationRunLineProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const { id, state, record, createdAt, nextAt, steps, input, attempts } = run
  const resend = (): void => {
    setBusy(true)
    void client
      .call('automationResend', { runId: id }, { projectId })
      .then(onSent, (error: unknown) => toast.error(sentence('automations.notSent'), { detail: sentenceOf(error) }))
      .finally(() => setBusy(false))
  }
  return (
    <WorkRun
      state={state}
      icon={icons[state]}
      head={
        <>
          <When>{formatDateTime(createdAt)}</When>
          <bdi className={styles.record}>{record}</bdi>
          <RunState>{t(`automations.runStates.${state}`)}</RunState>
        </>
      }
    >
      {(isOpen) => (
        <>
          <Steps steps={isOpen ? steps : steps.filter((step) => step.state === 'failed')} />
          {nextAt !== null && attempts > 0 && (
            <Hint>{t('automations.nextAttempt', { when: formatDateTime(nextAt) })}</Hint>
          )}
          {isOpen && <RunText label={t('automations.input')} text={JSON.stringify(JSON.parse(input), null, 2)} />}
          {state === 'failed' && (
            <div>
              <Button icon="reload" loading={isBusy} onClick={resend}>
                {t('automations.resend')}
              </Button>
            </div>
          )}
        </>
      )}
    </WorkRun>
  )
}
