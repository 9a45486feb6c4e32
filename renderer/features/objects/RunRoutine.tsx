import { data, useFailure } from '@renderer/api'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Button, Checkbox, ErrorBanner, Section, Table, TextField } from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import styles from './objects.module.css'
import type { Routine, RoutineKind } from './routine-kind'
import { argumentsOf, cellText, columnsOf, type Argument, type ResultRow } from './run-values'

/** Rows beyond this number are counted, not drawn. */
const rowsShown = 200

export interface RunRoutineProps {
  readonly kind: Exclude<RoutineKind, 'sequence'>
  readonly projectId: string
  readonly name: string
  readonly parameters: Routine['parameters']
  /** The database has several routines of this name: it chooses by the arguments. */
  readonly isOverloaded: boolean
  /** The shown statement isn't saved: the stored one runs. */
  readonly hasDraft: boolean
}

interface Outcome {
  readonly rows: readonly ResultRow[]
  readonly ms: number
}

/** Runs a function or procedure with arguments over the project's own API, and shows its rows. */
export function RunRoutine({ kind, projectId, name, parameters, isOverloaded, hasDraft }: RunRoutineProps) {
  const { t } = useTranslation()
  const inputs = parameters.filter(({ mode }) => mode !== 'out')
  const [given, setGiven] = useState<readonly Argument[]>(() => inputs.map(() => ({ text: '', isNull: false })))
  const [outcome, setOutcome] = useState<Outcome>()
  const [error, setError] = useFailure()
  const [running, setRunning] = useState<AbortController>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const change = (at: number, part: Partial<Argument>): void =>
    setGiven(given.map((each, place) => (place === at ? { ...each, ...part } : each)))

  const run = (): void => {
    const abort = new AbortController()
    controller.current = abort
    setRunning(abort)
    setError(undefined)
    const begun = performance.now()
    data
      .call<readonly ResultRow[]>(projectId, [`_${kind}`, name], {
        method: 'POST',
        body: argumentsOf(given),
        signal: abort.signal,
      })
      .then(
        (rows) => setOutcome({ rows, ms: performance.now() - begun }),
        (reason: unknown) => {
          setOutcome(undefined)
          if (!abort.signal.aborted) setError(reason)
        },
      )
      .finally(() => setRunning((now) => (now === abort ? undefined : now)))
  }

  return (
    <Section
      title={t('objects.run.title')}
      text={hasDraft ? t('objects.run.stored') : t('objects.run.text', { what: kind })}
      actions={
        running === undefined ? (
          <Button kind="main" icon="play" onClick={run}>
            {t('objects.run.action')}
          </Button>
        ) : (
          <Button icon="stop" onClick={() => running.abort()}>
            {t('objects.run.cancel')}
          </Button>
        )
      }
    >
      {isOverloaded && <p className={styles.quiet}>{t('objects.run.overloaded')}</p>}
      {inputs.length > 0 && (
        <form
          className={styles.arguments}
          onSubmit={(event) => {
            event.preventDefault()
            if (running === undefined) run()
          }}
        >
          {inputs.map((parameter, at) => (
            <div key={`${parameter.name}-${at}`} className={styles.argument}>
              <TextField
                label={
                  <>
                    <bdi>{parameter.name === '' ? t('objects.run.argument', { number: at + 1 }) : parameter.name}</bdi>{' '}
                    <bdi className={styles.quiet}>{parameter.type}</bdi>
                  </>
                }
                size="sm"
                disabled={given[at]?.isNull === true}
                value={given[at]?.isNull === true ? '' : (given[at]?.text ?? '')}
                onChange={(text) => change(at, { text })}
              />
              <Checkbox checked={given[at]?.isNull === true} onChange={(isNull) => change(at, { isNull })}>
                {t('objects.run.isNull')}
              </Checkbox>
            </div>
          ))}
          <input type="submit" hidden />
        </form>
      )}
      {error !== undefined && <ErrorBanner title={t('objects.run.failed')} text={error} />}
      {outcome && <Result outcome={outcome} />}
    </Section>
  )
}

function Result({ outcome: { rows, ms } }: { readonly outcome: Outcome }) {
  const { t } = useTranslation()
  const columns = columnsOf(rows)
  return (
    <>
      <p className={styles.quiet} role="status">
        {t('objects.run.done', { count: rows.length, number: formatNumber(rows.length), ms: Math.round(ms) })}
      </p>
      {rows.length > 0 && (
        <div className={styles.result}>
          <Table label={t('objects.run.result')} framed dense minWidth={columns.length * 140}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    <bdi>{column}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, rowsShown).map((row, at) => (
                <tr key={at}>
                  {columns.map((column) => (
                    <td key={column} data-cell={row[column] === null ? 'quiet' : undefined}>
                      <bdi>{cellText(row[column])}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {rows.length > rowsShown && (
        <p className={styles.quiet}>{t('objects.run.more', { number: formatNumber(rows.length - rowsShown) })}</p>
      )}
    </>
  )
}
