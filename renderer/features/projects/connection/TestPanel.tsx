import { serverKindFacts } from '@common/dialects'
import { connectionSteps, type ConnectionFailure, type TestedStep } from '@common/model/connection-test'
import { messageOf } from '@renderer/api'
import { formatFacts, formatNumber, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { copyText, Icon, IconButton, Spinner } from '@renderer/ui'
import styles from './connection.module.css'
import type { ConnectionDraft } from './connection-draft'
import { remedies } from './remedies'
import type { ConnectionFormState } from './use-connection-form'

const waiting: readonly TestedStep[] = connectionSteps.map((step) => ({ step, state: 'waiting', ms: null, facts: {} }))

/** The steps of the test with their times. A failed step shows the reason and the remedy. */
export function TestPanel({ form }: { readonly form: ConnectionFormState }) {
  const { t } = useTranslation()
  const { draft, result, isTesting, testError } = form
  const steps = result === null || isTesting ? waiting : result.steps
  return (
    <aside className={styles.panel} aria-label={t('projects.connect.panel')}>
      <div className={styles.card}>
        <div aria-live="polite">
          <Verdict form={form} />
        </div>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <Step key={step.step} step={step} draft={draft} />
          ))}
        </ol>
        {result !== null && result.failure !== null && !isTesting && (
          <Remedies failure={result.failure} draft={draft} />
        )}
      </div>
      <p className={styles.promise}>{t('projects.connect.promise')}</p>
      {testError !== null && <span className="hidden-text">{messageOf(testError)}</span>}
    </aside>
  )
}

function Verdict({ form }: { readonly form: ConnectionFormState }) {
  const { t } = useTranslation()
  const { draft, result, isTesting, testError, hasTested } = form
  if (isTesting)
    return (
      <div className={styles.verdict}>
        <div className={styles.verdictTitle}>
          <Spinner />
          {t('projects.connect.testing')}
        </div>
      </div>
    )
  if (testError !== null || (result !== null && result.failure !== null))
    return (
      <div className={styles.verdict} data-state="failed">
        <div className={styles.verdictTitle}>
          <Icon name="warning" />
          {t('projects.connect.failure')}
        </div>
        <div className={styles.reason}>
          {result?.failure !== null && result !== null
            ? t(`connectionFailures.${result.failure}`, { ...placeOf(draft) })
            : messageOf(testError)}
        </div>
      </div>
    )
  if (result !== null)
    return (
      <div className={styles.verdict} data-state="passed">
        <div className={styles.verdictTitle}>
          <Icon name="check" />
          {t('connectionTest.successful')}
        </div>
      </div>
    )
  return (
    <div className={styles.verdict}>
      <div className={styles.verdictTitle}>{t('projects.connect.untested')}</div>
      <div className={styles.quiet}>
        {hasTested ? t('projects.connect.changed') : t('projects.connect.untestedText')}
      </div>
    </div>
  )
}

/** Returns the values for the messages of failures. */
function placeOf({ kind, host, port, user, database, schema }: ConnectionDraft) {
  return { kind: serverKindFacts[kind].name, host, port, user, database, schema }
}

function Step({ step, draft }: { readonly step: TestedStep; readonly draft: ConnectionDraft }) {
  const { t } = useTranslation()
  const { state, ms } = step
  // An unrequested step has neither failed nor is it pending.
  const isPlain = step.step === 'encrypt' && state === 'skipped'
  const willBeMade = step.facts.willBeMade === true
  const name = willBeMade ? 'willBeMade' : isPlain ? 'plain' : state === 'skipped' ? 'waiting' : state
  const title =
    name === 'willBeMade' || name === 'plain'
      ? t(`projects.connect.steps.${name}`)
      : t(`projects.connect.steps.${step.step}.${name}`, { port: draft.port })
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.stepMark}>
        {state === 'done' ? (
          <Icon name="check" />
        ) : state === 'failed' ? (
          <Icon name="close" />
        ) : (
          <span className={styles.dot} />
        )}
      </span>
      <span className={styles.stepLines}>
        <span>{title}</span>
        <StepFacts step={step} draft={draft} />
      </span>
      {ms !== null && state !== 'waiting' && (
        <span className={styles.ms}>{t('projects.connect.ms', { ms: formatNumber(ms) })}</span>
      )}
    </li>
  )
}

function StepFacts({
  step: { state, facts, step },
  draft,
}: {
  readonly step: TestedStep
  readonly draft: ConnectionDraft
}) {
  const { t } = useTranslation()
  const text = state === 'done' ? factLine() : ''
  return (
    <>
      {text !== '' && <span className={styles.quiet}>{text}</span>}
      {facts.lacks !== undefined && (
        <span className={styles.quiet}>{t('projects.connect.lacks', { features: formatFacts(facts.lacks) })}</span>
      )}
    </>
  )

  function factLine(): string {
    const { address, version, protocol, issuer, tables } = facts
    if (address !== undefined) return address
    if (version !== undefined) return `${serverKindFacts[draft.kind].name} ${version}`
    if (protocol !== undefined) {
      const name = protocol.replace(/^TLSv/, 'TLS ')
      return issuer === undefined ? name : t('projects.connect.certificateOf', { protocol: name, issuer })
    }
    if (tables !== undefined) return t('projects.connect.tableCount', { count: tables })
    if (step === 'signIn') return draft.user
    return step === 'open' ? draft.database : ''
  }
}

function Remedies({ failure, draft }: { readonly failure: ConnectionFailure; readonly draft: ConnectionDraft }) {
  const { t } = useTranslation()
  const { lines, command } = remedies[failure]
  const sql = command?.(draft)
  return (
    <div className={styles.remedies}>
      <div className={styles.remediesTitle}>{t('projects.connect.whatToTry')}</div>
      {lines.map((line) => (
        <p key={line}>{t(line, { ...placeOf(draft) })}</p>
      ))}
      {sql !== undefined && (
        <div className={styles.command}>
          <code>{sql}</code>
          <IconButton
            icon="copy"
            size="xs"
            label={t('projects.connect.copyCommand')}
            onClick={() => void copyText(sql).then(() => toast.success(sentence('projects.connect.copied')))}
          />
        </div>
      )}
    </div>
  )
}
