import { checkAssertions, type AssertionResult } from '@common/api-client/assertions'
import type { ApiRequest } from '@common/api-client/request'
import { client, sentenceOf } from '@renderer/api'
import { MethodName } from '@renderer/features/clients'
import { formatNumber, type Sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { Dialog, Icon, Spinner } from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import styles from './api-client.module.css'
import { AssertionResults } from './AssertionResults'

export interface RunDialogProps {
  readonly projectId: string
  /** Folder; empty for all requests. */
  readonly folder: string
  readonly requests: readonly { readonly path: string; readonly request: ApiRequest }[]
  readonly onClose: () => void
}

interface Outcome {
  readonly status?: number
  readonly timeMs?: number
  readonly failure?: Sentence
  readonly results: readonly AssertionResult[]
}

/** A request passes if all its checks do. Without checks, its status has to be below 400. */
const isPassed = ({ status, failure, results }: Outcome): boolean =>
  failure === undefined && (results.length > 0 ? results.every((each) => each.isPassed) : (status ?? 500) < 400)

/** Sends the requests of a folder one after the other, and checks the responses. */
export function RunDialog({ projectId, folder, requests, onClose }: RunDialogProps) {
  const { t } = useTranslation()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [run, setRun] = useState(0)
  const given = useRef(requests)
  useEffect(() => {
    const running = new AbortController()
    const sendAll = async (): Promise<void> => {
      for (const { request } of given.current) {
        const outcome = await sendOne(projectId, request, running.signal)
        if (running.signal.aborted) return
        setOutcomes((all) => [...all, outcome])
      }
    }
    void sendAll()
    return () => running.abort()
  }, [projectId, run])
  const list = given.current
  const isDone = outcomes.length === list.length
  const passed = outcomes.filter(isPassed).length
  return (
    <Dialog
      opened
      width={880}
      title={folder === '' ? t('apiClient.run.titleAll') : t('apiClient.run.title', { folder })}
      action={t('apiClient.run.again')}
      leave={t(isDone ? 'ui.close' : 'apiClient.run.stop')}
      disabledReason={isDone ? undefined : t('apiClient.run.isRunning')}
      onSubmit={() => {
        setOutcomes([])
        setRun(run + 1)
      }}
      onClose={onClose}
    >
      <p role="status">
        {isDone
          ? t('apiClient.run.done', { passed, failed: outcomes.length - passed })
          : t('apiClient.run.running', { number: outcomes.length + 1, count: list.length })}
      </p>
      <ul className={styles.run}>
        {list.map(({ path, request }, at) => {
          const outcome = outcomes[at]
          return (
            <li key={path}>
              <div className={styles.runLine} data-passed={outcome && isPassed(outcome)}>
                {outcome !== undefined && <Icon name={isPassed(outcome) ? 'check' : 'warning'} size={14} />}
                {outcome === undefined && at === outcomes.length && <Spinner />}
                <MethodName method={request.method} />
                <bdi className={styles.path}>{path}</bdi>
                {outcome?.status !== undefined && <span>{outcome.status}</span>}
                {outcome?.timeMs !== undefined && (
                  <span>{t('apiClient.time', { ms: formatNumber(outcome.timeMs, { maximumFractionDigits: 0 }) })}</span>
                )}
              </div>
              {outcome?.failure !== undefined && <p className={styles.hint}>{sentenceText(outcome.failure)}</p>}
              {outcome !== undefined && outcome.results.length > 0 && <AssertionResults results={outcome.results} />}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

async function sendOne(projectId: string, request: ApiRequest, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await client.call('apiRequestSend', { request }, { projectId, signal, silent: true })
    const { status, timeMs } = response
    return { status, timeMs, results: checkAssertions(request.assertions, response) }
  } catch (error) {
    return { failure: sentenceOf(error), results: [] }
  }
}
