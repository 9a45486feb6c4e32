import { performanceLimits, type PerformanceFigures } from '@common/api-client/performance'
import type { ApiRequest } from '@common/api-client/request'
import { client, isApiError, useFailure } from '@renderer/api'
import { ChartBox } from '@renderer/features/chart'
import { formatByteRate, formatNumber, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, Note, ProgressLine, Select, Table } from '@renderer/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import styles from './performance.module.css'
import { withOwnPath } from './send'

export interface PerformanceDialogProps {
  readonly projectId: string
  readonly request: ApiRequest
  readonly onClose: () => void
}

interface Running {
  readonly abort: AbortController
  /** When it began, on the clock of the page. */
  readonly since: number
}

const secondsOptions = [1, 3, 5, performanceLimits.seconds]
const connectionOptions = [1, 2, 4, 8, 16, performanceLimits.connections]
const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Sends the request of the tab to this server again and again, and shows how fast the server answers. */
export function PerformanceDialog({ projectId, request, onClose }: PerformanceDialogProps) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState<number>(performanceLimits.seconds)
  const [connections, setConnections] = useState(8)
  const [running, setRunning] = useState<Running>()
  const [figures, setFigures] = useState<PerformanceFigures>()
  const [failure, setFailure] = useFailure()
  const latest = useRef<AbortController>(undefined)
  useEffect(() => () => latest.current?.abort(), [])

  const start = async (): Promise<void> => {
    const abort = new AbortController()
    latest.current = abort
    setRunning({ abort, since: performance.now() })
    setFigures(undefined)
    setFailure(undefined)
    toast.info(sentence('apiClient.performance.starting'))
    try {
      const input = { request: withOwnPath(request), seconds, connections }
      setFigures(await client.call('apiPerformanceTest', input, { projectId, signal: abort.signal, silent: true }))
      toast.success(sentence('apiClient.performance.finished'))
    } catch (error) {
      if (!isApiError(error, 'CANCELLED') && !isApiError(error, 'REQUEST_CANCELLED')) setFailure(error)
    } finally {
      setRunning(undefined)
    }
  }
  const isReading = readingMethods.includes(request.method)
  return (
    <Dialog
      opened
      width={880}
      title={t('apiClient.performance.title')}
      text={t('apiClient.performance.text')}
      action={t(figures === undefined ? 'apiClient.performance.start' : 'apiClient.performance.again')}
      leave={t(running === undefined ? 'ui.close' : 'apiClient.performance.stop')}
      disabledReason={running === undefined ? undefined : t('apiClient.performance.running')}
      error={failure}
      onSubmit={() => void start()}
      onCancel={() => (running === undefined ? onClose() : running.abort.abort())}
      onClose={onClose}
    >
      <div className={styles.choices}>
        <p className={styles.address} dir="ltr" translate="no">
          <b>{request.method}</b> {request.url}
        </p>
        <Select
          label={t('apiClient.performance.duration')}
          value={String(seconds)}
          disabled={running !== undefined}
          options={secondsOptions.map((value) => ({
            value: String(value),
            label: t('apiClient.performance.seconds', { count: value }),
          }))}
          onChange={(value) => setSeconds(Number(value))}
        />
        <Select
          label={t('apiClient.performance.connections')}
          value={String(connections)}
          disabled={running !== undefined}
          options={connectionOptions.map((value) => ({ value: String(value), label: formatNumber(value) }))}
          onChange={(value) => setConnections(Number(value))}
        />
      </div>
      {!isReading && <Note icon="warning" text={t('apiClient.performance.writes', { method: request.method })} />}
      {running !== undefined && <Progress since={running.since} seconds={seconds} />}
      {figures !== undefined && <Figures figures={figures} />}
    </Dialog>
  )
}

const tickMs = 100

function Progress({ since, seconds }: { readonly since: number; readonly seconds: number }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const passed = Math.min(seconds, (now - since) / 1_000)
  return (
    <ProgressLine
      label={t('apiClient.performance.title')}
      percent={Math.round((passed / seconds) * 100)}
      detail={t('apiClient.performance.progress', { passed: Math.floor(passed), seconds })}
    />
  )
}

function Figures({ figures }: { readonly figures: PerformanceFigures }) {
  const { t } = useTranslation()
  const { latency, histogram, statuses, errors } = figures
  const ms = (value: number): string => t('apiClient.time', { ms: formatNumber(value, { maximumFractionDigits: 2 }) })
  const tiles = [
    ['requestsPerSecond', formatNumber(figures.requestsPerSecond, { maximumFractionDigits: 1 })],
    ['median', latency === null ? '–' : ms(latency.percentiles[0]?.ms ?? 0)],
    ['requests', formatNumber(figures.requests)],
    ['bytesPerSecond', formatByteRate(figures.bytesPerSecond)],
  ] as const
  const data = useMemo(
    () => ({
      names: histogram.map(({ from, to }) => `${shortMs(from)}–${shortMs(to)}`),
      across: [],
      series: [{ name: t('apiClient.performance.responses'), values: histogram.map(({ count }) => count) }],
    }),
    [histogram, t],
  )
  return (
    <div className={styles.figures}>
      <dl className={styles.tiles}>
        {tiles.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`apiClient.performance.figures.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {latency !== null && (
        <section className={styles.histogram} aria-label={t('apiClient.performance.histogram')}>
          <h3>{t('apiClient.performance.histogram')}</h3>
          <ChartBox kind="bar" data={data} />
        </section>
      )}
      <div className={styles.tables}>
        {latency !== null && (
          <Table framed dense label={t('apiClient.performance.latency')}>
            <thead>
              <tr>
                <th scope="col">{t('apiClient.performance.latency')}</th>
                <th scope="col" data-cell="number">
                  {t('apiClient.performance.timeHead')}
                </th>
              </tr>
            </thead>
            <tbody>
              <Line name={t('apiClient.performance.min')} value={ms(latency.min)} />
              {latency.percentiles.map(({ percentile, ms: value }) => (
                <Line
                  key={percentile}
                  name={t('apiClient.performance.percentile', { percent: formatNumber(percentile) })}
                  value={ms(value)}
                />
              ))}
              <Line name={t('apiClient.performance.max')} value={ms(latency.max)} />
              <Line
                name={t('apiClient.performance.mean')}
                value={t('apiClient.performance.deviation', {
                  mean: ms(latency.mean),
                  deviation: ms(latency.deviation),
                })}
              />
            </tbody>
          </Table>
        )}
        <Table framed dense label={t('apiClient.performance.statuses')}>
          <thead>
            <tr>
              <th scope="col">{t('apiClient.performance.status')}</th>
              <th scope="col" data-cell="number">
                {t('apiClient.performance.responses')}
              </th>
            </tr>
          </thead>
          <tbody>
            {statuses.map(({ status, count }) => (
              <Line key={status} name={String(status)} value={formatNumber(count)} isBad={status >= 400} />
            ))}
            <Line name={t('apiClient.performance.errors')} value={formatNumber(errors)} isBad={errors > 0} />
          </tbody>
        </Table>
      </div>
    </div>
  )
}

interface LineProps {
  readonly name: string
  readonly value: string
  readonly isBad?: boolean
}

function Line({ name, value, isBad = false }: LineProps) {
  return (
    <tr data-bad={isBad || undefined}>
      <td>{name}</td>
      <td data-cell="number">{value}</td>
    </tr>
  )
}

/** Few digits, as the axis has little room. */
const shortMs = (value: number): string => formatNumber(value, { maximumSignificantDigits: 3 })
