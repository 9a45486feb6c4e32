import type { CalendarColumns } from '@common/views/calendar'
import { isWritable } from '@common/views/calendar'
import { dayOfMinute, daysOfSpan, endValueAt, movedValue, spanOf, valueAt } from '@common/views/calendar-days'
import { createQueue } from '@common/util/queue'
import { sentenceOf } from '@renderer/api'
import { changedWords, recordName, rowKey, updateOf, type GridSession, type Row } from '@renderer/features/records'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useRef, useState } from 'react'
import { spanWords } from './calendar-words'

/** Minutes by the reader's clock; the end is exclusive. */
export interface Times {
  readonly from: number
  readonly to: number
  /** Days were chosen, not hours. */
  readonly wholeDays: boolean
}

export interface CalendarWrites {
  /** True if dates can be changed, and ends can be dragged. */
  readonly mayMove: boolean
  readonly mayResize: boolean
  readonly mayCreate: boolean
  /** Moves a record, with its end. */
  readonly move: (row: number, minutes: number) => void
  /** Changes the start or end of a record. An end before the start becomes the start. */
  readonly resize: (row: number, edge: 'start' | 'end', minute: number) => void
  /** Gives an undated record a date. */
  readonly place: (row: number, times: Times) => void
  /** Clears the dates. */
  readonly clear: (row: number) => void
  /** The values that a new record at this place has. */
  readonly valuesAt: (times: Times) => Row
}

const minutesOfDay = 1_440
/** A record created on a day, not at an hour, starts in the morning. */
const morning = 9 * 60
const hour = 60

/** Returns the functions that change the dates of records. Each change is one request and one undo step. */
export function useCalendarWrites(session: GridSession, columns: CalendarColumns, zone: string): CalendarWrites {
  const { model, table, readOnly, mayAddRows, notes } = session
  const { t } = useTranslation()
  const { start, end, wholeDays } = columns
  // One write at a time: each is guarded by the value that the previous one stored.
  const [queue] = useState(createQueue)
  const underWay = useRef(new Map<string, number>())
  const mayMove = readOnly === undefined && isWritable(start)
  const mayResize = mayMove && end !== undefined && isWritable(end)

  const say = (values: Row): void => {
    const span = spanOf(columns, { start: textOf(values[start.title]), end: end && textOf(values[end.title]) }, zone)
    if (span) notes.announce(t('calendar.movedTo', { when: spanWords(span, daysOfSpan(span)) }))
  }

  const write = (row: number, changes: Readonly<Record<string, string | null>>): void => {
    const held = model.rowAt(row)
    const isSame = Object.entries(changes).every(([title, value]) => (held?.[title] ?? null) === value)
    if (held === undefined || isSame) return
    say({ ...held, ...changes })
    if (model.isDraft(row)) {
      for (const column of [start, end])
        if (column && Object.hasOwn(changes, column.title))
          model.give(row, column, { kind: 'json', value: changes[column.title] })
      return
    }
    const key = model.keyAt(row)
    if (key === undefined) return
    if (model.stages) {
      const change = updateOf(table, held, changes)
      const titles = Object.keys(changes)
      if (change) void model.apply([change], changedWords(table, 1, titles.length, titles, recordName(table, held)))
      return
    }
    const isIt = (one: Row): boolean => rowKey(table, one) === key
    const [first] = session.columns
    const name = first && model.cellAt(row, first)
    const expected = Object.fromEntries(Object.keys(changes).map((title) => [title, held[title] ?? null]))
    // An optimistic update, corrected if the server responds otherwise.
    model.rows.replace(isIt, (one) => ({ ...one, ...changes }))
    underWay.current.set(key, (underWay.current.get(key) ?? 0) + 1)
    const send = async (): Promise<void> => {
      try {
        const stored = await model.saving(() => model.api.update(held, changes, expected))
        // Pending changes are newer than this response.
        const isLast = underWay.current.get(key) === 1
        const fresh = isLast ? stored : without(stored, [start.title, ...(end ? [end.title] : [])])
        model.rows.replace(isIt, (one) => ({ ...one, ...fresh }))
      } catch (error) {
        toast.error(sentence('calendar.notMoved', { record: name?.state === 'ready' ? name.text : '' }), {
          detail: sentenceOf(error),
        })
        await model.readAgain(held).catch(() => model.rows.refresh())
      } finally {
        underWay.current.set(key, (underWay.current.get(key) ?? 1) - 1)
      }
    }
    void queue.run(send)
  }

  return {
    mayMove,
    mayResize,
    mayCreate: mayAddRows && isWritable(start),
    move: (row, minutes) => {
      const from = movedValue(model.valueAt(row, start), start, minutes, zone)
      if (from === undefined) return
      const until = end && movedValue(model.valueAt(row, end), end, minutes, zone)
      write(row, { [start.title]: from, ...(end && mayResize && until !== undefined && { [end.title]: until }) })
    },
    resize: (row, edge, minute) => {
      const span = spanOf(columns, { start: model.valueAt(row, start), end: end && model.valueAt(row, end) }, zone)
      if (span === undefined || end === undefined) return
      const shortest = wholeDays ? minutesOfDay : 15
      if (edge === 'start') {
        const from = valueAt(Math.min(minute, Math.max(span.to, span.from + shortest) - shortest), start, zone)
        // A record without an end keeps its former day.
        const until = model.valueAt(row, end) === null ? endValueAt(span.to, end, zone) : undefined
        if (from !== undefined) write(row, { [start.title]: from, ...(until !== undefined && { [end.title]: until }) })
      } else {
        const until = endValueAt(Math.max(minute, span.from + shortest), end, zone)
        if (until !== undefined) write(row, { [end.title]: until })
      }
    },
    place: (row, times) => {
      const given = valuesOf(columns, times, zone)
      const held = end && model.valueAt(row, end)
      const from = given[start.title]
      if (from === undefined) return
      // The current end stays if it is still valid.
      const isEndValid = isEndAfter(columns, from, held, zone)
      const until = end && mayResize && !isEndValid ? { [end.title]: given[end.title] ?? null } : {}
      write(row, { [start.title]: from, ...until })
    },
    clear: (row) => write(row, { [start.title]: null, ...(end && mayResize && { [end.title]: null }) }),
    valuesAt: (times) => valuesOf(columns, times, zone),
  }
}

/** Compared as times: databases write the same moment in more than one way. */
function isEndAfter(
  columns: CalendarColumns,
  start: string,
  end: Parameters<typeof spanOf>[1]['end'],
  zone: string,
): boolean {
  const from = spanOf({ ...columns, end: undefined }, { start, end: undefined }, zone)
  const until = columns.end && spanOf({ ...columns, start: columns.end, end: undefined }, { start: end, end }, zone)
  return from !== undefined && until !== undefined && until.from >= from.from
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const without = (row: Row, titles: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([title]) => !titles.includes(title)))

function valuesOf({ start, end, wholeDays }: CalendarColumns, times: Times, zone: string): Record<string, string> {
  const isOneDay = times.wholeDays && times.to - times.from <= minutesOfDay
  // Moments of one day are an hour of its morning.
  const isMorning = isOneDay && !wholeDays
  const from = isMorning ? dayOfMinute(times.from) * minutesOfDay + morning : times.from
  const to = isMorning ? from + hour : times.to
  const begins = valueAt(from, start, zone)
  const ends = end && isWritable(end) && !(wholeDays && isOneDay) ? endValueAt(to, end, zone) : undefined
  return {
    ...(begins !== undefined && { [start.title]: begins }),
    ...(end && ends !== undefined && { [end.title]: ends }),
  }
}
