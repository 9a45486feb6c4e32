import type { SqlColumn } from '@common/sql/shapes'
import type { ChartData, ChartKind } from '@renderer/features/chart'
import { valueText } from './result-columns'
import type { ResultRow } from './result-rows'

/** Columns that a chart shows, by their places. */
export interface ChartChoice {
  readonly kind: ChartKind
  /** Names of the points, or the horizontal values of a scatter chart; undefined for the number of the row. */
  readonly names: number | undefined
  readonly values: readonly number[]
}

/** Points in a chart. More are no longer told apart. */
export const chartRowsMax = 1_000

/** Returns the columns that a chart can measure. */
export function numberColumns(columns: readonly SqlColumn[], rows: readonly ResultRow[]): readonly number[] {
  return columns.flatMap(({ kind }, at) => {
    const isNumber = kind === 'number' || rows.some(({ values }) => typeof values[at] === 'number')
    return isNumber ? [at] : []
  })
}

/** Returns the choice that suits a result: names from the first text, values from the last number. */
export function startChoice(columns: readonly SqlColumn[], rows: readonly ResultRow[]): ChartChoice {
  const numbers = numberColumns(columns, rows)
  const names = columns.findIndex((_, at) => !numbers.includes(at))
  const last = numbers.at(-1)
  const isTime = columns[names]?.kind === 'date'
  return {
    kind: isTime ? 'line' : 'bar',
    names: names < 0 ? undefined : names,
    values: last === undefined ? [] : [last],
  }
}

const numberOf = (value: ResultRow['values'][number] | undefined): number | null => {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Returns the points of a chart. */
export function chartData(
  columns: readonly SqlColumn[],
  rows: readonly ResultRow[],
  { names, values }: ChartChoice,
): ChartData {
  const nameColumn = names === undefined ? undefined : columns[names]
  return {
    names: rows.map((row, at) =>
      nameColumn === undefined || names === undefined
        ? String(at + 1)
        : valueText(row.values[names] ?? null, nameColumn),
    ),
    across: rows.map((row, at) => (names === undefined ? at + 1 : numberOf(row.values[names]))),
    series: values.flatMap((place) => {
      const column = columns[place]
      return column ? [{ name: column.name, values: rows.map((row) => numberOf(row.values[place])) }] : []
    }),
  }
}
