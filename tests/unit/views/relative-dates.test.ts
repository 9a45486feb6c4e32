import { describe, expect, it } from 'vitest'
import { isoDay, isoDayText, type Day } from '@common/columns/values/calendar'
import { addDays, dayAt, firstWeekday, relativeDays, startOfDay } from '@common/views/relative-dates'
import type { RelativeTime } from '@common/views'

const day = (text: string): Day => {
  const found = isoDay(text)
  if (found === undefined) throw new Error(text)
  return found
}

describe('days in words', () => {
  it.each<[RelativeTime, number, string, string]>([
    ['today', 0, '2026-09-18', '2026-09-19'],
    ['yesterday', 0, '2026-09-17', '2026-09-18'],
    ['tomorrow', 0, '2026-09-19', '2026-09-20'],
    ['daysAgo', 20, '2026-08-29', '2026-08-30'],
    ['daysFromNow', 13, '2026-10-01', '2026-10-02'],
    ['thisWeek', 0, '2026-09-14', '2026-09-21'],
    ['lastWeek', 0, '2026-09-07', '2026-09-14'],
    ['nextWeek', 0, '2026-09-21', '2026-09-28'],
    ['thisMonth', 0, '2026-09-01', '2026-10-01'],
    ['lastMonth', 0, '2026-08-01', '2026-09-01'],
    ['nextMonth', 0, '2026-10-01', '2026-11-01'],
    ['thisYear', 0, '2026-01-01', '2027-01-01'],
    ['lastYear', 0, '2025-01-01', '2026-01-01'],
    ['nextYear', 0, '2027-01-01', '2028-01-01'],
    ['pastDays', 7, '2026-09-11', '2026-09-19'],
    ['nextDays', 7, '2026-09-18', '2026-09-26'],
  ])('%s (%i) on a Friday in September begins on %s and ends before %s', (relative, count, from, to) => {
    const range = relativeDays(relative, count, day('2026-09-18'), 'de-DE')
    expect([isoDayText(range.from), isoDayText(range.to)]).toEqual([from, to])
  })

  it('begins weeks with the day that the locale does', () => {
    expect(firstWeekday('de-DE')).toBe(1)
    expect(firstWeekday('en-US')).toBe(7)
    expect(['en', 'en-Arab'].map(firstWeekday)).toEqual([1, 1])
    expect(firstWeekday('no such locale')).toBe(1)
    const range = relativeDays('thisWeek', 0, day('2026-09-20'), 'en-US')
    expect([isoDayText(range.from), isoDayText(range.to)]).toEqual(['2026-09-20', '2026-09-27'])
  })

  it('turns over years and leap days', () => {
    const texts = (relative: RelativeTime, today: string): string[] => {
      const { from, to } = relativeDays(relative, 1, day(today), 'de')
      return [isoDayText(from), isoDayText(to)]
    }
    expect(texts('lastMonth', '2024-03-31')).toEqual(['2024-02-01', '2024-03-01'])
    expect(texts('lastMonth', '2026-01-10')).toEqual(['2025-12-01', '2026-01-01'])
    expect(texts('nextMonth', '2026-12-10')).toEqual(['2027-01-01', '2027-02-01'])
    expect(isoDayText(addDays(day('2024-02-28'), 1))).toBe('2024-02-29')
  })

  it('stays within the calendar', () => {
    expect(isoDayText(addDays(day('2026-01-01'), 99_999_999))).toBe('9999-12-31')
    expect(isoDayText(addDays(day('2026-01-01'), -99_999_999))).toBe('0001-01-01')
  })

  it("takes today from the reader's clock", () => {
    const now = new Date('2026-09-18T22:30:00Z')
    expect(isoDayText(dayAt(now, 'UTC'))).toBe('2026-09-18')
    expect(isoDayText(dayAt(now, 'Europe/Berlin'))).toBe('2026-09-19')
    expect(isoDayText(dayAt(now, 'America/Los_Angeles'))).toBe('2026-09-18')
  })

  it("begins a day at midnight of the reader's zone, summer time included", () => {
    expect(startOfDay(day('2026-09-18'), 'Europe/Berlin')).toBe('2026-09-17 22:00:00')
    expect(startOfDay(day('2026-01-18'), 'Europe/Berlin')).toBe('2026-01-17 23:00:00')
    expect(startOfDay(day('2026-09-18'), 'UTC')).toBe('2026-09-18 00:00:00')
  })
})
