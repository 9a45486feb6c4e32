import { columnType } from '@common/columns/registry'
import type { StoredValue } from '@common/columns/column-type'
import { figureText, type Figure } from '@common/views/aggregates'
import { isApiError, messageOf } from '@renderer/api'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Button, Popover, Spinner, type Bounds } from '@renderer/ui'
import { PointAnchor } from '@renderer/ui/PointAnchor'
import { useEffect, useEffectEvent, useState } from 'react'
import { bucketText } from './bucket-text'
import styles from './statistics.module.css'
import { readStatistics, type Frequency, type Statistics, type StatisticsQuery } from './statistics'

export interface StatisticsPanelProps {
  readonly query: StatisticsQuery
  readonly reader: { readonly locale: string; readonly timeZone?: string }
  readonly at: Bounds
  /** True if rows are filtered or searched. The statistics cover the matching rows only. */
  readonly isNarrowed: boolean
  readonly onClose: () => void
}

type State =
  | { readonly kind: 'reading' | 'done' | 'stopped' | 'slow' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Statistics of a column over the records of the view. Closing the panel cancels its queries. */
export function StatisticsPanel({ query, reader, at, isNarrowed, onClose }: StatisticsPanelProps) {
  const { t } = useTranslation()
  const [known, setKnown] = useState<Statistics>({})
  const [state, setState] = useState<State>({ kind: 'reading' })
  const [request, setRequest] = useState(() => new AbortController())
  const read = useEffectEvent((signal: AbortSignal): void => {
    setState({ kind: 'reading' })
    setKnown({})
    readStatistics(query, setKnown, signal).then(
      () => setState({ kind: 'done' }),
      (error: unknown) => {
        if (signal.aborted) return
        const isSlow =
          error instanceof DOMException || isApiError(error, 'CANCELLED') || isApiError(error, 'QUERY_TIMEOUT')
        setState(isSlow ? { kind: 'slow' } : { kind: 'failed', error })
      },
    )
  })
  // Reads on opening and for each retry.
  useEffect(() => {
    read(request.signal)
    return () => request.abort()
  }, [request])

  const { column } = query.column
  const figure = (value: Figure): string => figureText(value, column, reader)
  const stored = (value: unknown): string | undefined =>
    isStored(value) ? figure({ kind: 'value', value }) : undefined
  const count = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formatNumber(value)
  const { records, filled, distinct, min, max, average, sum, median, frequent = [], histogram = [] } = known
  const isDated = typeof min === 'string' && /date|time/i.test(column.uiType)
  const mean = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : figure({ kind: 'mean', value })
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('grid.statistics.records'), count(records)],
    [t('grid.statistics.filled'), count(filled)],
    [t('grid.statistics.empty'), records === undefined || filled === undefined ? undefined : count(records - filled)],
    [t('grid.statistics.distinct'), count(distinct)],
    [t(isDated ? 'grid.statistics.earliest' : 'grid.statistics.min'), stored(min)],
    [t(isDated ? 'grid.statistics.latest' : 'grid.statistics.max'), stored(max)],
    [t('grid.statistics.average'), mean(average)],
    [t('grid.statistics.median'), mean(median)],
    [t('grid.statistics.sum'), stored(sum)],
  ]
  return (
    <Popover
      opened
      width={320}
      label={t('grid.statistics.label', { column: query.column.title })}
      onChange={(opened) => {
        if (!opened) onClose()
      }}
      target={<PointAnchor at={at} aria-hidden />}
    >
      <div className={styles.panel}>
        <h3 className={styles.title}>{query.column.title}</h3>
        {isNarrowed && <p className={styles.note}>{t('grid.statistics.narrowed')}</p>}
        <dl className={styles.figures}>
          {lines.map(
            ([label, text]) =>
              text !== undefined && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ),
          )}
        </dl>
        {histogram.length > 0 && (
          <section aria-label={t('grid.statistics.histogram')}>
            <h4>{t('grid.statistics.histogram')}</h4>
            <Histogram
              bars={histogram.map((bucket) => ({
                label: bucketText(bucket, column, reader),
                count: bucket.count,
              }))}
            />
          </section>
        )}
        {(frequent[0]?.count ?? 0) > 1 && (
          <section aria-label={t('grid.statistics.frequent')}>
            <h4>{t('grid.statistics.frequent')}</h4>
            <Frequencies
              list={frequent}
              textOf={(value) => columnType(column.uiType).format(isStored(value) ? value : null, column, reader)}
            />
          </section>
        )}
        {state.kind === 'reading' && (
          <div className={styles.state} role="status">
            <span className={styles.reading}>
              <Spinner /> {t('grid.statistics.reading')}
            </span>
            <Button
              kind="quiet"
              onClick={() => {
                request.abort()
                setState({ kind: 'stopped' })
              }}
            >
              {t('grid.statistics.stop')}
            </Button>
          </div>
        )}
        {state.kind !== 'reading' && state.kind !== 'done' && (
          <div className={styles.state} role="status">
            <span>
              {state.kind === 'failed'
                ? messageOf(state.error)
                : t(state.kind === 'slow' ? 'grid.statistics.slow' : 'grid.statistics.stopped')}
            </span>
            <Button kind="quiet" onClick={() => setRequest(new AbortController())}>
              {t('grid.statistics.again')}
            </Button>
          </div>
        )}
      </div>
    </Popover>
  )
}

const isStored = (value: unknown): value is NonNullable<StoredValue> =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function Frequencies({
  list,
  textOf,
}: {
  readonly list: readonly Frequency[]
  readonly textOf: (value: unknown) => string
}) {
  const most = Math.max(1, ...list.map(({ count }) => count))
  return (
    <ol className={styles.frequencies}>
      {list.map(({ value, count }, at) => (
        <li key={at} style={{ backgroundSize: `${(count / most) * 100}% 100%` }}>
          <span className={styles.value}>{textOf(value)}</span>
          <span className={styles.count}>{formatNumber(count)}</span>
        </li>
      ))}
    </ol>
  )
}

function Histogram({ bars }: { readonly bars: readonly { readonly label: string; readonly count: number }[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <>
      <ol className={styles.histogram}>
        {bars.map(({ label, count }) => (
          <li key={label} title={`${label}: ${formatNumber(count)}`} aria-label={`${label}: ${formatNumber(count)}`}>
            <span style={{ height: `${(count / most) * 100}%` }} data-filled={count > 0 || undefined} />
          </li>
        ))}
      </ol>
      <div className={styles.ends} aria-hidden>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </>
  )
}
