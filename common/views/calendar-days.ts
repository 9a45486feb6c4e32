import type { StoredValue } from '@common/columns/column-type'
import {
  epochOf,
  isoDay,
  isoDayText,
  isoMoment,
  laterBy,
  momentText,
  type Clock,
  type Day,
  type Moment,
} from '@common/columns/values/calendar'
import { fromZone, toZone } from '@common/columns/values/time-zone'
import type { Column } from '@common/model'
import { isOfDays, type CalendarColumns } from './calendar'
import type { ViewFilterGroup } from './settings'

/** The time span that the calendar shows. */
export const calendarPeriods = ['month', 'week', 'day', 'agenda'] as const
export type CalendarPeriod = (typeof calendarPeriods)[number]

/** Days since 1 January 1970; negative for earlier days. */
export type DayNumber = number

const minutesOfDay = 1_440
const midnight: Clock = { hour: 0, minute: 0, second: 0, fraction: '' }
const firstDay: Day = { year: 1, month: 1, day: 1 }
const lastDay: Day = { year: 9999, month: 12, day: 31 }

export const dayNumber = (day: Day): DayNumber => epochOf({ day, clock: midnight }) / 86_400

/** Converts a day number to a day. Clamps it to the years that the calendar supports. */
export function dayOfNumber(number: DayNumber): Day {
  const moment = laterBy({ day: { year: 1970, month: 1, day: 1 }, clock: midnight }, number * 86_400)
  return moment?.day ?? (number < 0 ? firstDay : lastDay)
}

/** Returns 1 for Monday to 7 for Sunday. */
export const weekdayOf = (number: DayNumber): number => ((((number + 3) % 7) + 7) % 7) + 1

export const weekStartOf = (number: DayNumber, firstWeekday: number): DayNumber =>
  number - ((weekdayOf(number) - firstWeekday + 7) % 7)

/** A range of days; the end is exclusive. */
export interface DaySpan {
  readonly from: DayNumber
  readonly to: DayNumber
}

const monthStartOf = (number: DayNumber, months = 0): DayNumber => {
  const { year, month } = dayOfNumber(number)
  const count = year * 12 + month - 1 + months
  return dayNumber({ year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1, day: 1 })
}

/** Returns the month that contains a day. */
export const monthOf = (number: DayNumber): DaySpan => ({ from: monthStartOf(number), to: monthStartOf(number, 1) })

/** Returns the visible days. A month includes the days that complete its first and last week. */
export function shownDays(period: CalendarPeriod, at: DayNumber, firstWeekday: number): DaySpan {
  switch (period) {
    case 'day':
      return { from: at, to: at + 1 }
    case 'week': {
      const from = weekStartOf(at, firstWeekday)
      return { from, to: from + 7 }
    }
    case 'agenda':
      return monthOf(at)
    case 'month': {
      const { from, to } = monthOf(at)
      return { from: weekStartOf(from, firstWeekday), to: weekStartOf(to - 1, firstWeekday) + 7 }
    }
  }
}

/** Moves a day by some periods. In a shorter month, returns its last day. */
export function otherPeriod(period: CalendarPeriod, at: DayNumber, by: number): DayNumber {
  if (period === 'day') return clampDay(at + by)
  if (period === 'week') return clampDay(at + by * 7)
  const month = { from: monthStartOf(at, by), to: monthStartOf(at, by + 1) }
  return clampDay(Math.min(month.from + dayOfNumber(at).day - 1, month.to - 1))
}

const [lowest, highest] = [dayNumber(firstDay), dayNumber(lastDay)]
/** Clamps a day to the years 1 to 9999. */
export const clampDay = (number: DayNumber): DayNumber => Math.min(highest - 42, Math.max(lowest + 42, number))

/**
 * Returns a filter for the records of some days: records that start there or extend into them, and records without a
 * date. Combine it with the filter of the view.
 */
export function calendarFilter({ start, end }: CalendarColumns, { from, to }: DaySpan): ViewFilterGroup {
  const first = isoDayText(dayOfNumber(from))
  const begins = { column: start.name, operator: 'isOnOrAfter', value: first } as const
  const lasts: ViewFilterGroup = {
    join: 'or',
    filters: [begins, ...(end ? [{ column: end.name, operator: 'isOnOrAfter', value: first } as const] : [])],
  }
  const before = { column: start.name, operator: 'isBefore', value: isoDayText(dayOfNumber(to)) } as const
  return {
    join: 'or',
    filters: [
      { join: 'and', filters: [before, lasts] },
      { column: start.name, operator: 'isEmpty' },
    ],
  }
}

