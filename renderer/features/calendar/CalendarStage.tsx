import type { CalendarColumns } from '@common/views/calendar'
import type { CalendarPeriod, DayNumber, DaySpan } from '@common/views/calendar-days'
import { useKeyLines } from '@renderer/actions'
import { cellSelection, recordKeys, rowKey, useRowColours, type GridSession } from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { ErrorBanner, type Bounds } from '@renderer/ui'
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { AgendaList } from './AgendaList'
import { BoardProvider, drawnId, ItemsProvider, useBoard, type CalendarBoard, type CalendarItems } from './board'
import { periodTitle } from './calendar-words'
import styles from './calendar.module.css'
import { MonthGrid } from './MonthGrid'
import { useFirstRecords, useNearest } from './nearest'
import { EmptyPeriod } from './NearestRecords'
import { TimeGrid } from './TimeGrid'
import { UndatedList } from './UndatedList'
import { useCalendarDrag } from './use-calendar-drag'
import { useCalendarFocus } from './use-calendar-focus'
import { withPreview } from './preview'
import { eventsMax, lookOf, useCalendarRecords, useUndatedCount, type CalendarRecords } from './use-calendar-events'
import { calendarKeys, elementOf, pressCalendarKey } from './use-calendar-keys'
import { useCalendarWrites, type Times } from './use-calendar-writes'

export interface CalendarStageProps {
  readonly session: GridSession
  readonly columns: CalendarColumns
  readonly zone: string
  readonly period: CalendarPeriod
  readonly at: DayNumber
  readonly days: DaySpan
  readonly today: DayNumber
  readonly now: number
  readonly firstWeekday: number
  readonly onPeriod: (period: CalendarPeriod, at: DayNumber) => void
  readonly onGo: (at: DayNumber) => void
  /** Called with the nearest day that has records; undefined if they are on screen. */
  readonly onFirstRecords: (at: DayNumber | undefined) => void
  readonly onOpen: (row: number) => void
  readonly onMenu: (row: number, at: { readonly x: number; readonly y: number }) => void
  /** Receives the order in which records are drawn. */
  readonly drawn: NonNullable<GridSession['drawn']>
  /** Receives the function that creates a record at the keyboard's position: the calendar's "New record". */
  readonly onCreates: (create: (() => void) | undefined) => void
}

const keys = [...calendarKeys, ...recordKeys.filter(({ id }) => id !== 'record.step')]
/** Number of undated records listed per step. */
const undatedStep = 50

