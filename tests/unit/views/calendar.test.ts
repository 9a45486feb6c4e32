import { blankColumn } from '@common/columns/values/blank-column'
import { isoDay, isoDayText } from '@common/columns/values/calendar'
import type { Column, Table } from '@common/model'
import { engineFilter } from '@common/views'
import { calendarColumns, initialCalendar, type CalendarColumns } from '@common/views/calendar'
import {
  calendarFilter,
  dayNumber,
  dayOfNumber,
  daysOfSpan,
  endValueAt,
  isAllDay,
  movedValue,
  otherPeriod,
  shownDays,
  spanOf,
  valueAt,
  weekdayOf,
  type CalendarPeriod,
} from '@common/views/calendar-days'
import { barRow, hourColumn, inCalendarOrder } from '@common/views/calendar-layout'
import { describe, expect, it } from 'vitest'

const at = (text: string): number => {
  const day = isoDay(text)
  if (day === undefined) throw new Error(text)
  return dayNumber(day)
}
const text = (number: number): string => isoDayText(dayOfNumber(number))

const column = (name: string, uiType: Column['uiType'], more: Partial<Column> = {}): Column => ({
  ...blankColumn,
  name,
  title: name.toUpperCase(),
  uiType,
  ...more,
})
const id = column('id', 'ID', { primaryKey: true, autoIncrement: true })
const made = column('made', 'CreateTime')
const due = column('due', 'Date')
const until = column('until', 'Date')
const begins = column('begins', 'DateTime')
const ends = column('ends', 'DateTime')
const genre = column('genre', 'SingleSelect')
const tableOf = (...columns: Column[]): Table =>
  ({ name: 't', title: 'T', type: 'table', columns, virtualColumns: [], primaryKey: ['id'] }) as unknown as Table
const all = tableOf(id, made, due, begins, until, ends, genre)
const columnsOf = (options: object): CalendarColumns => {
  const columns = calendarColumns(all, options)
  if (columns === undefined) throw new Error('No columns')
  return columns
}

describe('the columns of a calendar', () => {
  it('are the first date that people give and the first select, for a new one', () => {
    expect(initialCalendar(all)).toEqual({ startColumn: 'due', colourColumn: 'genre' })
    expect(initialCalendar(tableOf(id, made))).toEqual({ startColumn: 'made' })
    expect(initialCalendar(tableOf(id, genre))).toEqual({})
  })

  it('fall back to the first date when the one that was chosen has gone', () => {
    expect(columnsOf({ startColumn: 'gone', endColumn: 'gone', colourColumn: 'gone' })).toEqual({
      start: due,
      end: undefined,
      colour: undefined,
      wholeDays: true,
    })
    expect(calendarColumns(tableOf(id, genre), { startColumn: 'due' })).toBeUndefined()
  })

  it('end in what is of the same kind as they begin in', () => {
    expect(columnsOf({ startColumn: 'due', endColumn: 'until' }).end).toBe(until)
    expect(columnsOf({ startColumn: 'due', endColumn: 'ends' }).end).toBeUndefined()
    expect(columnsOf({ startColumn: 'begins', endColumn: 'ends' }).end).toBe(ends)
  })
})

describe('days', () => {
  it('are numbers and back, leap days and early ones too', () => {
    for (const day of ['1969-12-31', '1970-01-01', '2024-02-29', '2026-11-21', '0001-03-01', '9998-01-01'])
      expect(text(at(day))).toBe(day)
    expect(weekdayOf(at('2026-11-21'))).toBe(6)
    expect(weekdayOf(at('1969-12-28'))).toBe(7)
  })

  it.each<[CalendarPeriod, number, string, string]>([
    ['month', 1, '2026-10-26', '2026-12-07'],
    ['month', 7, '2026-11-01', '2026-12-06'],
    ['month', 6, '2026-10-31', '2026-12-05'],
    ['week', 1, '2026-11-16', '2026-11-23'],
    ['week', 7, '2026-11-15', '2026-11-22'],
    ['day', 1, '2026-11-21', '2026-11-22'],
    ['agenda', 1, '2026-11-01', '2026-12-01'],
  ])('of a %s whose weeks begin with day %i are seen from %s until before %s', (period, first, from, to) => {
    const days = shownDays(period, at('2026-11-21'), first)
    expect([text(days.from), text(days.to)]).toEqual([from, to])
  })

  it('stay in shorter months, and go over the year', () => {
    expect(text(otherPeriod('month', at('2026-01-31'), 1))).toBe('2026-02-28')
    expect(text(otherPeriod('month', at('2026-12-31'), 1))).toBe('2027-01-31')
    expect(text(otherPeriod('agenda', at('2026-01-15'), -1))).toBe('2025-12-15')
    expect(text(otherPeriod('week', at('2026-12-31'), 1))).toBe('2027-01-07')
    expect(text(otherPeriod('day', at('2026-03-01'), -1))).toBe('2026-02-28')
  })

  it('end somewhere, without an error', () => {
    let number = at('9999-06-01')
    for (let step = 0; step < 24; step += 1) number = otherPeriod('month', number, 1)
    expect(shownDays('month', number, 1).to).toBeLessThanOrEqual(at('9999-12-31'))
  })
})

