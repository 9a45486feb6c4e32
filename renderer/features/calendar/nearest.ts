import { formatNameList } from '@common/query/name-list'
import { formatSort } from '@common/query/sort'
import type { Table } from '@common/model'
import { engineFilter, type FilterReader, type ViewFilterGroup } from '@common/views'
import type { CalendarColumns } from '@common/views/calendar'
import { beyondFilter, clampDay, daysOfSpan, spanOf, type DayNumber, type DaySpan } from '@common/views/calendar-days'
import { data } from '@renderer/api'
import { keyColumns, rowFilter, rowKey, type GridSession, type Row } from '@renderer/features/records'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Place } from './board'

export const sides = ['before', 'after'] as const
export type Side = (typeof sides)[number]

/** The nearest records before and after some days; undefined if there is none. */
export type Nearest = Readonly<Record<Side, Place | undefined>>

/** Returns the one nearer to a day; the later one if both are equally near. */
export function nearerTo(day: DayNumber, { before, after }: Nearest): Place | undefined {
  if (before === undefined || after === undefined) return after ?? before
  return day - before.day < after.day - day ? before : after
}

export interface NearestAsk {
  readonly table: Table
  readonly columns: CalendarColumns
  readonly days: DaySpan
  /** The filter of the view, without the filter of the days. */
  readonly filter: ViewFilterGroup
  readonly search: string
  readonly reader: FilterReader
}

/** Returns the query parameters for the nearest record before or after some days. */
export function nearestQuery(ask: NearestAsk, side: Side): Readonly<Record<string, string | number>> {
  const { table, columns, days, search, reader } = ask
  const filter = engineFilter({ join: 'and', filters: [ask.filter, beyondFilter(columns, days, side)] }, table, reader)
  const { start, end } = columns
  const fields = new Set([...keyColumns(table), start, ...(end ? [end] : [])].map(({ title }) => title))
  return {
    limit: 1,
    sort: formatSort([{ column: start.title, descending: side === 'before' }]),
    ...rowFilter({ search, filter }),
    fields: formatNameList([...fields]),
  }
}

/** Returns the place of a record. @returns undefined for days beyond the calendar's years */
function placeOfRow(row: Row | undefined, { table, columns }: NearestAsk, zone: string): Place | undefined {
  const text = (title: string | undefined): string | null => {
    const value = title === undefined ? undefined : row?.[title]
    return typeof value === 'string' ? value : null
  }
  const span = spanOf(columns, { start: text(columns.start.title), end: text(columns.end?.title) }, zone)
  if (row === undefined || span === undefined) return undefined
  const { first: day } = daysOfSpan(span)
  return day === clampDay(day) ? { day, id: rowKey(table, row) } : undefined
}

/**
 * Returns the nearest records before and after days that have none. Requests them once the days are known to be empty.
 * Drops responses for days that are no longer shown.
 *
 * @param isEmpty  no record loaded so far
 * @param isReading  more may arrive
 */
export function useNearest(
  { projectId, table, model, settings, query, rowFilter: within }: GridSession,
  columns: CalendarColumns,
  zone: string,
  days: DaySpan,
  { isEmpty, isReading }: { readonly isEmpty: boolean; readonly isReading: boolean },
): Nearest | undefined {
  const { filter } = settings
  const { search } = query
  const { reader } = within
  const { from, to } = days
  const ask = useMemo<NearestAsk>(
    () => ({ table, columns, days: { from, to }, filter, search, reader }),
    [table, columns, from, to, filter, search, reader],
  )
  const [changes, setChanges] = useState(0)
  const [known, setKnown] = useState<{ readonly ask: NearestAsk; readonly nearest: Nearest }>()
  // The rows belong to these days only if the request used the filter of these days.
  const isTime = isEmpty && !isReading && query.filter === within.filter && query.isPending !== true
  useEffect(() => {
    if (!isTime) return undefined
    const request = new AbortController()
    const { signal } = request
    const find = async (): Promise<void> => {
      // The rows of other days are requested in the same tick.
      await Promise.resolve()
      if (signal.aborted) return
      if (model.rows.isFetching) {
        // Rows may arrive before the next rendering, which then sees no difference: check again after each change.
        const end = model.rows.subscribe(() => {
          end()
          setChanges((count) => count + 1)
        })
        signal.addEventListener('abort', end)
        return
      }
      const [before, after] = await Promise.all(
        sides.map(async (side) => {
          const rows = await data.call<Row[]>(projectId, [table.title], { query: nearestQuery(ask, side), signal })
          return placeOfRow(rows[0], ask, zone)
        }),
      )
      if (!signal.aborted) setKnown({ ask, nearest: { before, after } })
    }
    find().catch(() => {
      // No harm: other days are reachable in the toolbar.
      if (!signal.aborted) setKnown({ ask, nearest: { before: undefined, after: undefined } })
    })
    return () => request.abort()
  }, [isTime, ask, model, projectId, table, zone, changes])
  useEffect(() => {
    if (!isEmpty) setKnown(undefined)
  }, [isEmpty])
  return isEmpty && known?.ask === ask ? known.nearest : undefined
}

/**
 * Reports the nearest day with records as soon as it is known, before empty days are painted. Reports undefined if some
 * are on screen or none exist.
 */
export function useFirstRecords(
  isShown: boolean,
  nearest: Nearest | undefined,
  today: DayNumber,
  tell: (day: DayNumber | undefined) => void,
): void {
  const latest = useRef(tell)
  latest.current = tell
  useLayoutEffect(() => {
    if (isShown) latest.current(undefined)
    else if (nearest !== undefined) latest.current(nearerTo(today, nearest)?.day)
  }, [isShown, nearest, today])
}
