import type { DayNumber } from '@common/views/calendar-days'
import { useCallback, useRef, useState } from 'react'

/** Where each calendar was left in this window. */
const lastSeen = new Map<string, DayNumber>()

export interface ShownDay {
  readonly at: DayNumber
  readonly setAt: (day: DayNumber) => void
  /** Returns the target of the last click or key, which may not be rendered yet. */
  readonly latest: () => DayNumber
  /** True until the calendar was moved or showed a record: it may still go where its records are. */
  readonly isOpening: () => boolean
  readonly opened: () => void
}

/**
 * Returns the day that a calendar shows. Each click starts from the target of the previous one, not from the rendered
 * day. Three quick clicks on "Previous month" go back three months, even on a busy page.
 *
 * @param key  identifies the calendar in this window
 */
export function useShownDay(key: string, today: DayNumber): ShownDay {
  const [at, draw] = useState<DayNumber>(() => lastSeen.get(key) ?? today)
  const reached = useRef(at)
  const opening = useRef(!lastSeen.has(key))
  const setAt = useCallback(
    (day: DayNumber): void => {
      lastSeen.set(key, day)
      reached.current = day
      opening.current = false
      draw(day)
    },
    [key],
  )
  const latest = useCallback(() => reached.current, [])
  const isOpening = useCallback(() => opening.current, [])
  const opened = useCallback(() => void (opening.current = false), [])
  return { at, setAt, latest, isOpening, opened }
}
