import { useTranslation } from '@renderer/i18n'
import { EmptyState, Keys, PartTabs, Spinner, TabMiddle } from '@renderer/ui'
import { useId } from 'react'
import { usePlans } from '../plans'
import { isRunning } from '../runs'
import { Messages } from './Messages'
import { PlanPane } from './PlanPane'
import { Progress } from './Progress'
import { ResultView } from './ResultView'
import styles from './results.module.css'
import type { ResultPaneProps, ResultPart } from './types'

/** The outcome of a query: results, messages and a plan, one of them in front. */
export function ResultPane(props: ResultPaneProps) {
  const { projectId, sheet, run, part, onPart } = props
  const { t } = useTranslation()
  const panelId = useId()
  const plan = usePlans(({ plans }) => plans[sheet.id])
  const statements = run?.view?.statements ?? []
  const results = statements.flatMap((statement, at) => (statement.hasResult ? [at] : []))
  if (run === undefined && plan === undefined)
    return (
      <section className={styles.pane} aria-label={t('sql.result.pane')} data-region tabIndex={-1}>
        <TabMiddle>
          <EmptyState
            title={t('sql.result.none')}
            text={
              <>
                {t('sql.result.noneHint')} <Keys keys="Mod+Enter" />
              </>
            }
          />
        </TabMiddle>
      </section>
    )
  const hasProblem = run?.failure !== undefined || statements.some(({ problem }) => problem !== null)
  const parts: { readonly value: ResultPart; readonly label: string }[] = [
    ...results.map((at, index) => ({
      value: `result-${at}` as const,
      label: results.length === 1 ? t('sql.result.tab') : t('sql.result.numbered', { number: index + 1 }),
    })),
    ...(run === undefined ? [] : [{ value: 'messages' as const, label: t('sql.messages.tab') }]),
    ...(plan === undefined ? [] : [{ value: 'plan' as const, label: t('sql.plan.tab') }]),
  ]
  const first = hasProblem ? undefined : parts.find(({ value }) => value.startsWith('result-'))
  const fallback = first ?? parts.find(({ value }) => value === 'messages') ?? parts[0]
  const shown = parts.find(({ value }) => value === part)?.value ?? fallback?.value ?? 'messages'
  const at = shown.startsWith('result-') ? Number(shown.slice('result-'.length)) : undefined
  const statement = at === undefined ? undefined : statements[at]
  const tabs = (
    <PartTabs label={t('sql.result.parts')} panelId={panelId} value={shown} parts={parts} onChange={onPart} />
  )
  return (
    <section className={styles.pane} aria-label={t('sql.result.pane')} data-region tabIndex={-1}>
      {at !== undefined && statement !== undefined && run?.view !== undefined ? (
        <ResultView
          key={`${run.number} ${at}`}
          {...props}
          panelId={panelId}
          tabs={tabs}
          run={run}
          runId={run.view.run}
          at={at}
          statement={statement}
        />
      ) : (
        <>
          <div className={styles.head}>
            {tabs}
            {isRunning(run) && <Spinner />}
          </div>
          <div
            id={panelId}
            role="tabpanel"
            aria-labelledby={`${panelId}-${shown}`}
            className={styles.body}
            tabIndex={0}
          >
            {shown === 'plan' && plan !== undefined ? (
              <PlanPane projectId={projectId} query={sheet.id} plan={plan} />
            ) : (
              run && <Messages {...props} run={run} />
            )}
          </div>
        </>
      )}
      <Progress run={run} />
    </section>
  )
}
