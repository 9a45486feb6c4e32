import { monthsOfUnit, secondsOfUnit, type DateFunction } from '@main/db/formula-functions'
import type { Expression, FunctionSql } from '@main/db/formula-sql'
import { of } from '@main/db/formula-standard'
import { bound, join, raw, sql, type Fragment } from '@main/db/sql-fragment'
import { withValues } from './formula-let'

const moment = (value: Expression | undefined): Fragment => sql`CAST(${of(value)} AS datetime2(0))`
const part =
  (name: string): FunctionSql =>
  ([value]) =>
    sql`CAST(DATEPART(${raw(name)}, ${moment(value)}) AS float)`

/** Epochs for days, months and seconds, and the range of valid dates in these units. */
const someDay = raw(`CAST('2000-01-01' AS date)`)
const someMoment = raw(`CAST('2000-01-01' AS datetime2(0))`)
const someMonth = 24_000
const withinDays = raw('BETWEEN -730119 AND 2921939')
const withinSeconds = raw('BETWEEN -63082281600 AND 252455615999')

/** Truncates a number to an integer, clamped so that calculations stay in range. */
const whole = (value: Fragment): Fragment =>
  withValues([value], (n) => sql`CAST(CASE WHEN ABS(${n}) < 1e12 THEN ${n} ELSE SIGN(${n}) * 1e12 END AS bigint)`)

/** Converts seconds since 2000 to a moment; NULL outside the range of dates. */
const momentOf = (epoch: Fragment): Fragment =>
  withValues(
    [epoch],
    (e) =>
      sql`CASE WHEN ${e} ${withinSeconds} THEN DATEADD(second, CAST(${e} % 86400 AS int), DATEADD(day, CAST(${e} / 86400 AS int), ${someMoment})) END`,
  )

const monthOf = (day: Fragment): Fragment => sql`(DATEPART(year, ${day}) * 12 + DATEPART(month, ${day}) - 1)`

/** Seconds from the start of the month to a moment. */
const withinMonth = (value: Fragment): Fragment =>
  sql`(DATEPART(day, ${value}) * 86400 + DATEPART(hour, ${value}) * 3600 + DATEPART(minute, ${value}) * 60 + DATEPART(second, ${value}))`

/** Start and length of each part in `2026-01-31 10:20:30`. */
const places: Readonly<Record<string, string>> = {
  YYYY: '1, 4',
  MM: '6, 2',
  DD: '9, 2',
  HH: '12, 2',
  mm: '15, 2',
  ss: '18, 2',
}

export const dateFunctions: Record<DateFunction, FunctionSql> = {
  NOW: () => sql`CAST(CONVERT(nvarchar(19), SYSUTCDATETIME(), 120) AS datetime2(0))`,
  TODAY: () => sql`CAST(SYSUTCDATETIME() AS date)`,
  YEAR: part('year'),
  MONTH: part('month'),
  DAY: part('day'),
  HOUR: part('hour'),
  MINUTE: part('minute'),
  SECOND: part('second'),
  // Counts from a Sunday, so that the session's first weekday doesn't matter.
  WEEKDAY: ([value]) => sql`CAST((DATEDIFF(day, CAST('19000107' AS date), ${of(value)}) % 7 + 7) % 7 + 1 AS float)`,
  DATEADD: ([value, count, unit]) => {
    const name = String(unit?.literal)
    const fixed = secondsOfUnit[name]
    return withValues([moment(value), of(count)], (d, n) => {
      if (fixed !== undefined)
        return momentOf(sql`DATEDIFF_BIG(second, ${someMoment}, ${d}) + ${whole(n)} * ${raw(String(fixed))}`)
      // The server clamps to the end of the month: 31 January plus one month is the last day of February.
      return withValues(
        [sql`(${monthOf(d)} + ${whole(n)} * ${raw(String(monthsOfUnit[name] ?? 1))})`, d],
        (month, day) =>
          sql`CASE WHEN ${month} BETWEEN 12 AND 119999 THEN DATEADD(month, CAST(${month} - ${monthOf(day)} AS int), ${day}) END`,
      )
    })
  },
  DATETIME_DIFF: ([value, from, unit]) => {
    const name = String(unit?.literal)
    const fixed = secondsOfUnit[name]
    if (fixed !== undefined)
      return sql`CAST(DATEDIFF_BIG(second, ${moment(from)}, ${moment(value)}) / ${raw(String(fixed))} AS float)`
    return withValues([moment(value), moment(from)], (to, since) => {
      const passed = sql`DATEDIFF(month, ${since}, ${to})`
      const whole = sql`CASE WHEN ${to} >= ${since} AND ${withinMonth(to)} < ${withinMonth(since)} THEN ${passed} - 1
        WHEN ${to} < ${since} AND ${withinMonth(to)} > ${withinMonth(since)} THEN ${passed} + 1 ELSE ${passed} END`
      return sql`CAST((${whole}) / ${raw(String(monthsOfUnit[name] ?? 1))} AS float)`
    })
  },
  DATETIME_FORMAT: ([value, format]) => {
    const text = String(format?.literal ?? '')
    if (text === '') return sql`(CASE WHEN ${of(value)} IS NOT NULL THEN N'' END)`
    return withValues([sql`CONVERT(nvarchar(19), ${moment(value)}, 120)`], (written) => {
      const pieces = text
        .split(/(YYYY|MM|DD|HH|mm|ss)/)
        .filter((piece) => piece !== '')
        .map((piece) =>
          places[piece] === undefined
            ? sql`CAST(${bound(piece)} AS nvarchar(max))`
            : sql`SUBSTRING(${written}, ${raw(places[piece])})`,
        )
      // Includes an empty part of the moment, so that a blank stays blank.
      return sql`CAST(SUBSTRING(${written}, 1, 0) + ${join(pieces, ' + ')} AS nvarchar(max))`
    })
  },
  DATE: ([year, month, day]) =>
    withValues([sql`(${whole(of(year))} * 12 + ${whole(of(month))} - 1)`, whole(of(day))], (m, d) =>
      withValues(
        [
          sql`(CASE WHEN ${m} BETWEEN 12 AND 119999 THEN DATEADD(month, CAST(${m} - ${raw(String(someMonth))} AS int), ${someDay}) END)`,
          d,
        ],
        (first, count) =>
          sql`CASE WHEN DATEDIFF(day, ${someDay}, ${first}) + ${count} - 1 ${withinDays}
            THEN DATEADD(day, CAST(${count} - 1 AS int), ${first}) END`,
      ),
    ),
}
