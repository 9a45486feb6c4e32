import { byWeek, layWeek, samePieces, weeksWithPreview, withPreview } from '@renderer/features/calendar/preview'
import type { DragState } from '@renderer/features/calendar/use-calendar-drag'
import type { CalendarEvent } from '@renderer/features/calendar/use-calendar-events'
import { describe, expect, it } from 'vitest'

const minutesOfDay = 1_440
/** A Monday. */
const from = 20_416
const weeks = 6
const room = { room: 4, crowded: 3 }

const span = (day: number, days = 1) => ({
  from: (from + day) * minutesOfDay,
  to: (from + day + days) * minutesOfDay,
  wholeDays: true,
})
const event = (id: string, day: number, days?: number): CalendarEvent => ({
  id,
  row: Number(id),
  span: span(day, days),
})
const events = [
  event('900', -3, 5),
  ...Array.from({ length: 400 }, (_, at) => event(String(at), Math.floor(at / 10))),
  event('901', 12, 4),
].toSorted((one, other) => one.span.from - other.span.from)

const here = byWeek(events, from, weeks)
const plain = here.map((each, week) => layWeek(each, from + week * 7, room))
/** Returns the complete layout of the month, computed from scratch. */
const anew = (drag: DragState) => plain.map((_, week) => layWeek(withPreview(events, drag), from + week * 7, room))

const moved = (id: string, day: number, to: number, more: Partial<DragState> = {}): DragState => ({
  held: { kind: 'move', id, row: Number(id), span: span(day) },
  span: span(to),
  isAway: false,
  ...more,
})
/** Weeks that are other objects than before. */
const changed = (drag: DragState): number[] =>
  weeksWithPreview(plain, here, drag, room).flatMap((week, at) => (week === plain[at] ? [] : [at]))

describe('A month over which an event is dragged', () => {
  it.each<[string, DragState, number[]]>([
    ['within its week', moved('0', 0, 3), [0]],
    ['to another week', moved('0', 0, 30), [0, 4]],
    ['out of what is seen', moved('0', 0, 80), [0]],
    ['away from all days', moved('0', 0, 0, { span: undefined, isAway: true }), [0]],
    ['over nothing: it is where it was', moved('15', 1, 0, { span: undefined }), [0]],
    ['longer than a week', { ...moved('901', 12, 12), span: span(12, 9) }, [1, 2]],
    ['drawn anew', { held: { kind: 'draw' }, span: span(9), isAway: false }, [1]],
    [
      'from the records without a date',
      { held: { kind: 'place', id: 'x', row: 7 }, span: span(17), isAway: false },
      [2],
    ],
    ['from there, over nothing', { held: { kind: 'place', id: 'x', row: 7 }, span: undefined, isAway: false }, []],
  ])('is laid out again only in the weeks that it touches: %s', (_, drag, touched) => {
    expect(changed(drag)).toEqual(touched)
    expect(weeksWithPreview(plain, here, drag, room)).toEqual(anew(drag))
  })

  it('is drawn again only on the days that it leaves and comes to, and on those of its week that shift', () => {
    const [week] = weeksWithPreview(plain, here, moved('0', 0, 3), room)
    const days = week?.days.flatMap((pieces, at) => (samePieces(pieces, plain[0]?.days[at] ?? []) ? [] : [at]))
    expect(days).toEqual([0, 3])
  })

  it('is the same while nothing is dragged', () => {
    expect(weeksWithPreview(plain, here, undefined, room)).toBe(plain)
    expect(plain.map(({ days, more }) => ({ days: days.length, more: more.length }))).toEqual(
      plain.map(() => ({ days: 7, more: 7 })),
    )
  })
})
