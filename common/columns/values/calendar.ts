import type { TimeFormat } from '@common/model'

/** A day of the Gregorian calendar, years 1 to 9999. */
export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A time of day. `fraction` holds the digits of fractional seconds, as given. */
export interface Clock {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly fraction: string
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Returns the days of a month, with leap years. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day, or undefined when the calendar has no such day. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  const exists = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return exists ? { year, month, day } : undefined
}

/** Returns the number of `length` digits at an offset; NaN for anything else. Bulk writes parse millions of dates. */
function digitsAt(text: string, from: number, length: number): number {
  let number = 0
  for (let place = from; place < from + length; place += 1) {
    const digit = text.charCodeAt(place) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

/** Parses `YYYY-MM-DD` only. */
export function isoDay(text: string): Day | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined
  return dayOf(digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2))
}

/** Parses the storage format of timestamps only, `YYYY-MM-DD HH:MM:SS`. */
export function storedMoment(text: string): Moment | undefined {
  if (text.length !== 19 || text[10] !== ' ' || text[13] !== ':' || text[16] !== ':') return undefined
  const day = isoDay(text.slice(0, 10))
  const clock = {
    hour: digitsAt(text, 11, 2),
    minute: digitsAt(text, 14, 2),
    second: digitsAt(text, 17, 2),
    fraction: '',
  }
  return day !== undefined && clock.hour < 24 && clock.minute < 60 && clock.second < 60 ? { day, clock } : undefined
}

export function isoDayText({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** Reads `H:MM`, `HH:MM:SS`, `HH:MM:SS.fff` (at most nine digits), and with `am` or `pm` where `twelve` is allowed. */
export function clockOf(text: string, twelve = false): Clock | undefined {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s?([ap])\.?m\.?)?$/i.exec(text)
  if (match === null) return undefined
  const half = match[5]?.toLowerCase()
  if (half !== undefined && !twelve) return undefined
  const given = Number(match[1])
  if (half !== undefined && (given < 1 || given > 12)) return undefined
  const hour = half === undefined ? given : (given % 12) + (half === 'p' ? 12 : 0)
  const minute = Number(match[2])
  const second = Number(match[3] ?? 0)
  if (hour > 23 || minute > 59 || second > 59) return undefined
  return { hour, minute, second, fraction: match[4] ?? '' }
}

/**
 * Cuts a time to microseconds, the precision of most databases, and removes trailing zeros.
 */
export function storableClock(clock: Clock): Clock {
  return clock.fraction === '' ? clock : { ...clock, fraction: clock.fraction.slice(0, 6).replace(/0+$/, '') }
}

/** `HH:MM:SS`, with the fraction when there is one. */
export function clockText({ hour, minute, second, fraction }: Clock): string {
  return `${two(hour)}:${two(minute)}:${two(second)}${fraction === '' ? '' : `.${fraction}`}`
}

/** For readers: `14:05` or `2:05 pm`, and seconds only where there are some. */
export function shortClockText(clock: Clock, format: TimeFormat = '24'): string {
  const whole = clock.second === 0 && clock.fraction === ''
  if (format === '24') return whole ? clockText(clock).slice(0, 5) : clockText(clock)
  const text = clockText(clock).slice(2, whole ? 5 : undefined)
  return `${clock.hour % 12 === 0 ? 12 : clock.hour % 12}${text} ${clock.hour < 12 ? 'am' : 'pm'}`
}

/** A moment in UTC. */
export interface Moment {
  readonly day: Day
  readonly clock: Clock
}

/**
 * Parses ISO 8601 and converts it to UTC: a day, `T` or a blank, a time, and a zone (`Z`, `+02:00`, `+0200`, `+02`).
 * Without a zone the text is UTC; a day alone is its first moment.
 */
export function isoMoment(text: string): Moment | undefined {
  const stored = storedMoment(text)
  if (stored !== undefined) return stored
  const match = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:[\d:.,]+?)\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/.exec(text)
  if (match === null) return undefined
  const day = isoDay(match[1] ?? '')
  const clock = match[2] === undefined ? { hour: 0, minute: 0, second: 0, fraction: '' } : clockOf(match[2])
  if (day === undefined || clock === undefined) return undefined
  const zone = match[3]
  if (zone === undefined || /^z$/i.test(zone)) return { day, clock }
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 14 || minutes > 59) return undefined
  return laterBy({ day, clock }, (zone.startsWith('-') ? 60 : -60) * (hours * 60 + minutes))
}

/** True if an ISO 8601 text names its zone. */
export function saysZone(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}[Tt ].*(?:Z|z|[+-]\d{2}(?::?\d{2})?)$/.test(text)
}

/** `YYYY-MM-DD HH:MM:SS`, as date and time are stored. */
export function momentText({ day, clock }: Moment): string {
  return `${isoDayText(day)} ${clockText(clock)}`
}

/** Returns whole seconds since 1970. */
export function epochOf({ day, clock }: Moment): number {
  const date = new Date(0)
  date.setUTCFullYear(day.year, day.month - 1, day.day)
  date.setUTCHours(clock.hour, clock.minute, clock.second)
  return date.getTime() / 1000
}

/** The moment some seconds later; undefined beyond the years 1 to 9999. */
export function laterBy(moment: Moment, seconds: number): Moment | undefined {
  const date = new Date((epochOf(moment) + seconds) * 1000)
  const day = dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
  if (day === undefined) return undefined
  const clock = { hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() }
  return { day, clock: { ...clock, fraction: moment.clock.fraction } }
}