describe('where a record stands', () => {
  const days = columnsOf({ startColumn: 'due', endColumn: 'until' })
  const hours = columnsOf({ startColumn: 'begins', endColumn: 'ends' })

  it.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata'])(
    'on a day is the same day in %s',
    (zone) => {
      const span = spanOf(days, { start: '2026-11-21', end: '2026-11-22' }, zone)
      expect(span && daysOfSpan(span)).toEqual({ first: at('2026-11-21'), last: at('2026-11-22') })
      expect(valueAt(at('2026-11-21') * 1440, due, zone)).toBe('2026-11-21')
      expect(endValueAt(at('2026-11-23') * 1440, until, zone)).toBe('2026-11-22')
      expect(movedValue('2026-11-30', due, 1440, zone)).toBe('2026-12-01')
    },
  )

  it('is told by the clock of its reader', () => {
    const of = (zone: string): string => {
      const span = spanOf(hours, { start: '2026-11-21 23:30:00', end: null }, zone)
      return span === undefined ? '' : text(daysOfSpan(span).first)
    }
    expect([of('UTC'), of('Europe/Berlin'), of('America/New_York')]).toEqual(['2026-11-21', '2026-11-22', '2026-11-21'])
    expect(valueAt(at('2026-11-22') * 1440 + 30, begins, 'Europe/Berlin')).toBe('2026-11-21 23:30:00')
  })

  it('is told by the zone of its column where that has one', () => {
    const fixed = column('begins', 'DateTime', { options: { timeZone: 'Asia/Tokyo' } })
    const span = spanOf({ ...hours, start: fixed }, { start: '2026-11-21 20:00:00', end: null }, 'America/New_York')
    expect(span?.from).toBe(at('2026-11-22') * 1440 + 5 * 60)
  })

  it('keeps its hour when the clocks change in between', () => {
    expect(movedValue('2026-03-28 09:15:30', begins, 1440, 'Europe/Berlin')).toBe('2026-03-29 08:15:30')
    expect(movedValue('2026-10-24 08:00:00.5', begins, 1440, 'Europe/Berlin')).toBe('2026-10-25 09:00:00.5')
  })

  it('is nowhere without a date, and has no length when it ends before it begins', () => {
    expect(spanOf(days, { start: null, end: '2026-11-21' }, 'UTC')).toBeUndefined()
    expect(spanOf(days, { start: 'soon', end: null }, 'UTC')).toBeUndefined()
    const span = spanOf(hours, { start: '2026-11-21 10:00:00', end: '2026-11-20 10:00:00' }, 'UTC')
    expect(span && span.to - span.from).toBe(0)
  })

  it('is not on the day at whose first minute it ends', () => {
    const span = spanOf(hours, { start: '2026-11-21 22:00:00', end: '2026-11-22 00:00:00' }, 'UTC')
    expect(span && daysOfSpan(span)).toEqual({ first: at('2026-11-21'), last: at('2026-11-21') })
    expect(span && isAllDay(span)).toBe(false)
  })
})

