import type { DayNumber } from '@common/views/calendar-days'
import { useCallback, useRef, useState } from 'react'

/** Where each calendar was left in this window. */
const lastSeen = new Map<string, DayNumber>()

export interface ShownDay {
  readonly at: DayNumber
  readonly setAt: (day: DayNumber) => void
  /** Target of the last click or key, which may not be drawn yet. */
  readonly latest: () => DayNumber
}

/**
 * Returns the day that a calendar shows. Each click starts from the target of the last one, not from the drawn day:
 * three quick clicks on "Previous month" go back three months, even on a busy page.
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
