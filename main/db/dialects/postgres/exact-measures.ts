import type { ExactMeasures } from '@main/db/dialect'
import { raw, sql, type Fragment } from '@main/db/sql-fragment'

const mean = (value: Fragment, distinct: '' | 'DISTINCT '): Fragment => {
  const over = sql`${raw(distinct)}${value}`
  const result = sql`avg(${over})`
  return sql`(CASE WHEN ${result} * count(${over}) = sum(${over}) THEN ${result}
    WHEN abs(${result}) >= 1e15 THEN round(${result}, 4) ELSE ${result}::double precision::numeric END)`
}

/** Integers, decimals and money. NaN and infinity count as blank, as in formulas. */
export const exactMeasures: ExactMeasures = {
  nativeType: 'numeric',
  column: (expression, { nativeType }) => {
    if (/^(smallint|integer|bigint|oid)$/.test(nativeType)) return sql`${expression}::numeric`
    if (nativeType === 'money') return sql`${expression}::numeric`
    return /^numeric(?!.*\[\])/.test(nativeType)
      ? sql`(CASE WHEN abs(${expression}) < 1e1000 THEN ${expression} END)`
      : undefined
  },
  functions: {
    min: (value) => sql`min(${value})`,
    max: (value) => sql`max(${value})`,
    sum: (value) => sql`sum(${value})`,
    avg: (value) => mean(value, ''),
    sumDistinct: (value) => sql`sum(DISTINCT ${value})`,
    avgDistinct: (value) => mean(value, 'DISTINCT '),
  },
}
