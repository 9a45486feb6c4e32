import type { SqlColumn } from '@common/sql/shapes'
import { isApiError, useFailure } from '@renderer/api'
import { ChartBox, chartKinds } from '@renderer/features/chart'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Checkbox, EmptyState, ErrorBanner, Segments, Select, Spinner } from '@renderer/ui'
import { useEffect, useMemo, useState } from 'react'
import { chartData, chartRowsMax, numberColumns, startChoice, type ChartChoice } from './chart-data'
import type { ResultRow, ResultRows } from './result-rows'
import styles from './results.module.css'

export interface ResultChartProps {
  readonly rows: ResultRows
  readonly columns: readonly SqlColumn[]
}

/** Points that the list for screen readers holds. */
const readMax = 50

/** A chart of a result: its kind, names and values can be chosen. */
export function ResultChart({ rows, columns }: ResultChartProps) {
  const { t } = useTranslation()
  const { loaded, failure } = useLoaded(rows)
  const [chosen, setChosen] = useState<ChartChoice>()
  const choice = useMemo(
    () => chosen ?? (loaded === undefined ? undefined : startChoice(columns, loaded)),
    [chosen, loaded, columns],
  )
  const data = useMemo(() => {
    // Names contain numbers in the language of the page.
    void t
    return choice === undefined || loaded === undefined ? undefined : chartData(columns, loaded, choice)
  }, [choice, loaded, columns, t])
  if (failure !== undefined) return <ErrorBanner title={failure} />
  if (loaded === undefined || choice === undefined || data === undefined)
    return (
      <p className={styles.asking} role="status">
        <Spinner /> {t('sql.chart.loading')}
      </p>
    )
  const numbers = numberColumns(columns, loaded)
  if (numbers.length === 0)
    return (
      <div className={styles.chartEmpty}>
        <EmptyState title={t('sql.chart.noNumbers')} text={t('sql.chart.noNumbersHint')} />
      </div>
    )
  const change = (to: Partial<ChartChoice>): void => setChosen({ ...choice, ...to })
  return (
    <div className={styles.chart}>
      <div className={styles.chartBar}>
        <Segments
          label={t('sql.chart.kind')}
          value={choice.kind}
          onChange={(kind) => change({ kind })}
          options={chartKinds.map((kind) => ({ value: kind, label: t(`sql.chart.kinds.${kind}`) }))}
        />
        <Select
          size="sm"
          aria-label={t('sql.chart.names')}
          className={styles.chartNames}
          value={choice.names === undefined ? 'row' : String(choice.names)}
          options={[
            { value: 'row', label: t('sql.chart.rowNumber') },
            ...columns.map(({ name }, at) => ({ value: String(at), label: name })),
          ]}
          isUntranslated
          onChange={(value) => change({ names: value === 'row' ? undefined : Number(value) })}
        />
        <div role="group" aria-label={t('sql.chart.values')} className={styles.chartValues}>
          {numbers.map((at) => (
            <Checkbox
              key={at}
              checked={choice.values.includes(at)}
              onChange={(isOn) =>
                change({ values: isOn ? [...choice.values, at] : choice.values.filter((each) => each !== at) })
              }
            >
              <bdi>{columns[at]?.name}</bdi>
            </Checkbox>
          ))}
        </div>
        {rows.count > chartRowsMax && (
          <span className={styles.chartNote}>{t('sql.chart.cut', { count: chartRowsMax })}</span>
        )}
      </div>
      <ChartBox kind={choice.kind} data={data} />
      <table className="hidden-text">
        <caption>{t('sql.chart.list')}</caption>
        <thead>
          <tr>
            <th>{t('sql.chart.names')}</th>
            {data.series.map(({ name }) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.names.slice(0, readMax).map((name, at) => (
            // eslint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <th>{name}</th>
              {data.series.map((series) => (
                <td key={series.name}>{formatNumber(series.values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the rows that a chart shows. */
function useLoaded(rows: ResultRows) {
  const [loaded, setLoaded] = useState<readonly ResultRow[]>()
  const [failure, setFailure] = useFailure()
  useEffect(() => {
    const abort = new AbortController()
    rows.load(0, Math.min(rows.count, chartRowsMax), abort.signal).then(setLoaded, (error: unknown) => {
      if (!abort.signal.aborted && !isApiError(error, 'CANCELLED')) setFailure(error)
    })
    return () => abort.abort()
  }, [rows, setFailure])
  return { loaded, failure }
}
