import type { SqlColumn } from '@common/sql/shapes'
import { isApiError, messageOf } from '@renderer/api'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Checkbox, EmptyState, ErrorBanner, isMotionReduced, Segments, Select, Spinner, useTokens } from '@renderer/ui'
import type { EChartsType } from 'echarts/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { chartData, chartKinds, chartRowsMax, numberColumns, startChoice, type ChartChoice } from './chart-data'
import { chartOption, createChart, type ChartLook } from './draw-chart'
import type { ResultRow, ResultRows } from './result-rows'
import styles from './results.module.css'

export interface ResultChartProps {
  readonly rows: ResultRows
  readonly columns: readonly SqlColumn[]
}

const tokens = {
  text: '--t1',
  quiet: '--t3',
  line: '--line',
  raised: '--raised',
  font: '--sans',
  first: '--p',
  second: '--acc',
  third: '--star',
  fourth: '--k-violet',
  fifth: '--k-pink',
  sixth: '--k-lime',
  seventh: '--k-orange',
  eighth: '--k-cyan',
} as const

/** Points that the list for screen readers holds. */
const readMax = 50

/** A chart of a result: its kind, names and values can be chosen. */
export function ResultChart({ rows, columns }: ResultChartProps) {
  const { t } = useTranslation()
  const { loaded, failure } = useLoaded(rows)
  const [chosen, setChosen] = useState<ChartChoice>()
  const look = useLook()
  const choice = useMemo(
    () => chosen ?? (loaded === undefined ? undefined : startChoice(columns, loaded)),
    [chosen, loaded, columns],
  )
  const data = useMemo(
    () => (choice === undefined || loaded === undefined ? undefined : chartData(columns, loaded, choice)),
    [choice, loaded, columns],
  )
  const box = useChart(choice, data, look)
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
      <div ref={box} className={styles.chartBox} dir="ltr" aria-hidden="true" />
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
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const abort = new AbortController()
    rows.load(0, Math.min(rows.count, chartRowsMax), abort.signal).then(setLoaded, (error: unknown) => {
      if (!abort.signal.aborted && !isApiError(error, 'CANCELLED')) setFailure(messageOf(error))
    })
    return () => abort.abort()
  }, [rows])
  return { loaded, failure }
}

function useLook(): ChartLook {
  const { first, second, third, fourth, fifth, sixth, seventh, eighth, ...rest } = useTokens(tokens)
  return useMemo(
    () => ({
      ...rest,
      isStill: isMotionReduced(),
      series: [first, second, third, fourth, fifth, sixth, seventh, eighth],
    }),
    [rest, first, second, third, fourth, fifth, sixth, seventh, eighth],
  )
}

/** Draws the chart into its box, and again when the data, the theme or the size changes. */
function useChart(choice: ChartChoice | undefined, data: ReturnType<typeof chartData> | undefined, look: ChartLook) {
  const chart = useRef<EChartsType>(undefined)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!box) return undefined
    const made = createChart(box)
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(box)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = undefined
    }
  }, [box])
  useEffect(() => {
    if (box && choice && data) chart.current?.setOption(chartOption(choice.kind, data, look), true)
  }, [box, choice, data, look])
  return setBox
}
