import { dayOf, momentText, type Day } from '@common/columns/values/calendar'
import { fromZone, toZone } from '@common/columns/values/time-zone'
import type { RelativeTime } from './settings'

/** Days one after another, the last one excluded. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

const first: Day = { year: 1, month: 1, day: 1 }
const last: Day = { year: 9999, month: 12, day: 31 }
const dayMs = 86_400_000

/** The day some days later; the first or last day of the calendar beyond it. */
export function addDays(day: Day, count: number): Day {
  const date = new Date(0)
  date.setUTCFullYear(day.year, day.month - 1, day.day)
  const moved = new Date(date.getTime() + count * dayMs)
  const found = dayOf(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate())
  return found ?? (count < 0 ? first : last)
}

/** The first day of the month some months later. */
function monthStart({ year, month }: Day, count: number): Day {
  const months = year * 12 + (month - 1) + count
  return dayOf(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1) ?? (count < 0 ? first : last)
}

const yearStart = ({ year }: Day, count: number): Day => dayOf(year + count, 1, 1) ?? (count < 0 ? first : last)

/** 1 for Monday to 7 for Sunday. */
function weekday({ year, month, day }: Day): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return ((date.getUTCDay() + 6) % 7) + 1
}

interface WeekInfo {
  readonly firstDay: number
}

/**
 * The day with which weeks begin in a locale, from 1 for Monday to 7 for Sunday. Every calendar asks here. Plain English
 * is that of Europe, as everywhere in Basalt: days come before months, and weeks begin on Monday.
 */
export function firstWeekday(locale: string): number {
  if (locale === 'en') return 1
  try {
    // Newer than the types: a function in some engines, a property in others.
    const known: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(
      locale.replaceAll('_', '-'),
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
 * The days that are meant by `this week`, `past 7 days` …
 *
 * @param today  the reader's
 * @param count  of days, where the words have one; both the past and the next days count today as well
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

/** The day on the reader's calendar. */
export function dayAt(now: Date, timeZone: string): Day {
  const moment = {
    day: { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() },
    clock: { hour: now.getUTCHours(), minute: now.getUTCMinutes(), second: now.getUTCSeconds(), fraction: '' },
  }
  return toZone(moment, timeZone)?.moment.day ?? moment.day
}

const midnight = { hour: 0, minute: 0, second: 0, fraction: '' }

/** The first moment of a day in a zone, as moments are stored: in UTC. */
export function startOfDay(day: Day, timeZone: string): string {
  return momentText(fromZone({ day, clock: midnight }, timeZone) ?? { day, clock: midnight })
}
