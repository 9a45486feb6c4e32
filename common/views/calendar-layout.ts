import { daysOfSpan, isAllDay, type CalendarSpan, type DayNumber } from './calendar-days'

/** An event with a position in the calendar. */
export interface Placed {
  readonly span: CalendarSpan
}

/** The part of a bar that lies in one row of days. */
export interface BarPiece<T> {
  readonly event: T
  /** Day indexes within the row; the end is exclusive. */
  readonly from: number
  readonly to: number
  /** Zero-based. */
  readonly lane: number
  /** True if the event starts before the row, or ends after it. */
  readonly before: boolean
  readonly after: boolean
}

export interface BarRow<T> {
  readonly pieces: readonly BarPiece<T>[]
  /** Number of hidden events for each day. */
  readonly more: readonly number[]
  /** Number of lanes in use. */
  readonly lanes: number
}

/** Sorts events by start. Longer events come first if they start on the same day. */
export function inCalendarOrder<T extends Placed>(events: readonly T[]): T[] {
  const known = events.map((event, at) => ({ event, at, days: daysOfSpan(event.span) }))
  return known
    .toSorted((left, right) => {
      const [one, other] = [left.days, right.days]
      const longer = other.last - other.first - (one.last - one.first)
      const hours = Number(isAllDay(right.event.span)) - Number(isAllDay(left.event.span))
      return (
        one.first - other.first || longer || hours || left.event.span.from - right.event.span.from || left.at - right.at
      )
    })
    .map(({ event }) => event)
}

/**
 * Assigns events to lanes within a row of days.
 *
 * @param events  in calendar order; events outside the row are skipped
 * @param room  available lanes
 * @param crowded  lanes on days with more events; the remaining space shows the number of hidden events
 */
export function barRow<T extends Placed>(
  events: readonly T[],
  from: DayNumber,
  days: number,
  room: number,
  crowded = room - 1,
): BarRow<T> {
  const taken: boolean[][] = Array.from({ length: days }, () => [])
  /** Days with more events than lanes. */
  const over = new Set<number>()
  const placed: BarPiece<T>[] = []
  for (const event of events) {
    const { first, last } = daysOfSpan(event.span)
    if (last < from || first >= from + days) continue
    const start = Math.max(0, first - from)
    const end = Math.min(days, last - from + 1)
    let lane = 0
    // Events beyond the last lane aren't drawn, so their lane doesn't matter.
    while (lane < room && isTaken(taken, start, end, lane)) lane += 1
    for (let day = start; day < end; day += 1)
      if (lane < room) (taken[day] ??= [])[lane] = true
      else over.add(day)
    placed.push({ event, from: start, to: end, lane, before: first < from, after: last >= from + days })
  }
  const isOver = ({ from: first, to }: BarPiece<T>): boolean => {
    for (let day = first; day < to; day += 1) if (over.has(day)) return true
    return false
  }
  const isLeftOut = (piece: BarPiece<T>): boolean => piece.lane >= room || (piece.lane >= crowded && isOver(piece))
  const pieces = placed.filter((piece) => !isLeftOut(piece))
  const more = Array.from({ length: days }, () => 0)
  for (const piece of placed)
    if (isLeftOut(piece)) for (let day = piece.from; day < piece.to; day += 1) more[day] = (more[day] ?? 0) + 1
  const lanes = pieces.reduce((most, { lane }) => Math.max(most, lane + 1), 0)
  return { pieces, more, lanes: more.some((count) => count > 0) ? Math.max(lanes, crowded + 1) : lanes }
}

function isTaken(taken: readonly (readonly boolean[])[], from: number, to: number, lane: number): boolean {
  for (let day = from; day < to; day += 1) if (taken[day]?.[lane] === true) return true
  return false
}

/** A block between two times of one day. */
export interface HourBlock<T> {
  readonly event: T
  /** Minutes since midnight. */
  readonly from: number
  readonly to: number
  /** Column index, and number of columns side by side. */
  readonly column: number
  readonly columns: number
  readonly before: boolean
  readonly after: boolean
}

export interface HourColumn<T> {
  readonly blocks: readonly HourBlock<T>[]
  /** Start minutes where events don't fit, each with the number of hidden events. */
  readonly more: readonly { readonly from: number; readonly count: number }[]
}

const minutesOfDay = 1_440
/** Minimum height of an event, in minutes. */
export const shortestShown = 30

/**
 * Places the events of one day side by side where their times overlap.
 *
 * @param most  maximum number of columns; further events are only counted
 */
export function hourColumn<T extends Placed>(events: readonly T[], day: DayNumber, most: number): HourColumn<T> {
  const start = day * minutesOfDay
  const seen = events
    .filter(
      ({ span }) => !isAllDay(span) && span.from < start + minutesOfDay && (span.to > start || span.from >= start),
    )
    .map((event) => {
      const from = Math.max(0, event.span.from - start)
      const end = Math.min(minutesOfDay, event.span.to - start)
      const shown = Math.min(from, minutesOfDay - shortestShown)
      return {
        event,
        from: shown,
        to: Math.max(end, shown + shortestShown),
        before: event.span.from < start,
        after: event.span.to > start + minutesOfDay,
      }
    })
    .toSorted((left, right) => left.from - right.from || right.to - left.to)
  const blocks: HourBlock<T>[] = []
  const more: { from: number; count: number }[] = []
  let cluster: typeof seen = []
  let until = -1
  const close = (): void => {
    if (cluster.length === 0) return
    const ends: number[] = []
    const placed = cluster.map((each) => {
      const free = ends.findIndex((end) => end <= each.from)
      const column = free < 0 ? ends.length : free
      ends[column] = each.to
      return { ...each, column }
    })
    const columns = Math.min(ends.length, most)
    for (const each of placed) if (each.column < most) blocks.push({ ...each, columns })
    const left = placed.filter(({ column }) => column >= most)
    const [first] = left
    if (first) more.push({ from: first.from, count: left.length })
    cluster = []
  }
  for (const each of seen) {
    if (each.from >= until) close()
    cluster.push(each)
    until = Math.max(cluster.length === 1 ? -1 : until, each.to)
  }
  close()
  return { blocks, more }
}

/** Returns the events of a day, in the given order. */
export const eventsOfDay = <T extends Placed>(events: readonly T[], day: DayNumber): T[] =>
  events.filter(({ span }) => {
    const { first, last } = daysOfSpan(span)
    return first <= day && day <= last
  })
