export { ChartBox, type ChartBoxProps } from './ChartBox'
export { chartKinds, type ChartData, type ChartKind, type ChartSeries } from './data'
