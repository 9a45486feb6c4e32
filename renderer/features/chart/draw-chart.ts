import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { formatNumber } from '@renderer/i18n'
import type { ChartData, ChartKind } from './data'

register([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
])

/** Colours and fonts of a chart, from the tokens of the page. */
export interface ChartLook {
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly raised: string
  readonly font: string
  readonly isStill: boolean
  /** Colours of the series, in order. */
  readonly series: readonly string[]
}

/** Creates a chart in a box. Call `dispose` when it goes. */
export const createChart = (box: HTMLElement): EChartsType => init(box, null, { renderer: 'canvas' })

/** Returns the options of the chart library for some data. */
export function chartOption(kind: ChartKind, data: ChartData, look: ChartLook): EChartsCoreOption {
  const words = { color: look.quiet, fontFamily: look.font, fontSize: 11 }
  const common: EChartsCoreOption = {
    color: [...look.series],
    textStyle: { fontFamily: look.font, color: look.text },
    animation: !look.isStill,
    tooltip: {
      trigger: kind === 'bar' || kind === 'line' ? 'axis' : 'item',
      confine: true,
      backgroundColor: look.raised,
      borderColor: look.line,
      textStyle: { color: look.text, fontFamily: look.font, fontSize: 12 },
      valueFormatter: (value: unknown) =>
        typeof value === 'number' ? formatNumber(value) : typeof value === 'string' ? value : '',
    },
    legend:
      data.series.length > 1 || kind === 'pie'
        ? { type: 'scroll', bottom: 8, textStyle: words, pageTextStyle: words }
        : { show: false },
  }
  if (kind === 'pie') return { ...common, series: [pieSeries(data, look)] }
  const numbers = {
    type: 'value',
    axisLabel: { ...words, formatter: (value: number) => formatNumber(value, { notation: 'compact' }) },
    splitLine: { lineStyle: { color: look.line } },
  }
  const names = {
    type: 'category',
    data: data.names,
    axisLabel: { ...words, overflow: 'truncate', width: 110, hideOverlap: true },
    axisLine: { lineStyle: { color: look.line } },
    axisTick: { show: false },
  }
  return {
    ...common,
    grid: { top: 24, left: 16, right: 24, bottom: data.series.length > 1 ? 44 : 16, containLabel: true },
    xAxis: kind === 'scatter' ? { ...numbers, scale: true } : names,
    yAxis: { ...numbers, scale: kind === 'scatter' },
    series: data.series.map(({ name, values }) => ({
      name,
      type: kind,
      data: kind === 'scatter' ? values.map((value, at) => [data.across[at], value]) : values,
      barMaxWidth: 36,
      symbolSize: kind === 'scatter' ? 7 : 5,
      showSymbol: values.length <= 60,
      connectNulls: false,
      itemStyle: kind === 'bar' ? { borderRadius: [3, 3, 0, 0] } : {},
    })),
  }
}

/** Maximum number of slices. The chart leaves out the smallest. */
const slicesMax = 24

function pieSeries({ names, series: [first] }: ChartData, look: ChartLook): object {
  const slices = names.map((name, at) => ({ name, value: Math.max(0, first?.values[at] ?? 0) }))
  return {
    type: 'pie',
    radius: ['42%', '68%'],
    center: ['50%', '46%'],
    label: { color: look.text, fontFamily: look.font, fontSize: 11 },
    labelLine: { lineStyle: { color: look.line } },
    itemStyle: { borderColor: look.raised, borderWidth: 1 },
    data: slices.toSorted((one, other) => other.value - one.value).slice(0, slicesMax),
  }
}
