import { typeFor } from '@common/columns/new-types'
import { calendarColumns } from '@common/views/calendar'
import { calendarFilter, dayNumber, otherPeriod, shownDays, zoneOf, type DayNumber } from '@common/views/calendar-days'
import { kindOptions, readKindOptions, type ViewFilterGroup, type ViewOrder } from '@common/views'
import { dayAt, firstWeekday } from '@common/views/relative-dates'
import type { Table } from '@common/model'
import { sentenceOf } from '@renderer/api'
import type { ViewProps } from '@renderer/features/views'
import {
  useCardParts,
  useNewGridSession,
  ViewFrame,
  type GridPart,
  type GridSession,
  type ViewMenu,
} from '@renderer/features/records'
import { addFields } from '@renderer/features/tables'
import { localeTag, readerZone, sentence, useTranslation } from '@renderer/i18n'
import { toast, usePanelSize } from '@renderer/stores'
import { Button, EmptyState, useMinute, useSame } from '@renderer/ui'
import { useCallback, useMemo, useRef, useState } from 'react'
import { CalendarBar } from './CalendarBar'
import { CalendarSettings } from './CalendarSettings'
import { CalendarStage } from './CalendarStage'
import { periodTitle } from './calendar-words'
import { useShownDay } from './use-shown-day'
import styles from './calendar.module.css'

/** Calendars ignore the view's groups. */
const noGroups: readonly never[] = []

/** A table as a calendar: each record on its day. */
export function CalendarView(props: ViewProps) {
  const { projectId, table, view, columnCommands } = props
  const { t } = useTranslation()
  const key = `${projectId}/${table.name}/${view.view.id ?? ''}`
  const readerTime = readerZone()
  const options = useMemo(() => readKindOptions(kindOptions.calendar, view.view.options), [view.view.options])
  const columns = useMemo(() => calendarColumns(table, options), [table, options])
  const zone = columns ? zoneOf(columns.start, readerTime) : readerTime
  const clock = useMinute()
  const today = dayNumber(dayAt(new Date(clock), zone))
  const { at, setAt, latest, isOpening, opened } = useShownDay(key, today)
  const period = usePanelSize(({ calendarPeriods }) => calendarPeriods[key]) ?? 'month'
  const calendarShown = usePanelSize((state) => state.calendarShown)
  const first = firstWeekday(localeTag())
  const days = useMemo(() => shownDays(period, at, first), [period, at, first])

  const span = useSame(days)
  const within = useMemo<ViewFilterGroup | undefined>(() => columns && calendarFilter(columns, span), [columns, span])
  const { settings } = view
  // A stable array until the order changes, because a new one reloads all rows.
  const sorts = useMemo(
    () => dateOrder(settings.sorts, table, columns?.start.name),
    [settings.sorts, table, columns?.start.name],
  )
  const sorted = useMemo(() => ({ ...view, settings: { ...settings, sorts } }), [view, settings, sorts])

  const { session } = useNewGridSession({ ...props, view: sorted, groups: noGroups, within })
  const [menu, openMenu] = useState<ViewMenu>()
  const makeRecord = useRef<() => void>(undefined)
  const openRow = useRef<(row: number) => void>(undefined)
  /** Lines in drawing order: a calendar loads the last records first. */
  const drawn: NonNullable<GridSession['drawn']> = useRef(undefined)

  const go = (next: DayNumber, nextPeriod = period): void => {
    const shown = shownDays(nextPeriod, next, first)
    // The next request starts with the first rows, because the total is still unknown.
    if (shown.from !== days.from || shown.to !== days.to) session.model.rows.show(0, 1)
    setAt(next)
    if (nextPeriod !== period) calendarShown(key, nextPeriod)
  }
  const own: GridPart = columns
    ? {
        toolbar: (
          <>
            <CalendarBar
              title={periodTitle(period, at, days)}
              titleShort={periodTitle(period, at, days, 'short')}
              period={period}
              onPeriod={(next) => go(at, next)}
              onStep={(by) => go(otherPeriod(period, latest(), by))}
              onToday={() => go(today)}
            />
            {view.onlyMe === undefined && view.view.id !== undefined && (
              <CalendarSettings view={view} table={table} columns={columns} options={options} />
            )}
          </>
        ),
      }
    : {}
  // The toolbar reads the view's status, and creates a record at the keyboard's position.
  const told: GridSession = {
    ...session,
    drawn,
    view,
    settings: view.settings,
    actions: {
      ...session.actions,
      addRow: () => (makeRecord.current ? makeRecord.current() : session.actions.addRow()),
    },
  }
  const parts = useCardParts(told, own)
  openRow.current = (row) => parts.forEach((part) => part.openRow?.(row))
  const onCreates = useCallback((create: (() => void) | undefined) => {
    makeRecord.current = create
  }, [])

  return (
    <ViewFrame session={told} parts={parts} menu={menu} onMenuClose={() => openMenu(undefined)} saysEmpty>
      {columns ? (
        <CalendarStage
          session={session}
          columns={columns}
          zone={readerTime}
          period={period}
          at={at}
          days={days}
          today={today}
          now={minuteNow(clock, zone)}
          firstWeekday={first}
          onPeriod={(next, day) => go(day, next)}
          onGo={(day) => go(day)}
          onFirstRecords={(day) => {
            if (isOpening() && day !== undefined) go(day)
            else opened()
          }}
          onOpen={(row) => openRow.current?.(row)}
          onMenu={(row, place) => openMenu({ kind: 'row', row, at: { ...place, width: 1, height: 1 } })}
          drawn={drawn}
          onCreates={onCreates}
        />
      ) : (
        <div className={styles.none} data-calendar="">
          <EmptyState
            title={t('calendar.noDates.title', { table: table.title })}
            text={t(columnCommands ? 'calendar.noDates.text' : 'calendar.noDates.textOthers')}
            action={
              columnCommands && (
                <Button
                  kind="main"
                  icon="plus"
                  onClick={() => {
                    addFields(projectId, table, [{ title: t('calendar.noDates.field'), uiType: typeFor.day }]).catch(
                      (error: unknown) =>
                        toast.error(sentence('calendar.noDates.failed'), { detail: sentenceOf(error) }),
                    )
                  }}
                >
                  {t('calendar.noDates.add')}
                </Button>
              )
            }
          />
        </div>
      )}
    </ViewFrame>
  )
}

/**
 * Returns the sort order of a calendar. Dated rows come first, so that it is known when all are loaded. The view's
 * order, then the order of creation, are tie-breakers.
 */
function dateOrder(sorts: readonly ViewOrder[], table: Table, start: string | undefined): ViewOrder[] {
  const own = sorts.length > 0 ? sorts : table.primaryKey.map((column) => ({ column, descending: false }))
  const first = start === undefined ? [] : [{ column: start, descending: true }]
  return [...first, ...own.filter(({ column }) => column !== start)]
}

/** Returns minutes since 1970 by the clock of a zone. */
function minuteNow(clock: number, zone: string): number {
  const now = new Date(clock)
  const parts = new Intl.DateTimeFormat('en-u-hc-h23', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(now)
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value ?? 0)
  return dayNumber(dayAt(now, zone)) * 1_440 + part('hour') * 60 + part('minute')
}
