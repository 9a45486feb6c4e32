import { clampDay, type CalendarPeriod, type DayNumber, type DaySpan } from '@common/views/calendar-days'
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { placeOf, type Place } from './board'
import { elementOf, steppedDay } from './use-calendar-keys'

export interface CalendarFocusOptions {
  readonly at: DayNumber
  readonly days: DaySpan
  readonly period: CalendarPeriod
  readonly isReading: boolean
  /** Shows the period of a day. */
  readonly onGo: (at: DayNumber) => void
}

/** The keyboard's place in a calendar: a day or one of its records, which has or gets the focus. */
export function useCalendarFocus(
  root: RefObject<HTMLDivElement | null>,
  { at, days, period, isReading, onGo }: CalendarFocusOptions,
) {
  const wantsFocus = useRef(false)
  /** True if the focus is in the calendar. Its element may disappear by another client's change or by undo. */
  const holdsFocus = useRef(false)
  const standsIn = useRef(false)
  const [place, setPlace] = useState<Place>({ day: at, id: undefined })
  /** Target of the last key, which may not be rendered yet. */
  const reached = useRef(place.day)
  useLayoutEffect(() => {
    reached.current = place.day
  }, [place.day])

  const goTo = (next: Place): void => {
    const day = clampDay(next.day)
    wantsFocus.current = true
    setPlace({ day, id: next.id })
    if (day < days.from || day >= days.to) onGo(day)
  }
  const settle = (): void => {
    const element = wantsFocus.current && root.current ? elementOf(root.current, place) : undefined
    if (element === undefined) return
    // A pending event gets the focus when it arrives; until then its day has it.
    wantsFocus.current = false
    standsIn.current = place.id !== undefined && placeOf(element)?.id !== place.id
    if (document.activeElement !== element) element.focus()
  }

  useLayoutEffect(() => {
    settle()
    const here = root.current && elementOf(root.current, place)
    if (!here || wantsFocus.current || !holdsFocus.current || isReading) return
    const { activeElement } = document
    // Don't steal the focus from elements elsewhere.
    if (activeElement !== document.body && !root.current?.contains(activeElement)) {
      holdsFocus.current = false
      return
    }
    // The day takes the focus of a removed event, and returns it when the event reappears.
    if (activeElement === document.body) standsIn.current = true
    if (standsIn.current && activeElement !== here) here.focus({ preventScroll: true })
  })
  // Another period by its button: the keyboard is on the same day of it.
  useEffect(() => {
    setPlace((before) =>
      before.day >= days.from &&
      before.day < days.to &&
      (period === 'month' || period === 'agenda' || before.day === at)
        ? before
        : { day: at, id: undefined },
    )
  }, [at, days.from, days.to, period])

  /** Moves to a day whose period is about to show. */
  const moveTo = (day: DayNumber): void => {
    wantsFocus.current = true
    setPlace({ day, id: undefined })
  }
  return {
    place,
    goTo,
    moveTo,
    settle,
    /** Focuses the place once it is rendered. */
    claim: (): void => {
      wantsFocus.current = true
    },
    /** Leaves the focus to another element. */
    release: (): void => {
      wantsFocus.current = false
    },
    step: (by: Parameters<typeof steppedDay>[2]): void => {
      const day = steppedDay(period, reached.current, by)
      reached.current = day
      moveTo(day)
      onGo(day)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      if (!currentTarget.contains(relatedTarget)) holdsFocus.current = false
    },
    /** Follows the focus. @returns the place that has it now, unless its day stands in for a record */
    onFocus: (event: FocusEvent<HTMLElement>): Place | undefined => {
      holdsFocus.current = true
      const next = placeOf(event.target)
      if (next === undefined) return undefined
      if (standsIn.current && event.target === elementOf(event.currentTarget, place)) return undefined
      standsIn.current = false
      wantsFocus.current = false
      if (next.day !== place.day || next.id !== place.id) setPlace(next)
      return next
    },
  }
}
