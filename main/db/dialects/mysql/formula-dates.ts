import type { DateFunction } from '@main/db/formula-functions'
import type { FunctionSql } from '@main/db/formula-sql'
import { of } from '@main/db/formula-standard'
import { bound, raw, sql, type Fragment } from '@main/db/sql-fragment'

const part =
  (name: string): FunctionSql =>
  ([value]) =>
    sql`(${raw(name)}(${of(value)}) + 0e0)`

const units: Readonly<Record<string, string>> = {
  seconds: 'SECOND',
  minutes: 'MINUTE',
  hours: 'HOUR',
  days: 'DAY',
  weeks: 'WEEK',
  months: 'MONTH',
  quarters: 'QUARTER',
  years: 'YEAR',
}
const unitOf = (unit: { readonly literal?: unknown } | undefined): Fragment =>
  raw(units[String(unit?.literal)] ?? 'DAY')

/** Truncates and clamps, so that results outside the supported years are blank instead of errors. */
const whole = (value: Fragment, bounds: number): Fragment =>
  sql`CAST(LEAST(${raw(String(bounds))}, GREATEST(${raw(String(-bounds))}, TRUNCATE(${value}, 0))) AS SIGNED)`
/** Counts of each unit that lead from any date beyond all others. */
const bounds: Readonly<Record<string, number>> = {
  seconds: 400_000_000_000,
  minutes: 6_000_000_000,
  hours: 100_000_000,
  days: 4_000_000,
  weeks: 600_000,
  months: 120_000,
  quarters: 40_000,
  years: 10_000,
}

const formats: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  MM: '%m',
  DD: '%d',
  HH: '%H',
  mm: '%i',
  ss: '%s',
}

/** The server has a year 0. */
const sinceYear1 = (value: Fragment): Fragment => sql`(CASE WHEN ${value} >= '0001-01-01' THEN ${value} END)`

export const dateFunctions: Record<DateFunction, FunctionSql> = {
  NOW: () => sql`UTC_TIMESTAMP()`,
  TODAY: () => sql`UTC_DATE()`,
  YEAR: part('YEAR'),
  MONTH: part('MONTH'),
  DAY: part('DAYOFMONTH'),
  HOUR: part('HOUR'),
  MINUTE: part('MINUTE'),
  SECOND: part('SECOND'),
  WEEKDAY: part('DAYOFWEEK'),
  DATEADD: ([value, count, unit]) => {
    const most = bounds[String(unit?.literal)] ?? 1
    return sinceYear1(sql`TIMESTAMPADD(${unitOf(unit)}, ${whole(of(count), most)}, CAST(${of(value)} AS DATETIME))`)
  },
  DATETIME_DIFF: ([value, from, unit]) =>
    sql`(TIMESTAMPDIFF(${unitOf(unit)}, CAST(${of(from)} AS DATETIME), CAST(${of(value)} AS DATETIME)) + 0e0)`,
  DATETIME_FORMAT: ([value, format]) => {
    const text = String(format?.literal ?? '')
      .replaceAll('%', '%%')
      .replaceAll(/YYYY|MM|DD|HH|mm|ss/g, (name) => formats[name] ?? name)
    return text === ''
      ? sql`(CASE WHEN ${of(value)} IS NOT NULL THEN '' END)`
      : sql`DATE_FORMAT(${of(value)}, CAST(${bound(text)} AS CHAR))`
  },
  DATE: ([year, month, day]) => {
    const index = sql`(${whole(of(year), 20_000)} * 12 + ${whole(of(month), 240_000)} - 1)`
    const first = sql`(CASE WHEN ${index} BETWEEN 12 AND 119999 THEN DATE_ADD(DATE '0001-01-01', INTERVAL ${index} - 12 MONTH) END)`
    return sinceYear1(sql`DATE_ADD(${first}, INTERVAL ${whole(of(day), 4_000_000)} - 1 DAY)`)
  },
}
