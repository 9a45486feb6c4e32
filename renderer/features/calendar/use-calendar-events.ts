import type { OptionColor } from '@common/model'
import type { CalendarColumns } from '@common/views/calendar'
import { daysOfSpan, spanOf, type CalendarSpan, type DaySpan } from '@common/views/calendar-days'
import { inCalendarOrder, type Placed } from '@common/views/calendar-layout'
import { optionColor } from '@renderer/cells'
import { gridStatus, useModelVersion, type GridModel, type GridSession, type Row } from '@renderer/features/records'
import { useSame } from '@renderer/ui'
import { useEffect, useMemo, useRef } from 'react'

/** A record with a position in the calendar. */
export interface CalendarEvent extends Placed {
  /** Key of the record; stays the same when rows move. */
  readonly id: string
  /** Its line in the model. */
  readonly row: number
  /** True if shown at its drop position. */
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
  /** Number of further records without a date; undefined if unknown. */
  readonly undatedMore: number | undefined
  /** True while rows are loading. */
  readonly isReading: boolean
  /** There are more records than are shown. */
  readonly isCut: boolean
}

/** Records of one period that are shown at most. */
export const eventsMax = 5_000
/** Number of rows requested before the total is known. */
const firstRows = 100
/** Growth factor of requests until the end is known. */
const growth = 5

const spans = new WeakMap<Row, { readonly columns: CalendarColumns; readonly span: CalendarSpan | undefined }>()

/** Returns the span of a row; cached until the row changes. */
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
 * Returns the records of the visible days, and those without a date. Dated rows come first, so all of them are loaded
 * once an undated one arrives.
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
    // Increases when the model's rows change.
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

/** Shows the number of undated records in the status bar. */
export function useUndatedCount({ undated, undatedMore, isReading }: CalendarRecords): void {
  // While loading, show the last number: undated records are the same in every month.
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
  // New records come at the end, however many precede them.
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
  // Until the total is known, the first ones are enough.
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
  /** The option of the colour, because colour alone isn't accessible. */
  readonly option: string | undefined
  readonly isRefused: boolean
  readonly isSaving: boolean
  /** How it differs from the database, if a commit is to write it. */
  readonly staged: 'new' | 'changed' | 'deleted' | undefined
}

/** Returns the appearance of a record, evaluated when it is drawn. */
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
