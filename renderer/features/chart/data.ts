export const chartKinds = ['bar', 'line', 'pie', 'scatter'] as const
export type ChartKind = (typeof chartKinds)[number]

/** A series of a chart. Missing and unreadable values are null. */
export interface ChartSeries {
  readonly name: string
  readonly values: readonly (number | null)[]
}

export interface ChartData {
  readonly names: readonly string[]
  /** Horizontal values of a scatter chart. */
  readonly across: readonly (number | null)[]
  readonly series: readonly ChartSeries[]
}
