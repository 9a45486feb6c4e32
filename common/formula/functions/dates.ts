import type { EvaluationContext, FormulaFunction, FormulaValue } from '../types'
import { moment, numeric, strict } from './define'

const day = 86_400_000
/** Dates are moments at midnight. */
const at = (value: string): number => Date.parse(`${value.replace(' ', 'T')}${value.length === 10 ? 'T00:00:00' : ''}Z`)
const written = (time: number): string | null => {
  const date = new Date(time)
  // Only years of four digits; null for an invalid date.
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 19).replace('T', ' ') : null
}
const part = (example: string, read: (date: Date) => number): FormulaFunction =>
  strict({
    group: 'dates',
    returns: 'number',
    example,
    parameters: [moment('date')],
    apply: (value: string) => read(new Date(at(value))),
  })

export const dateUnits = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'quarters', 'years'] as const
export type DateUnit = (typeof dateUnits)[number]
const milliseconds: Partial<Record<string, number>> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: day,
  weeks: 7 * day,
}
const months: Partial<Record<string, number>> = { months: 1, quarters: 3, years: 12 }

/** Adds months and clamps to the month: 31 January plus one month is the last day of February. */
function addMonths(value: string, count: number): string | null {
  const date = new Date(at(value))
  const first = new Date(0)
  first.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + count, 1)
  const last = new Date(0)
  last.setUTCFullYear(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)
  first.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()))
  return written(first.getTime() + (((at(value) % day) + day) % day))
}

/** Returns the whole months between two moments, rounded towards zero. */
function monthsBetween(from: string, to: string): number {
  const [earlier, later, sign] = at(from) <= at(to) ? [from, to, 1] : [to, from, -1]
  const [a, b] = [new Date(at(earlier)), new Date(at(later))]
  let count = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth()
  if (b.getUTCDate() < a.getUTCDate() || (b.getUTCDate() === a.getUTCDate() && at(later) % day < at(earlier) % day))
    count -= 1
  return sign * count + 0
}

/** Parts of DATETIME_FORMAT that every database supports. Other characters are literal. */
export const formatParts = ['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss'] as const
const formatPattern = /YYYY|MM|DD|HH|mm|ss/g
const unit = { name: 'unit', type: 'text', oneOf: dateUnits } as const

export const dateFunctions = {
  NOW: {
    group: 'dates',
    returns: 'dateTime',
    example: 'NOW()',
    parameters: [],
    evaluate: (_: readonly FormulaValue[], { now }: EvaluationContext) => now,
  },
  TODAY: {
    group: 'dates',
    returns: 'date',
    example: 'TODAY()',
    parameters: [],
    evaluate: (_: readonly FormulaValue[], { now }: EvaluationContext) => now.slice(0, 10),
  },
  YEAR: part('YEAR({Released})', (date) => date.getUTCFullYear()),
  MONTH: part('MONTH({Released})', (date) => date.getUTCMonth() + 1),
  DAY: part('DAY({Released})', (date) => date.getUTCDate()),
  HOUR: part('HOUR({Recorded})', (date) => date.getUTCHours()),
  MINUTE: part('MINUTE({Recorded})', (date) => date.getUTCMinutes()),
  SECOND: part('SECOND({Recorded})', (date) => date.getUTCSeconds()),
  /** 1 is Sunday, 7 Saturday, as in Excel. */
  WEEKDAY: part('WEEKDAY({Released})', (date) => date.getUTCDay() + 1),
  DATEADD: strict({
    group: 'dates',
    returns: 'dateTime',
    example: 'DATEADD({Released}, 2, "weeks")',
    parameters: [moment('date'), numeric('count'), unit],
    apply: (value: string, count: number, name: string) => {
      const whole = Math.trunc(count)
      const fixed = milliseconds[name]
      return fixed === undefined ? addMonths(value, whole * (months[name] ?? 0)) : written(at(value) + whole * fixed)
    },
  }),
  /** First minus second, in whole units rounded towards zero: positive if the first is later, as in Airtable. */
  DATETIME_DIFF: strict({
    group: 'dates',
    returns: 'number',
    example: 'DATETIME_DIFF({Released}, {Recorded}, "days")',
    parameters: [moment('date'), moment('from'), unit],
    apply: (value: string, from: string, name: string) => {
      const fixed = milliseconds[name]
      return fixed === undefined
        ? Math.trunc(monthsBetween(from, value) / (months[name] ?? 1)) + 0
        : Math.trunc((at(value) - at(from)) / fixed) + 0
    },
  }),
  DATETIME_FORMAT: strict({
    group: 'dates',
    returns: 'text',
    example: 'DATETIME_FORMAT({Released}, "DD.MM.YYYY")',
    parameters: [moment('date'), { name: 'format', type: 'text', literal: true }],
    apply: (value: string, format: string) => {
      const full = value.length === 10 ? `${value} 00:00:00` : value
      const parts: Readonly<Record<string, string>> = {
        YYYY: full.slice(0, 4),
        MM: full.slice(5, 7),
        DD: full.slice(8, 10),
        HH: full.slice(11, 13),
        mm: full.slice(14, 16),
        ss: full.slice(17, 19),
      }
      return format.replaceAll(formatPattern, (name) => parts[name] ?? name)
    },
  }),
  DATE: strict({
    group: 'dates',
    returns: 'date',
    example: 'DATE(2026, 9, 18)',
    parameters: [numeric('year'), numeric('month'), numeric('day')],
    apply: (year: number, month: number, dayOfMonth: number) => {
      const first = new Date(0)
      first.setUTCFullYear(Math.trunc(year), Math.trunc(month) - 1, 1)
      // Months and days beyond their range continue into the next one, within the supported years.
      if (written(first.getTime()) === null) return null
      return written(first.getTime() + (Math.trunc(dayOfMonth) - 1) * day)?.slice(0, 10) ?? null
    },
  }),
} as const satisfies Record<string, FormulaFunction>
