import { daysOfSpan, type DayNumber } from '@common/views/calendar-days'
import { barRow, type BarPiece, type BarRow } from '@common/views/calendar-layout'
import { drawnId } from './board'
import type { DragState } from './use-calendar-drag'
import type { CalendarEvent } from './use-calendar-events'

/** Returns the dragged event as it looks after the drop. */
function previewOf({ held, span, isAway }: DragState): CalendarEvent | undefined {
  if (held.kind === 'draw') return span && { id: drawnId, row: -1, span, isPreview: true }
  if (isAway) return undefined
  const shown = span ?? (held.kind === 'place' ? undefined : held.span)
  return shown && { id: held.id, row: held.row, span: shown, isPreview: true }
}

/** Returns the events with the dragged one at its drop position. */
export function withPreview(events: readonly CalendarEvent[], drag: DragState | undefined): readonly CalendarEvent[] {
  if (drag === undefined) return events
  const { held } = drag
  const others = held.kind === 'draw' ? events : events.filter(({ id }) => id !== held.id)
  const preview = previewOf(drag)
  // First, so that it is visible on days with too many events.
  return preview ? [preview, ...others] : others
}

/** A week of a month with the positions of its events. */
export interface Week {
  readonly from: DayNumber
  /** Events that start on each day, or continue there from the previous week. */
  readonly days: readonly (readonly BarPiece<CalendarEvent>[])[]
  readonly more: readonly number[]
}

export interface Room {
  /** Lanes that there is room for, and on days that have more. */
  readonly room: number
  readonly crowded: number
}

/** The events of each week, in calendar order. */
export function byWeek(events: readonly CalendarEvent[], from: DayNumber, weeks: number): CalendarEvent[][] {
  const found = Array.from({ length: weeks }, (): CalendarEvent[] => [])
  for (const event of events) {
    const { first, last } = daysOfSpan(event.span)
    const end = Math.min(weeks - 1, Math.floor((last - from) / 7))
    for (let week = Math.max(0, Math.floor((first - from) / 7)); week <= end; week += 1) found[week]?.push(event)
  }
  return found
}

export function layWeek(events: readonly CalendarEvent[], from: DayNumber, { room, crowded }: Room): Week {
  const { pieces, more }: BarRow<CalendarEvent> = barRow(events, from, 7, room, crowded)
  const days = Array.from({ length: 7 }, (_, at) =>
    pieces.filter((piece) => piece.from === at).toSorted((one, two) => one.lane - two.lane),
  )
  return { from, days, more }
}

/**
 * Returns the weeks with the dragged event at its drop position. Unaffected weeks remain the same objects, so that only
 * two render while it moves over five thousand other events.
 *
 * @param weeks  laid out without it
 * @param events  events of each week
 */
export function weeksWithPreview(
  weeks: readonly Week[],
  events: readonly (readonly CalendarEvent[])[],
  drag: DragState | undefined,
  room: Room,
): readonly Week[] {
  if (drag === undefined) return weeks
  const { held } = drag
  const preview = previewOf(drag)
  const shown = preview && daysOfSpan(preview.span)
  return weeks.map((week, at) => {
    const here = events[at] ?? []
    const isSeen = shown !== undefined && shown.first < week.from + 7 && shown.last >= week.from
    const isLeft = held.kind !== 'draw' && here.some(({ id }) => id === held.id)
    if (!isSeen && !isLeft) return week
    return layWeek(withPreview(here, isSeen ? drag : { ...drag, isAway: true }), week.from, room)
  })
}

/** True if a rendered day is still up to date. */
export function samePieces(
  one: readonly BarPiece<CalendarEvent>[],
  other: readonly BarPiece<CalendarEvent>[],
): boolean {
  return (
    one === other ||
    (one.length === other.length &&
      one.every((piece, at) => {
        const { event, to, lane, before, after } = other[at] ?? {}
        return (
          piece.event === event &&
          piece.to === to &&
          piece.lane === lane &&
          piece.before === before &&
          piece.after === after
        )
      }))
  )
}