/** The records of a period on their days, with the undated ones beside them. */
export function CalendarStage(props: CalendarStageProps) {
  const { session, columns, zone, period, at, days, today, now, firstWeekday } = props
  const { model, select } = session
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const [undatedShown, setUndatedShown] = useState(undatedStep)
  const colours = useRowColours(session)
  const records = useCalendarRecords(session, columns, zone, days, undatedShown)
  props.drawn.current = useMemo(
    () => [...records.events, ...records.undated].map(({ id, row }) => ({ id, line: row })),
    [records],
  )
  useUndatedCount(records)
  const nearest = useNearest(session, columns, zone, days, {
    isEmpty: records.events.length === 0,
    isReading: records.isReading,
  })
  useFirstRecords(records.events.length > 0, nearest, today, props.onFirstRecords)
  const writes = useCalendarWrites(session, columns, zone)
  const focus = useCalendarFocus(root, { at, days, period, isReading: records.isReading, onGo: props.onGo })
  const { place, goTo, settle } = focus
  useKeyLines(keys)

  const create = (times: Times): void => {
    const line = model.addRow({ values: writes.valuesAt(times) })
    focus.release()
    props.onOpen(line)
  }
  const mayClear = writes.mayMove && !columns.start.required
  const drag = useCalendarDrag(writes, columns.wholeDays, mayClear, create)
  const still = records.events
  const events = useMemo(() => withPreview(still, drag.drag), [still, drag.drag])

  const board: CalendarBoard = {
    session,
    columns,
    zone,
    period,
    days,
    today,
    now,
    firstWeekday,
    still,
    events,
    look: (event) =>
      event.id === drawnId
        ? {
            name: t('calendar.newRecord'),
            colour: 'blue',
            option: undefined,
            isRefused: false,
            isSaving: false,
            staged: undefined,
          }
        : lookOf(session, columns, event.row, colours?.rowColour(event.row)),
    writes,
    drag,
    place,
    goTo,
    settle,
    open: props.onOpen,
    menu: props.onMenu,
    create,
    showDay: (day) => {
      focus.moveTo(day)
      props.onPeriod('day', day)
    },
  }
  const latest = useRef(board)
  latest.current = board
  const { mayCreate } = writes
  const items = useBoardItems(latest, { session, columns, colours, records })
  useCreateCommand(latest, mayCreate, props.onCreates)
  useCreatedRow(session)

  useStageHandle(session, root, latest)

  const title = periodTitle(period, at, days)
  const hasUndated = records.undated.length > 0
  return (
    <BoardProvider value={board}>
      <ItemsProvider value={items}>
        <div
          className={styles.stage}
          ref={root}
          role="group"
          aria-label={t('calendar.label', { table: session.table.title })}
          data-calendar=""
          data-dragging={drag.drag !== undefined || undefined}
          aria-busy={records.isReading}
          onBlur={focus.onBlur}
          onFocus={(event) => {
            const next = focus.onFocus(event)
            if (next === undefined) return
            const row = records.events.find(({ id }) => id === next.id)?.row
            // The open record panel follows.
            if (row !== undefined && session.state.getState().selection.active?.row !== row)
              select(cellSelection({ column: 0, row }))
          }}
          onKeyDown={(event) => {
            const isTaken = pressCalendarKey(event, board, {
              setPeriod: (next) => {
                focus.claim()
                props.onPeriod(next, place.day)
              },
              goToday: () => goTo({ day: today, id: undefined }),
              step: focus.step,
            })
            if (!isTaken) return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          <PeriodView period={period} title={title} records={records} nearest={nearest} count={events.length} />
          {hasUndated && (
            <UndatedList
              records={records.undated}
              more={records.undatedMore}
              onMore={() => setUndatedShown((shown) => shown + undatedStep * 4)}
            />
          )}
          {drag.drag !== undefined && drag.drag.held.kind !== 'draw' && drag.drag.held.kind !== 'resize' && (
            <Ghost board={board} row={drag.drag.held.row} />
          )}
        </div>
      </ItemsProvider>
    </BoardProvider>
  )
}

interface PeriodViewProps {
  readonly period: CalendarPeriod
  readonly title: string
  readonly records: CalendarRecords
  readonly nearest: ReturnType<typeof useNearest>
  /** Number of records on screen. */
  readonly count: number
}

/** The days of a period with their records, and what there is to say about them. */
function PeriodView({ period, title, records, nearest, count }: PeriodViewProps) {
  const { session } = useBoard()
  const { t } = useTranslation()
  return (
    <div className={styles.main}>
      <span className={styles.hidden} aria-live="polite">
        {records.isReading ? '' : t('calendar.shown', { count, table: session.table.title })}
      </span>
      {records.isReading && <span className={styles.reading} />}
      {records.isCut && (
        <div className={styles.cut}>
          <ErrorBanner kind="warning" title={t('calendar.cut', { count: eventsMax })} text={t('calendar.cutText')} />
        </div>
      )}
      {period === 'month' ? (
        <MonthGrid label={title} />
      ) : period === 'agenda' ? (
        <AgendaList label={title} isReading={records.isReading} nearest={nearest} />
      ) : (
        <TimeGrid label={title} />
      )}
      {nearest && <EmptyPeriod title={title} nearest={nearest} />}
    </div>
  )
}

/** Returns the state of the items on days: a new object when a record may look different, not during a drag. */
function useBoardItems(
  latest: RefObject<CalendarBoard>,
  {
    session,
    columns,
    colours,
    records,
  }: Pick<CalendarBoard, 'session' | 'columns'> & {
    readonly colours: ReturnType<typeof useRowColours>
    readonly records: CalendarRecords
  },
): CalendarItems {
  const { mayMove, mayResize, mayCreate } = latest.current.writes
  return useMemo((): CalendarItems => {
    // The appearance of a record depends on these.
    void [session, columns, colours, records]
    return {
      mayMove,
      mayResize,
      mayCreate,
      look: (event) => latest.current.look(event),
      begin: (event, held) => latest.current.drag.begin(event, held),
      open: (row) => latest.current.open(row),
      menu: (row, where) => latest.current.menu(row, where),
      create: (times) => latest.current.create(times),
      showDay: (day) => latest.current.showDay(day),
    }
  }, [latest, mayMove, mayResize, mayCreate, session, columns, colours, records])
}

/** Offers the command "New record" at the keyboard's place, or on the first day shown. */
function useCreateCommand(
  latest: RefObject<CalendarBoard>,
  mayCreate: boolean,
  onCreates: CalendarStageProps['onCreates'],
): void {
  useEffect(() => {
    const make = (): void => {
      const { place: here, days: shown, create } = latest.current
      const day = here.day >= shown.from && here.day < shown.to ? here.day : shown.from
      create({ from: day * 1_440, to: (day + 1) * 1_440, wholeDays: true })
    }
    onCreates(mayCreate ? make : undefined)
    return () => onCreates(undefined)
  }, [latest, onCreates, mayCreate])
}

/** Gives the session its handle on the drawn records. */
function useStageHandle(
  { model, grid }: GridSession,
  root: RefObject<HTMLDivElement | null>,
  latest: RefObject<CalendarBoard>,
): void {
  const idOfRow = (row: number): string => model.keyAt(row) ?? model.draftAt(row)?.id ?? ''
  const elementOfRow = (row: number): Element | null =>
    root.current?.querySelector(`[data-event="${CSS.escape(idOfRow(row))}"]`) ?? null
  useImperativeHandle(grid, () => ({
    repaint: () => undefined,
    focus: () => {
      const here = root.current && elementOf(root.current, latest.current.place)
      here?.focus()
    },
    scrollTo: ({ row }) => elementOfRow(row)?.scrollIntoView({ block: 'nearest' }),
    scrollBy: () => undefined,
    boundsOf: ({ row }): Bounds | undefined => elementOfRow(row)?.getBoundingClientRect(),
  }))
}

/** Rows per page of the model. */
const pageRows = 100

/** Until the next reload, a new row comes after all others. */
function useCreatedRow({ model, select }: GridSession): void {
  const { count } = model.drafts
  const before = useRef(count)
  useEffect(() => {
    const wasMade = before.current > count
    before.current = count
    const line = model.rows.length - 1
    const made = wasMade ? model.keyAt(line) : undefined
    // The first row of a new page would look like one that isn't loaded yet.
    if (made === undefined || line % pageRows !== 0) return
    model.rows
      .reload(() => ({ index: line, is: (row) => rowKey(model.table, row) === made }))
      .then(
        (places) => select(cellSelection({ column: 0, row: line + places })),
        () => model.rows.refresh(),
      )
  }, [count, model, select])
}

/** The dragged record, beside the pointer. */
function Ghost({ board, row }: { readonly board: CalendarBoard; readonly row: number }) {
  const { t } = useTranslation()
  const { name, colour } = board.look({ id: '', row, span: { from: 0, to: 0, wholeDays: true } })
  return createPortal(
    <div
      className={styles.ghost}
      ref={board.drag.ghost}
      aria-hidden="true"
      style={{ background: `var(--c-${colour})`, color: `var(--k-${colour})` }}
    >
      {name === '' ? t('calendar.unnamed') : name}
    </div>,
    document.body,
  )
}
