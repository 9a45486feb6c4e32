import { monthsOfUnit, secondsOfUnit, type DateFunction } from '@main/db/formula-functions'
import type { Expression, FunctionSql } from '@main/db/formula-sql'
import { of } from '@main/db/formula-standard'
import { bound, raw, sql, type Fragment } from '@main/db/sql-fragment'
import { withValues } from './formula-let'

const moment = (value: Expression | undefined): Fragment => sql`(${of(value)})::timestamp`
const part =
  (name: string): FunctionSql =>
  ([value]) =>
    sql`extract(${raw(name)} FROM ${moment(value)})::double precision`

/** Returns the first day of a month counted from year 0; blank outside the supported years. */
const firstOfMonth = (month: Fragment): Fragment =>
  sql`CASE WHEN ${month} BETWEEN 12 AND 119999 THEN make_date((${month} / 12)::integer, (${month} % 12)::integer + 1, 1) END`
/** Truncates a number and clamps it, so that calculations can't overflow. */
const whole = (value: Fragment): Fragment =>
  sql`(CASE WHEN abs(${value}) < 1e12 THEN trunc(${value}) WHEN ${value} IS NOT NULL THEN sign(${value}) * 1e12 END)::bigint`

/** Converts seconds since 1970 to a moment; blank outside the supported years. */
const momentOf = (epoch: Fragment): Fragment =>
  withValues(
    [epoch],
    (e) =>
      sql`CASE WHEN ${e} BETWEEN -62135596800 AND 253402300799 THEN to_timestamp(${e}::double precision) AT TIME ZONE 'UTC' END`,
  )
const epochOf = (value: Fragment): Fragment => sql`extract(epoch FROM ${value})::bigint`

const formats: Readonly<Record<string, string>> = {
  YYYY: 'YYYY',
  MM: 'MM',
  DD: 'DD',
  HH: 'HH24',
  mm: 'MI',
  ss: 'SS',
}

export const dateFunctions: Record<DateFunction, FunctionSql> = {
  NOW: () => sql`date_trunc('second', now() AT TIME ZONE 'UTC')`,
  TODAY: () => sql`(now() AT TIME ZONE 'UTC')::date`,
  YEAR: part('year'),
  MONTH: part('month'),
  DAY: part('day'),
  HOUR: part('hour'),
  MINUTE: part('minute'),
  SECOND: part('second'),
  WEEKDAY: ([value]) => sql`(extract(dow FROM ${moment(value)}) + 1)::double precision`,
  DATEADD: ([value, count, unit]) => {
    const name = String(unit?.literal)
    const fixed = secondsOfUnit[name]
    return withValues([moment(value), of(count)], (d, n) => {
      if (fixed !== undefined) return momentOf(sql`${epochOf(d)} + ${whole(n)} * ${raw(String(fixed))}`)
      const month = sql`extract(year FROM ${d})::bigint * 12 + extract(month FROM ${d})::bigint - 1 + ${whole(n)} * ${raw(String(monthsOfUnit[name] ?? 1))}`
      // PostgreSQL clamps to the month: 31 January plus one month is the last day of February.
      return withValues(
        [month, d],
        (m, day) =>
          sql`CASE WHEN ${m} BETWEEN 12 AND 119999 THEN ${day} + make_interval(months => (${m} - extract(year FROM ${day})::bigint * 12 - extract(month FROM ${day})::bigint + 1)::integer) END`,
      )
    })
  },
  DATETIME_DIFF: ([value, from, unit]) => {
    const name = String(unit?.literal)
    const fixed = secondsOfUnit[name]
    if (fixed !== undefined)
      return sql`trunc((${epochOf(moment(value))} - ${epochOf(moment(from))})::numeric / ${raw(String(fixed))})::double precision`
    return withValues(
      [sql`age(${moment(value)}, ${moment(from)})`],
      (age) =>
        sql`trunc((extract(year FROM ${age}) * 12 + extract(month FROM ${age})) / ${raw(String(monthsOfUnit[name] ?? 1))})::double precision`,
    )
  },
  DATETIME_FORMAT: ([value, format]) => {
    const text = String(format?.literal ?? '')
    const quoted = text
      .split(/(YYYY|MM|DD|HH|mm|ss)/)
      .map((piece) => formats[piece] ?? (piece === '' ? '' : `"${piece.replaceAll(/["\\]/g, '\\$&')}"`))
      .join('')
    return text === ''
      ? sql`(CASE WHEN ${of(value)} IS NOT NULL THEN '' END)`
      : sql`to_char(${moment(value)}, ${bound(quoted)}::text)`
  },
  DATE: ([year, month, day]) =>
    withValues([sql`${whole(of(year))} * 12 + ${whole(of(month))} - 1`, whole(of(day))], (m, d) =>
      withValues(
        [firstOfMonth(m), d],
        (first, count) => sql`CASE WHEN ${count} BETWEEN -4000000 AND 4000000 AND
          ${first} - date '0001-01-01' + ${count} - 1 BETWEEN 0 AND 3652058 THEN ${first} + (${count} - 1)::integer END`,
      ),
    ),
}
