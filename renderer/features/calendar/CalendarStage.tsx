import type { CalendarColumns } from '@common/views/calendar'
import { clampDay, type CalendarPeriod, type DayNumber, type DaySpan } from '@common/views/calendar-days'
import { useKeyLines } from '@renderer/actions'
import {
  cellSelection,
  recordKeys,
  rowKey,
  useRowColours,
  type Bounds,
  type GridSession,
} from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { ErrorBanner } from '@renderer/ui'
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { AgendaList } from './AgendaList'
import {
  BoardProvider,
  drawnId,
  ItemsProvider,
  placeOf,
  type CalendarBoard,
  type CalendarItems,
  type Place,
} from './board'
import { periodTitle } from './calendar-words'
import styles from './calendar.module.css'
import { MonthGrid } from './MonthGrid'
import { useFirstRecords, useNearest } from './nearest'
import { EmptyPeriod } from './NearestRecords'
import { TimeGrid } from './TimeGrid'
import { UndatedList } from './UndatedList'
import { useCalendarDrag } from './use-calendar-drag'
import { withPreview } from './preview'
import { eventsMax, lookOf, useCalendarRecords, useUndatedCount } from './use-calendar-events'
import { calendarKeys, elementOf, pressCalendarKey, steppedDay } from './use-calendar-keys'
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
  const { model, grid, select } = session
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
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
  const direction = root.current === null ? 'ltr' : (getComputedStyle(root.current).direction as 'ltr' | 'rtl')
  useKeyLines(keys)

  const create = (times: Times): void => {
    const line = model.addRow({ values: writes.valuesAt(times) })
    wantsFocus.current = false
    props.onOpen(line)
  }
  const mayClear = writes.mayMove && !columns.start.required
  const drag = useCalendarDrag(writes, columns.wholeDays, mayClear, create)
  const still = records.events
  const events = useMemo(() => withPreview(still, drag.drag), [still, drag.drag])

  const goTo = (next: Place): void => {
    const day = clampDay(next.day)
    wantsFocus.current = true
    setPlace({ day, id: next.id })
    if (day < days.from || day >= days.to) props.onGo(day)
  }
  const settle = (): void => {
    const element = wantsFocus.current && root.current ? elementOf(root.current, place) : undefined
    if (element === undefined) return
    // A pending event gets the focus when it arrives; until then its day has it.
    wantsFocus.current = false
    standsIn.current = place.id !== undefined && placeOf(element)?.id !== place.id
    if (document.activeElement !== element) element.focus()
  }

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
      wantsFocus.current = true
      setPlace({ day, id: undefined })
      props.onPeriod('day', day)
    },
  }
  const latest = useRef(board)
  latest.current = board
  const { mayMove, mayResize, mayCreate } = writes
  // Another object whenever a record may look otherwise: not while something is dragged.
  const items = useMemo((): CalendarItems => {
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
  }, [mayMove, mayResize, mayCreate, session, columns, colours, records])

  useLayoutEffect(() => {
    settle()
    const here = root.current && elementOf(root.current, place)
    if (!here || wantsFocus.current || !holdsFocus.current || records.isReading) return
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
  const { onCreates } = props
  useEffect(() => {
    const make = (): void => {
      const { place: here, days: shown, create: make } = latest.current
      const day = here.day >= shown.from && here.day < shown.to ? here.day : shown.from
      make({ from: day * 1_440, to: (day + 1) * 1_440, wholeDays: true })
    }
    onCreates(mayCreate ? make : undefined)
    return () => onCreates(undefined)
  }, [onCreates, mayCreate])
  useCreatedRow(session)

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
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) holdsFocus.current = false
          }}
          onFocus={(event) => {
            holdsFocus.current = true
            const next = placeOf(event.target)
            if (next === undefined) return
            if (standsIn.current && event.target === elementOf(event.currentTarget, place)) return
            standsIn.current = false
            wantsFocus.current = false
            if (next.day !== place.day || next.id !== place.id) setPlace(next)
            const row = records.events.find(({ id }) => id === next.id)?.row
            // The open record panel follows.
            if (row !== undefined && session.state.getState().selection.active?.row !== row)
              select(cellSelection({ column: 0, row }))
          }}
          onKeyDown={(event) => {
            const isTaken = pressCalendarKey(event, board, {
              direction,
              setPeriod: (next) => {
                wantsFocus.current = true
                props.onPeriod(next, place.day)
              },
              goToday: () => goTo({ day: today, id: undefined }),
              step: (by) => {
                wantsFocus.current = true
                const day = steppedDay(period, reached.current, by)
                reached.current = day
                setPlace({ day, id: undefined })
                props.onGo(day)
              },
            })
            if (!isTaken) return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          <div className={styles.main}>
            <span className={styles.hidden} aria-live="polite">
              {records.isReading ? '' : t('calendar.shown', { count: events.length, table: session.table.title })}
            </span>
            {records.isReading && <span className={styles.reading} />}
            {records.isCut && (
              <div className={styles.cut}>
                <ErrorBanner
                  kind="warning"
                  title={t('calendar.cut', { count: eventsMax })}
                  text={t('calendar.cutText')}
                />
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
          {hasUndated && (
            <UndatedList
              records={records.undated}
              more={records.undatedMore}
              onMore={() => setUndatedShown((shown) => shown + undatedStep * 4)}
              direction={direction}
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