describe('what is asked of the server', () => {
  const reader = { now: new Date(0), timeZone: 'Europe/Berlin', locale: 'en', email: '' }
  const asked = (options: object): unknown =>
    engineFilter(calendarFilter(columnsOf(options), { from: at('2026-11-01'), to: at('2026-12-01') }), all, reader)
  const condition = (name: string, operator: string, value: unknown) => ({
    kind: 'condition',
    column: name,
    operator,
    value,
  })

  it('is what begins within the days, and what has no date', () => {
    expect(asked({ startColumn: 'due' })).toEqual({
      kind: 'or',
      filters: [
        { kind: 'and', filters: [condition('DUE', 'lt', '2026-12-01'), condition('DUE', 'ge', '2026-11-01')] },
        condition('DUE', 'is', null),
      ],
    })
  })

  it('is what lasts into them as well, by the midnights of the reader', () => {
    expect(asked({ startColumn: 'begins', endColumn: 'ends' })).toEqual({
      kind: 'or',
      filters: [
        {
          kind: 'and',
          filters: [
            condition('BEGINS', 'lt', '2026-11-30 23:00:00'),
            {
              kind: 'or',
              filters: [
                condition('BEGINS', 'ge', '2026-10-31 23:00:00'),
                condition('ENDS', 'ge', '2026-10-31 23:00:00'),
              ],
            },
          ],
        },
        condition('BEGINS', 'is', null),
      ],
    })
  })
})

describe('lanes of days', () => {
  const monday = at('2026-11-16')
  const event = (name: string, from: number, length = 1) => ({
    name,
    span: { from: (monday + from) * 1440, to: (monday + from + length) * 1440, wholeDays: true },
  })
  const names = (row: ReturnType<typeof barRow<ReturnType<typeof event>>>): string[] =>
    row.pieces.map((piece) => `${piece.event.name} ${piece.from}-${piece.to} ${piece.lane}`)

  it('hold longer ones above, and fill what is free', () => {
    const events = inCalendarOrder([event('c', 1), event('a', 0, 3), event('b', 0), event('d', 2)])
    expect(names(barRow(events, monday, 7, 4))).toEqual(['a 0-3 0', 'b 0-1 1', 'c 1-2 1', 'd 2-3 1'])
  })

  it('show a part of what goes beyond the row', () => {
    const [piece] = barRow([event('a', -2, 12)], monday, 7, 4).pieces
    expect(piece).toMatchObject({ from: 0, to: 7, before: true, after: true })
  })

  it('count what there is no room for, on every day of it', () => {
    const events = inCalendarOrder([event('a', 0), event('b', 0), event('c', 0), event('long', 0, 2)])
    const row = barRow(events, monday, 7, 2)
    expect(names(row)).toEqual(['long 0-2 0'])
    expect(row.more.slice(0, 3)).toEqual([3, 0, 0])
  })

  it('are quick with thousands', () => {
    const many = inCalendarOrder(Array.from({ length: 5_000 }, (_, at) => event(String(at), at % 7)))
    const row = barRow(many, monday, 7, 5)
    expect(row.pieces).toHaveLength(28)
    expect(row.more.reduce((sum, count) => sum + count, 0)).toBe(5_000 - 28)
  })
})

describe('hours of a day', () => {
  const day = at('2026-11-21')
  const event = (from: number, to: number) => ({
    span: { from: day * 1440 + from * 60, to: day * 1440 + to * 60, wholeDays: false },
  })

  it('stand beside each other where they meet, and alone elsewhere', () => {
    const { blocks } = hourColumn([event(9, 11), event(10, 12), event(11, 12), event(14, 15)], day, 4)
    expect(blocks.map(({ from, column, columns }) => [from / 60, column, columns])).toEqual([
      [9, 0, 2],
      [10, 1, 2],
      [11, 0, 2],
      [14, 0, 1],
    ])
  })

  it('go on from the day before and into the next', () => {
    const { blocks } = hourColumn([event(-2, 3), event(23, 26)], day, 4)
    expect(blocks).toMatchObject([
      { from: 0, to: 180, before: true, after: false },
      { from: 1380, to: 1440, before: false, after: true },
    ])
  })

  it('are drawn long enough to be seen, at the end of the day too', () => {
    const { blocks } = hourColumn([event(23.9, 23.9)], day, 4)
    expect(blocks).toMatchObject([{ from: 1410, to: 1440 }])
  })

  it('count those there is no room for', () => {
    const { blocks, more } = hourColumn(
      Array.from({ length: 9 }, () => event(9, 10)),
      day,
      4,
    )
    expect([blocks.length, more]).toEqual([4, [{ from: 540, count: 5 }]])
  })
})
