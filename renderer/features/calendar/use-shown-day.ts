import type { DayNumber } from '@common/views/calendar-days'
import { useCallback, useRef, useState } from 'react'

/** Where each calendar was left in this window. */
const lastSeen = new Map<string, DayNumber>()

export interface ShownDay {
  readonly at: DayNumber
  readonly setAt: (day: DayNumber) => void
  /** Where the last click or key has led, which may not be drawn yet. */
  readonly latest: () => DayNumber
}

/**
 * The day that a calendar shows. A click counts from where the one before has led, not from what is drawn: three quick
 * clicks on "Previous month" are three months, however busy the page is.
 *
 * @param key  names the calendar in this window
 */
export function useShownDay(key: string, today: DayNumber): ShownDay {
  const [at, draw] = useState<DayNumber>(() => lastSeen.get(key) ?? today)
  const reached = useRef(at)
  const setAt = useCallback(
    (day: DayNumber): void => {
      lastSeen.set(key, day)
      reached.current = day
      draw(day)
    },
    [key],
  )
  const latest = useCallback(() => reached.current, [])
  return { at, setAt, latest }
}
