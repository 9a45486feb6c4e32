import { dayNumber, dayOfNumber, otherPeriod } from '@common/views/calendar-days'
import { firstWeekday } from '@common/views/relative-dates'
import { monthGrid } from '@renderer/cells/editors/calendar'
import { useShownDay } from '@renderer/features/calendar/use-shown-day'
import '@tests/helpers/renderer'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'

it('counts every click on another month, though none has been drawn yet', () => {
  const today = dayNumber({ year: 2026, month: 11, day: 23 })
  const { result } = renderHook(() => useShownDay('calendar', today))
  // React draws only after all three clicks.
  const { setAt, latest } = result.current
  act(() => {
    for (let click = 0; click < 3; click += 1) setAt(otherPeriod('month', latest(), -1))
  })
  expect(dayOfNumber(result.current.at)).toEqual({ year: 2026, month: 8, day: 23 })
})

it('may go to its first records until somebody moves it, and is where it was left when it opens again', () => {
  const today = dayNumber({ year: 2026, month: 11, day: 23 })
  const { result } = renderHook(() => useShownDay('releases', today))
  expect(result.current.isOpening()).toBe(true)
  act(() => result.current.setAt(today - 66))
  expect(result.current.isOpening()).toBe(false)
  const again = renderHook(() => useShownDay('releases', today)).result.current
  expect([again.at, again.isOpening()]).toEqual([today - 66, false])
  const other = renderHook(() => useShownDay('gigs', today)).result.current
  other.opened()
  expect(other.isOpening()).toBe(false)
})

it('begins weeks on the same day in every calendar', () => {
  for (const locale of ['en', 'en-GB', 'en-US', 'de-DE']) {
    const [first] = monthGrid('2026-11', locale).days
    const weekday = new Date(`${first?.iso}T00:00:00Z`).getUTCDay()
    expect([locale, weekday]).toEqual([locale, firstWeekday(locale) % 7])
  }
})
