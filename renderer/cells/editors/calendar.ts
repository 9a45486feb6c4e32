import type { StoredValue } from '@common/columns/column-type'
import { isoMoment, momentText } from '@common/columns/values/calendar'
import { firstWeekday } from '@common/views/relative-dates'
import { toZone } from '@common/columns/values/time-zone'

export interface CalendarDay {
  /** `YYYY-MM-DD`. */
  readonly iso: string
  readonly number: number
  /** The whole date in words, for screen readers. */
  readonly label: string
}

export interface MonthGrid {
  readonly title: string
  /** `YYYY-MM`. */
  readonly previous: string
  readonly next: string
  readonly weekdays: readonly string[]
  /** Six weeks. */
  readonly days: readonly CalendarDay[]
}

/** Returns the day of a stored date or date-time: `YYYY-MM-DD`; undefined for other values. */
export function dayOfValue(value: StoredValue): string | undefined {
  return typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined
}

/** Converts a stored date-time to the local time of a zone, in the same form. Returns other values unchanged. */
export function localMoment(value: StoredValue, timeZone: string): StoredValue {
  const moment = typeof value === 'string' ? isoMoment(value) : undefined
  const local = moment && toZone(moment, timeZone)
  return local === undefined ? value : momentText(local.moment)
}

/** Returns the time of a stored date-time: `HH:MM:SS`. */
export function timeOfValue(value: StoredValue): string | undefined {
  const match = typeof value === 'string' ? /[ T](\d{2}:\d{2})(:\d{2})?/.exec(value) : null
  return match ? `${match[1]}${match[2] ?? ':00'}` : undefined
}

/** Moves a date by days or months. Clamps to the last day of a shorter month. */
export function movedDay(iso: string, by: { readonly days?: number; readonly months?: number }): string {
  const [year = 1970, month = 1, day = 1] = iso.split('-').map(Number)
  const months = year * 12 + month - 1 + (by.months ?? 0)
  const [inYear, inMonth] = [Math.floor(months / 12), ((months % 12) + 12) % 12]
  const last = utc(inYear, inMonth + 1, 0).getUTCDate()
  const moved = utc(inYear, inMonth, Math.min(day, last) + (by.days ?? 0))
  const text = moved.toISOString()
  // Calendars of databases end with the year 9999.
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : iso
}

/** Letters of a weekday that a column of the calendar has room for. */
const weekdayMax = 5

/** Returns six weeks around a month, from the locale's first day of the week. */
export function monthGrid(month: string, locale: string): MonthGrid {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const first = utc(year, number - 1, 1)
  // 0 is Sunday.
  const weekStart = firstWeekday(locale) % 7
  const lead = (first.getUTCDay() - weekStart + 7) % 7
  const label = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const days = Array.from({ length: 42 }, (_, offset) => {
    const day = utc(year, number - 1, 1 - lead + offset)
    return { iso: day.toISOString().slice(0, 10), number: day.getUTCDate(), label: label.format(day) }
  })
  const namesOf = (weekday: 'short' | 'narrow'): string[] => {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
    // 4 January 1970 was a Sunday.
    return Array.from({ length: 7 }, (_, offset) => format.format(utc(1970, 0, 4 + weekStart + offset)))
  }
  const short = namesOf('short')
  return {
    title: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first),
    previous: utc(year, number - 2, 1)
      .toISOString()
      .slice(0, 7),
    next: utc(year, number, 1).toISOString().slice(0, 7),
    // Short names in Hebrew contain the word for day.
    weekdays: short.some(({ length }) => length > weekdayMax) ? namesOf('narrow') : short,
    days,
  }
}

function utc(year: number, monthIndex: number, day: number): Date {
  const date = new Date(Date.UTC(2000, monthIndex, day))
  // `Date.UTC` maps years below 100 to the 1900s.
  date.setUTCFullYear(year, monthIndex, day)
  return date
}
