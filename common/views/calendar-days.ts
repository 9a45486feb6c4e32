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

/** How much of the calendar is seen. */
export const calendarPeriods = ['month', 'week', 'day', 'agenda'] as const
export type CalendarPeriod = (typeof calendarPeriods)[number]

/** Days since 1970, negative before. */
export type DayNumber = number

const minutesOfDay = 1_440
const midnight: Clock = { hour: 0, minute: 0, second: 0, fraction: '' }
const firstDay: Day = { year: 1, month: 1, day: 1 }
const lastDay: Day = { year: 9999, month: 12, day: 31 }

export const dayNumber = (day: Day): DayNumber => epochOf({ day, clock: midnight }) / 86_400

/** The day of a number; the first or the last one of the calendar beyond it. */
export function dayOfNumber(number: DayNumber): Day {
  const moment = laterBy({ day: { year: 1970, month: 1, day: 1 }, clock: midnight }, number * 86_400)
  return moment?.day ?? (number < 0 ? firstDay : lastDay)
}

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (number: DayNumber): number => ((((number + 3) % 7) + 7) % 7) + 1

export const weekStartOf = (number: DayNumber, firstWeekday: number): DayNumber =>
  number - ((weekdayOf(number) - firstWeekday + 7) % 7)

/** Days one after another, the last one excluded. */
export interface DaySpan {
  readonly from: DayNumber
  readonly to: DayNumber
}

const monthStartOf = (number: DayNumber, months = 0): DayNumber => {
  const { year, month } = dayOfNumber(number)
  const count = year * 12 + month - 1 + months
  return dayNumber({ year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1, day: 1 })
}

/** The month of a day. */
export const monthOf = (number: DayNumber): DaySpan => ({ from: monthStartOf(number), to: monthStartOf(number, 1) })

/** The days that are on the screen: those of a month with what its first and last weeks have of others. */
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

/** The same day of another period; the last one of a month that is shorter. */
export function otherPeriod(period: CalendarPeriod, at: DayNumber, by: number): DayNumber {
  if (period === 'day') return clampDay(at + by)
  if (period === 'week') return clampDay(at + by * 7)
  const month = { from: monthStartOf(at, by), to: monthStartOf(at, by + 1) }
  return clampDay(Math.min(month.from + dayOfNumber(at).day - 1, month.to - 1))
}

const [lowest, highest] = [dayNumber(firstDay), dayNumber(lastDay)]
/** Nobody goes beyond the years 1 to 9999. */
export const clampDay = (number: DayNumber): DayNumber => Math.min(highest - 42, Math.max(lowest + 42, number))

/**
 * The records that are seen between some days, as a filter beside that of the view: those that begin there or last into
 * it, and those without a date.
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

/** The records that begin before some days, or after them, as a filter beside that of the view. */
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

/** Where a record stands: minutes since 1970 as the clocks of its reader show them. */
export interface CalendarSpan {
  readonly from: number
  /** Excluded; the same as `from` where it has no length. */
  readonly to: number
  readonly wholeDays: boolean
}

const minuteOf = ({ day, clock }: Moment): number => dayNumber(day) * minutesOfDay + clock.hour * 60 + clock.minute

/** In which zone moments of a column are shown: what everybody sees in one zone is in it. */
export const zoneOf = ({ options }: Column, readerZone: string): string => options.timeZone ?? readerZone

/** A value as minutes; of days the first one. @returns undefined for what is no date */
function minutesOf(value: StoredValue | undefined, column: Column, readerZone: string): number | undefined {
  if (typeof value !== 'string') return undefined
  const day = isoDay(value)
  if (day !== undefined && isOfDays(column)) return dayNumber(day) * minutesOfDay
  const moment = isoMoment(value)
  if (moment === undefined) return undefined
  // A date has no zone, whatever time a database keeps with it.
  if (isOfDays(column)) return dayNumber(moment.day) * minutesOfDay
  const local = toZone(moment, zoneOf(column, readerZone))
  return local && minuteOf(local.moment)
}

/** Where a record stands; undefined for one without a date. What would end before it begins has no length. */
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

/** The days on which something is seen, both included. What ends at midnight is not there on the next day. */
export function daysOfSpan({ from, to }: CalendarSpan): { readonly first: DayNumber; readonly last: DayNumber } {
  const first = dayOfMinute(from)
  return { first, last: Math.max(first, dayOfMinute(to - 1)) }
}

/** Stands over whole days rather than between hours: days themselves, and what lasts a day or longer. */
export const isAllDay = ({ from, to, wholeDays }: CalendarSpan): boolean => wholeDays || to - from >= minutesOfDay

/**
 * A value some minutes later by the clock of its reader, so that what is moved to another day keeps its hour when the
 * clocks change in between. Of days only whole ones count.
 *
 * @returns undefined for what is no date, and beyond the years 1 to 9999
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
  const kept = later && fromZone(later, zone)
  return kept && momentText(kept)
}

/** What a column keeps of a time on the clock of its reader. @returns undefined beyond the years 1 to 9999 */
export function valueAt(minute: number, column: Column, readerZone: string): string | undefined {
  const number = dayOfMinute(minute)
  if (number < lowest || number > highest) return undefined
  const day = dayOfNumber(number)
  if (isOfDays(column)) return isoDayText(day)
  const rest = minute - number * minutesOfDay
  const clock = { ...midnight, hour: Math.floor(rest / 60), minute: rest % 60 }
  const kept = fromZone({ day, clock }, zoneOf(column, readerZone))
  return kept && momentText(kept)
}

/** What an end column keeps so that a record is seen up to a time: of days the last one is included. */
export const endValueAt = (minute: number, column: Column, readerZone: string): string | undefined =>
  valueAt(isOfDays(column) ? minute - minutesOfDay : minute, column, readerZone)
