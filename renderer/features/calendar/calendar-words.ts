import {
  dayOfNumber,
  type CalendarPeriod,
  type CalendarSpan,
  type DayNumber,
  type DaySpan,
} from '@common/views/calendar-days'
import { regionalTag } from '@common/messages'
import { localeTag, withShortMonths } from '@renderer/i18n'

/** Returns a day as a `Date` in UTC, so that formatting doesn't depend on the reader's time zone. */
function dateOf(number: DayNumber): Date {
  const { year, month, day } = dayOfNumber(number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}

interface DayFormat {
  readonly format: (day: Date) => string
  readonly formatRange: (from: Date, to: Date) => string
}

const formats = new Map<string, DayFormat>()
function formatOf(options: Intl.DateTimeFormatOptions): DayFormat {
  const tag = localeTag()
  const key = `${tag} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const plain = new Intl.DateTimeFormat(regionalTag(tag), {
    ...options,
    timeZone: 'UTC',
    calendar: 'gregory',
  })
  const made: DayFormat = {
    format: (day) => withShortMonths(plain.format(day)),
    formatRange: (from, to) => withShortMonths(plain.formatRange(from, to)),
  }
  formats.set(key, made)
  return made
}

/** `Saturday, 21 November 2026`. */
export const longDay = (number: DayNumber): string =>
  formatOf({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(number))

/** `21 Nov`. */
export const shortDay = (number: DayNumber): string =>
  formatOf({ day: 'numeric', month: 'short' }).format(dateOf(number))

/** `21 Nov 2026`. */
export const fullDay = (number: DayNumber): string =>
  formatOf({ day: 'numeric', month: 'short', year: 'numeric' }).format(dateOf(number))

/** Returns `21`, or `1 Dec` for the first of a month. */
export const dayLabel = (number: DayNumber, withMonth: boolean): string =>
  formatOf({ day: 'numeric', ...(withMonth && { month: 'short' }) }).format(dateOf(number))

export const weekdayName = (number: DayNumber, width: 'long' | 'short'): string =>
  formatOf({ weekday: width }).format(dateOf(number))

/** Returns the title of a period: `November 2026` or `Nov 2026`, `16 – 22 Nov 2026`, `21 Nov 2026`. */
export function periodTitle(
  period: CalendarPeriod,
  at: DayNumber,
  days: DaySpan,
  month: 'long' | 'short' = 'long',
): string {
  // Short titles omit the current year.
  const isThisYear = dateOf(at).getUTCFullYear() === new Date().getFullYear()
  const day = { day: 'numeric', month: 'short' } as const
  const dates = formatOf(month === 'short' && isThisYear ? day : { ...day, year: 'numeric' })
  // The day's header already shows the weekday.
  if (period === 'day') return dates.format(dateOf(at))
  if (period === 'week') return dates.formatRange(dateOf(days.from), dateOf(days.to - 1))
  // Short titles omit the current year here too.
  return formatOf({ month, ...(month === 'long' || !isThisYear ? { year: 'numeric' } : {}) }).format(dateOf(at))
}

const minuteMs = 60_000
/** A time of day, `14:05`. */
export const clockLabel = (minute: number): string =>
  formatOf({ hour: 'numeric', minute: '2-digit' }).format(new Date((((minute % 1_440) + 1_440) % 1_440) * minuteMs))

/** When something is, to be read out: days without a time, or times of one day. */
export function spanWords(span: CalendarSpan, days: { readonly first: DayNumber; readonly last: DayNumber }): string {
  const { first, last } = days
  if (span.wholeDays)
    return first === last
      ? longDay(first)
      : formatOf({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(dateOf(first), dateOf(last))
  const from = new Date(dateOf(0).getTime() + span.from * minuteMs)
  const to = new Date(dateOf(0).getTime() + span.to * minuteMs)
  const format = formatOf({ dateStyle: 'long', timeStyle: 'short' })
  return span.to > span.from ? format.formatRange(from, to) : format.format(from)
}
