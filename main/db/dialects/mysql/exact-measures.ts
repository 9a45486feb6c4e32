import type { ExactMeasures } from '@main/db/dialect'
import type { Column } from '@common/model'
import { raw, sql, type Fragment } from '@main/db/sql-fragment'

const whole = /^(?:tiny|small|medium|big)?int/i
const decimal = /^(?:decimal|numeric)(?:\((\d+)(?:,\s*(\d+))?\))?/i

/** Decimal places of a mean that leave room for the sum. */
function placesOf({ nativeType }: Column): number {
  const match = decimal.exec(nativeType)
  if (match === null) return 30
  const [digits, scale] = [Number(match[1] ?? 10), Number(match[2] ?? 0)]
  return Math.min(30, Math.max(scale, 50 - (digits - scale), 0))
}

const mean = (value: Fragment, column: Column, distinct: '' | 'DISTINCT '): Fragment => {
  const wide = sql`${raw(distinct)}CAST(${value} AS DECIMAL(65, ${raw(String(placesOf(column)))}))`
  const [total, count] = [sql`SUM(${wide})`, sql`COUNT(${raw(distinct)}${value})`]
  const result = sql`(${total} / ${count})`
  return sql`(CASE WHEN ${result} * ${count} = ${total} THEN ${result} WHEN ABS(${result}) >= 1e15 THEN ROUND(${result}, 4)
    ELSE ROUND(${result}, COALESCE(CAST(14 - FLOOR(LOG10(ABS(${result}))) AS SIGNED), 0)) END)`
}

/** Integers and decimals. */
export const exactMeasures: ExactMeasures = {
  nativeType: 'decimal(65,30)',
  column: (expression, { nativeType }) => (whole.test(nativeType) || decimal.test(nativeType) ? expression : undefined),
  functions: {
    min: (value) => sql`MIN(${value})`,
    max: (value) => sql`MAX(${value})`,
    sum: (value) => sql`SUM(${value})`,
    avg: (value, column) => mean(value, column, ''),
    sumDistinct: (value) => sql`SUM(DISTINCT ${value})`,
    avgDistinct: (value, column) => mean(value, column, 'DISTINCT '),
  },
}
