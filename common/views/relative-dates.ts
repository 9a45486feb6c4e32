import { dayOf, momentText, type Day } from '@common/columns/values/calendar'
import { fromZone, toZone } from '@common/columns/values/time-zone'
import { regionalTag } from '@common/messages/languages'
import type { RelativeTime } from './settings'

/** A range of days; the end is exclusive. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

const first: Day = { year: 1, month: 1, day: 1 }
const last: Day = { year: 9999, month: 12, day: 31 }
const dayMs = 86_400_000

/** Adds days to a day, clamped to the calendar. */
export function addDays(day: Day, count: number): Day {
  const date = new Date(0)
  date.setUTCFullYear(day.year, day.month - 1, day.day)
  const moved = new Date(date.getTime() + count * dayMs)
  const found = dayOf(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate())
  return found ?? (count < 0 ? first : last)
}

/** Returns the first day of a month some months later. */
function monthStart({ year, month }: Day, count: number): Day {
  const months = year * 12 + (month - 1) + count
  return dayOf(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1) ?? (count < 0 ? first : last)
}

const yearStart = ({ year }: Day, count: number): Day => dayOf(year + count, 1, 1) ?? (count < 0 ? first : last)

/** Returns 1 for Monday to 7 for Sunday. */
function weekday({ year, month, day }: Day): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return ((date.getUTCDay() + 6) % 7) + 1
}

interface WeekInfo {
  readonly firstDay: number
}

/** Returns the first day of the week in a locale, from 1 for Monday to 7 for Sunday. Every calendar uses it. */
export function firstWeekday(locale: string): number {
  try {
    // Newer than TypeScript's types. Some engines have a function, others a property.
    const known: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(
      regionalTag(locale.replaceAll('_', '-')),
    )
    return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
  } catch {
    return 1
  }
}

function weekStart(day: Day, firstDay: number): Day {
  return addDays(day, -((weekday(day) - firstDay + 7) % 7))
}

/**
 * Returns the days of a relative date such as `this week` or `past 7 days`.
 *
 * @param today  in the reader's time zone
 * @param count  number of days, if the relative date has one; past and next days both include today
 */
export function relativeDays(relative: RelativeTime, count: number, today: Day, locale: string): DayRange {
  const days = (from: number, to: number): DayRange => ({ from: addDays(today, from), to: addDays(today, to) })
  const week = (at: number): DayRange => {
    const start = weekStart(today, firstWeekday(locale))
    return { from: addDays(start, at * 7), to: addDays(start, at * 7 + 7) }
  }
  const month = (at: number): DayRange => ({ from: monthStart(today, at), to: monthStart(today, at + 1) })
  const year = (at: number): DayRange => ({ from: yearStart(today, at), to: yearStart(today, at + 1) })
  switch (relative) {
    case 'today':
      return days(0, 1)
    case 'yesterday':
      return days(-1, 0)
    case 'tomorrow':
      return days(1, 2)
    case 'daysAgo':
      return days(-count, 1 - count)
    case 'daysFromNow':
      return days(count, count + 1)
    case 'thisWeek':
      return week(0)
    case 'lastWeek':
      return week(-1)
    case 'nextWeek':
      return week(1)
    case 'thisMonth':
      return month(0)
    case 'lastMonth':
      return month(-1)
    case 'nextMonth':
      return month(1)
    case 'thisYear':
      return year(0)
    case 'lastYear':
      return year(-1)
    case 'nextYear':
      return year(1)
    case 'pastDays':
      return days(-count, 1)
    case 'nextDays':
      return days(0, count + 1)
  }
}

/** Returns the current day in a time zone. */
export function dayAt(now: Date, timeZone: string): Day {
  const moment = {
    day: { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() },
    clock: { hour: now.getUTCHours(), minute: now.getUTCMinutes(), second: now.getUTCSeconds(), fraction: '' },
  }
  return toZone(moment, timeZone)?.moment.day ?? moment.day
}

const midnight = { hour: 0, minute: 0, second: 0, fraction: '' }

/** Returns the first moment of a day in a time zone, as stored: in UTC. */
export function startOfDay(day: Day, timeZone: string): string {
  return momentText(fromZone({ day, clock: midnight }, timeZone) ?? { day, clock: midnight })
}
