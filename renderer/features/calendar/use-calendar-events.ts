import type { OptionColor } from '@common/model'
import type { CalendarColumns } from '@common/views/calendar'
import { daysOfSpan, spanOf, type CalendarSpan, type DaySpan } from '@common/views/calendar-days'
import { inCalendarOrder, type Placed } from '@common/views/calendar-layout'
import { optionColor } from '@renderer/cells'
import { gridStatus, useModelVersion, type GridModel, type GridSession, type Row } from '@renderer/features/records'
import { useSame } from '@renderer/ui'
import { useEffect, useMemo, useRef } from 'react'

/** A record that stands in the calendar. */
export interface CalendarEvent extends Placed {
  /** Key of the record: the same when rows move. */
  readonly id: string
  /** Its line in the model. */
  readonly row: number
  /** Shown where it would be after what is being done. */
  readonly isPreview?: boolean
}

/** A record without a date. */
export interface UndatedRecord {
  readonly id: string
  readonly row: number
}

export interface CalendarRecords {
  /** In calendar order. */
  readonly events: readonly CalendarEvent[]
  readonly undated: readonly UndatedRecord[]
  /** How many more there are without a date; undefined where that is not known. */
  readonly undatedMore: number | undefined
  /** Not everything has arrived. */
  readonly isReading: boolean
  /** There are more records than are shown. */
  readonly isCut: boolean
}

/** Records of one period that are shown at most. */
export const eventsMax = 5_000
/** Rows that are asked for before it is known how many there are. */
const firstRows = 100
/** How many times as many are asked for next while the end is not known. */
const growth = 5

const spans = new WeakMap<Row, { readonly columns: CalendarColumns; readonly span: CalendarSpan | undefined }>()

/** Where a row stands; worked out once until it changes. */
function spanAt(model: GridModel, line: number, columns: CalendarColumns, zone: string): CalendarSpan | undefined {
  const row = model.rowAt(line)
  if (row === undefined) return undefined
  const known = spans.get(row)
  if (known?.columns === columns) return known.span
  const values = { start: model.valueAt(line, columns.start), end: columns.end && model.valueAt(line, columns.end) }
  const span = spanOf(columns, values, zone)
  spans.set(row, { columns, span })
  return span
}

/**
 * The records of the days on the screen, and those without a date. Rows come with dates first, so that all of them are
 * there once one without a date is.
 */
export function useCalendarRecords(
  { model }: GridSession,
  columns: CalendarColumns,
  zone: string,
  days: DaySpan,
  undatedShown: number,
): CalendarRecords {
  const version = useModelVersion(model)
  const span = useSame(days)
  const records = useMemo(() => {
    // Grows when the rows of the model change.
    void version
    return readRecords(model, columns, zone, span, undatedShown)
  }, [model, columns, zone, span, undatedShown, version])

  const { wanted } = records
  const asked = useRef(0)
  useEffect(() => {
    if (asked.current === wanted && model.rows.visible.to === wanted) return
    asked.current = wanted
    model.rows.show(0, wanted)
  }, [model, wanted, version])
  return records
}

/** Says at the foot of the window how many of the records stand on no day. */
export function useUndatedCount({ undated, undatedMore, isReading }: CalendarRecords): void {
  // While they are read, as many as before: those without a date are the same in every month.
  const count = isReading || undatedMore === undefined ? undefined : undated.length + undatedMore
  useEffect(() => {
    if (count !== undefined) gridStatus.setUndated(count)
  }, [count])
  useEffect(() => () => gridStatus.setUndated(0), [])
}

function readRecords(
  model: GridModel,
  columns: CalendarColumns,
  zone: string,
  days: DaySpan,
  undatedShown: number,
): CalendarRecords & { readonly wanted: number } {
  const { rows } = model
  const events: CalendarEvent[] = []
  const undated: UndatedRecord[] = []
  const seen = new Set<string>()
  let dated = 0
  let held = 0
  let firstUndated: number | undefined
  const take = (row: number): void => {
    const values = model.rowAt(row)
    if (values === undefined) return
    const id = model.keyAt(row) ?? model.draftAt(row)?.id ?? `line ${row}`
    if (seen.has(id)) return
    seen.add(id)
    const span = spanAt(model, row, columns, zone)
    if (span === undefined) {
      if (values[columns.start.title] === null || values[columns.start.title] === undefined) undated.push({ id, row })
      return
    }
    dated += 1
    const { first, last } = daysOfSpan(span)
    if (first < days.to && last >= days.from) events.push({ id, row, span })
  }
  const end = Math.min(rows.length, eventsMax + undatedShown)
  for (let row = 0; row < end; row += 1) {
    if (rows.rowAt(row) === undefined) continue
    held += 1
    if (firstUndated === undefined && rows.rowAt(row)?.[columns.start.title] === null) firstUndated = row
    take(row)
  }
  // New records stand at the end, however many there are before them.
  for (let row = Math.max(end, Math.min(rows.length, model.rowCount - 20)); row < model.rowCount; row += 1) take(row)

  const count = rows.count === undefined || rows.countIsOld ? undefined : rows.count
  const shown = Math.max(firstRows, rows.visible.to)
  const isFull = held >= Math.min(shown, end) || (count !== undefined && held >= count)
  const all = count !== undefined && count <= eventsMax + undatedShown ? count : undefined
  const known =
    firstUndated !== undefined && isFull
      ? Math.min(firstUndated, eventsMax) + undatedShown
      : isFull
        ? Math.min(eventsMax, shown * growth)
        : shown
  // Until it is known how many there are, the first ones are enough.
  const wanted = count === undefined ? firstRows : (all ?? known)
  const isCut = firstUndated === undefined && held >= eventsMax && count !== undefined && count > held
  const isWhole = all === undefined ? (firstUndated !== undefined || isCut) && isFull : held >= all
  const more = count === undefined ? undefined : count + model.drafts.count - dated - undated.length
  return {
    events: inCalendarOrder(events),
    undated: undated.slice(0, undatedShown),
    undatedMore:
      isCut || more === undefined ? undefined : Math.max(0, more) + Math.max(0, undated.length - undatedShown),
    isReading: !isWhole || rows.isFetching,
    isCut,
    wanted: Math.max(1, wanted),
  }
}

export interface EventLook {
  readonly name: string
  readonly colour: OptionColor
  /** The option that the colour stands for: colour alone says nothing. */
  readonly option: string | undefined
  readonly isRefused: boolean
  readonly isSaving: boolean
  /** How it differs from the database, if a commit is to write it. */
  readonly staged: 'new' | 'changed' | 'deleted' | undefined
}

/** What is seen of a record, asked for when it is drawn. */
export function lookOf(
  { model, columns: shown }: GridSession,
  { colour }: CalendarColumns,
  row: number,
  painted: OptionColor | undefined,
): EventLook {
  const [first] = shown
  const cell = first && model.cellAt(row, first)
  const value = colour && model.valueAt(row, colour)
  const option = typeof value === 'string' && value !== '' ? value : undefined
  const own = colour === undefined ? 'blue' : option === undefined ? 'grey' : optionColor(option, colour)
  const marks = cell?.state === 'ready' ? cell.marks : []
  return {
    name: cell?.state === 'ready' ? cell.text.trim() : '',
    colour: painted ?? own,
    option,
    isRefused: marks.includes('refused') || marks.includes('required'),
    isSaving: marks.includes('saving'),
    staged: model.stagedAt(row),
  }
}