/** Returns a filter for the records that start before or after some days. Combine it with the filter of the view. */
export function beyondFilter(
  { start }: CalendarColumns,
  { from, to }: DaySpan,
  side: 'before' | 'after',
): ViewFilterGroup {
  const condition =
    side === 'before'
      ? ({ column: start.name, operator: 'isBefore', value: isoDayText(dayOfNumber(from)) } as const)
      : ({ column: start.name, operator: 'isOnOrAfter', value: isoDayText(dayOfNumber(to)) } as const)
  return { join: 'and', filters: [condition] }
}

/** The time span of a record, in minutes since 1970 by the reader's clock. */
export interface CalendarSpan {
  readonly from: number
  /** Exclusive; equal to `from` for a record without duration. */
  readonly to: number
  readonly wholeDays: boolean
}

const minuteOf = ({ day, clock }: Moment): number => dayNumber(day) * minutesOfDay + clock.hour * 60 + clock.minute

/** Returns the time zone of a column's values: the column's fixed zone, otherwise the reader's. */
export const zoneOf = ({ options }: Column, readerZone: string): string => options.timeZone ?? readerZone

/**
 * Converts a value to minutes; a day to its first minute.
 *
 * @returns undefined if the value isn't a date
 */
function minutesOf(value: StoredValue | undefined, column: Column, readerZone: string): number | undefined {
  if (typeof value !== 'string') return undefined
  const day = isoDay(value)
  if (day !== undefined && isOfDays(column)) return dayNumber(day) * minutesOfDay
  const moment = isoMoment(value)
  if (moment === undefined) return undefined
  // A date has no zone, even if the database stores a time with it.
  if (isOfDays(column)) return dayNumber(moment.day) * minutesOfDay
  const local = toZone(moment, zoneOf(column, readerZone))
  return local && minuteOf(local.moment)
}

/** Returns the span of a record; undefined without a date. An end before the start gives a span without duration. */
export function spanOf(
  { start, end, wholeDays }: CalendarColumns,
  values: { readonly start: StoredValue | undefined; readonly end: StoredValue | undefined },
  readerZone: string,
): CalendarSpan | undefined {
  const from = minutesOf(values.start, start, readerZone)
  if (from === undefined) return undefined
  const until = end && minutesOf(values.end, end, readerZone)
  const to = Math.max(from, until ?? from)
  return { from, to: wholeDays ? to + minutesOfDay : to, wholeDays }
}

export const dayOfMinute = (minute: number): DayNumber => Math.floor(minute / minutesOfDay)

/**
 * Returns the first and last visible day of a span, both inclusive. A span that ends at midnight doesn't reach the next
 * day.
 */
export function daysOfSpan({ from, to }: CalendarSpan): { readonly first: DayNumber; readonly last: DayNumber } {
  const first = dayOfMinute(from)
  return { first, last: Math.max(first, dayOfMinute(to - 1)) }
}

/** True if a record is shown as an all-day bar: it has whole days or lasts at least a day. */
export const isAllDay = ({ from, to, wholeDays }: CalendarSpan): boolean => wholeDays || to - from >= minutesOfDay

/**
 * Moves a value by some minutes of the reader's clock. A record that moves to another day keeps its hour across clock
 * changes. Columns of days move by whole days.
 *
 * @returns undefined if the value isn't a date, or beyond the years 1 to 9999
 */
export function movedValue(
  value: StoredValue | undefined,
  column: Column,
  minutes: number,
  readerZone: string,
): string | undefined {
  if (typeof value !== 'string') return undefined
  if (isOfDays(column)) {
    const at = minutesOf(value, column, readerZone)
    return at === undefined ? undefined : valueAt(at + Math.round(minutes / minutesOfDay) * minutesOfDay, column, '')
  }
  const moment = isoMoment(value)
  const zone = zoneOf(column, readerZone)
  const local = moment && toZone(moment, zone)?.moment
  const later = local && laterBy(local, minutes * 60)
  const written = later && fromZone(later, zone)
  return written && momentText(written)
}

/**
 * Returns the value to store for a time on the reader's clock.
 *
 * @returns undefined beyond the years 1 to 9999
 */
export function valueAt(minute: number, column: Column, readerZone: string): string | undefined {
  const number = dayOfMinute(minute)
  if (number < lowest || number > highest) return undefined
  const day = dayOfNumber(number)
  if (isOfDays(column)) return isoDayText(day)
  const rest = minute - number * minutesOfDay
  const clock = { ...midnight, hour: Math.floor(rest / 60), minute: rest % 60 }
  const written = fromZone({ day, clock }, zoneOf(column, readerZone))
  return written && momentText(written)
}

/**
 * Returns the value of an end column so that the record reaches a time. Columns of days store the last day inclusive.
 */
export const endValueAt = (minute: number, column: Column, readerZone: string): string | undefined =>
  valueAt(isOfDays(column) ? minute - minutesOfDay : minute, column, readerZone)
