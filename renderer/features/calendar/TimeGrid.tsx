import { daysOfSpan, isAllDay, type DayNumber } from '@common/views/calendar-days'
import { barRow, hourColumn } from '@common/views/calendar-layout'
import { useTranslation } from '@renderer/i18n'
import { classes } from '@renderer/ui'
import { useEffect, useMemo, useRef, type CSSProperties } from 'react'
import { itemName, moreId, useBoard } from './board'
import { clockLabel, dayLabel, longDay, spanWords, weekdayName } from './calendar-words'
import { EventChip } from './EventChip'
import styles from './calendar.module.css'
import hours from './hours.module.css'
import { MoreButton } from './MoreButton'
import { chipStep, isWeekend, useSize } from './MonthGrid'
import type { CalendarEvent } from './use-calendar-events'

const minutesOfDay = 1_440
/** Width of the column of times in CSS pixels. */
const gutterPx = 56
/** Height of an hour in CSS pixels. */
const hourPx = 48
/** First visible hour if nothing is earlier. */
const firstHour = 7
/** Lanes over the hours; more are counted. */
const bandLanes = 4
/** Chips of whole days that are drawn where there are no hours; more are counted. */
const daysLanes = 200
/** From so many minutes on a block has a second line: the times. */
const minutesOfTwoLines = 45
/** Line height and padding of a block, in CSS pixels. */
const linePx = 16
const blockPadPx = 8
/** A narrower block shows only its start time, in smaller letters. */
const narrowPx = 84
/** A block is at least so wide. */
const blockPx = 44

/** A week or a day: whole days above, hours below. Without times there are whole days alone. */
export function TimeGrid({ label }: { readonly label: string }) {
  const { days, events, columns, place, today, now, writes, drag, create, period } = useBoard()
  const { t } = useTranslation()
  const [bodyRef, size] = useSize()
  const scroller = useRef<HTMLDivElement | null>(null)
  const count = days.to - days.from
  const isDays = columns.wholeDays
  const gutter = isDays ? 0 : gutterPx
  const dayWidth = Math.max(1, (size.width - gutter) / count)
  const most = Math.max(2, Math.min(12, Math.floor(dayWidth / blockPx)))
  const list = Array.from({ length: count }, (_, at) => days.from + at)
  const band = useMemo(
    () =>
      barRow(
        events.filter(({ span }) => isAllDay(span)),
        days.from,
        count,
        isDays ? daysLanes : bandLanes,
      ),
    [events, days.from, count, isDays],
  )
  const perDay = useMemo(
    () => (isDays ? [] : Array.from({ length: count }, (_, at) => hourColumn(events, days.from + at, most))),
    [events, days.from, count, most, isDays],
  )

  // Scrolls to the first event of a period, once per period.
  const shown = useRef<string>(undefined)
  const earliest = Math.min(...perDay.flatMap(({ blocks }) => blocks.map(({ from }) => from)), firstHour * 60)
  useEffect(() => {
    const name = `${period} ${days.from}`
    if (scroller.current === null || shown.current === name || size.height === 0) return
    shown.current = name
    scroller.current.scrollTop = Math.max(0, (earliest / 60) * hourPx - 12)
  }, [period, days.from, earliest, size.height])

  return (
    <div
      className={hours.times}
      role="grid"
      aria-label={label}
      aria-readonly={!writes.mayMove}
      data-period={period}
      style={{ '--days': count, '--gutter': `${gutter}px` } as CSSProperties}
      ref={bodyRef}
    >
      <div className={hours.heads} role="row">
        <span className={hours.corner} />
        {list.map((day) => (
          <div
            key={day}
            role="columnheader"
            className={hours.head}
            data-today={day === today || undefined}
            aria-label={longDay(day)}
          >
            <span>{weekdayName(day, dayWidth < 110 ? 'short' : 'long')}</span>
            <span className={styles.number}>{dayLabel(day, false)}</span>
          </div>
        ))}
      </div>
      <div className={classes(hours.bandFrame, isDays && hours.whole)} {...(isDays ? { 'data-scrolls': '' } : {})}>
        {!isDays && <span className={hours.corner}>{t('calendar.allDay')}</span>}
        <div
          className={hours.band}
          role="row"
          data-days={days.from}
          data-count={count}
          style={{ minHeight: Math.max(1, band.lanes) * chipStep + 8 }}
          onPointerDown={(event) => {
            if (writes.mayCreate) drag.begin(event, { kind: 'draw' })
          }}
          onDoubleClick={(event) => {
            const times = writes.mayCreate ? drag.timesAt(event.clientX, event.clientY) : undefined
            if (times) create(times)
          }}
        >
          {list.map((day, at) => (
            <div
              key={day}
              role="gridcell"
              className={classes(hours.bandDay, isWeekend(day) && styles.weekend)}
              data-item={itemName({ day, id: undefined })}
              tabIndex={place.day === day ? 0 : -1}
              aria-current={day === today ? 'date' : undefined}
            >
              <span className={styles.hidden}>{longDay(day)}</span>
              {band.pieces
                .filter((piece) => piece.from === at)
                .map(({ event, from, to, lane, before, after }) => (
                  <EventChip
                    key={event.id}
                    event={event}
                    day={day}
                    isHere={place.day === day && place.id === event.id}
                    before={before}
                    after={after}
                    edges="days"
                    style={{
                      insetBlockStart: 4 + lane * chipStep,
                      insetInlineStart: before ? 0 : 5,
                      inlineSize: `calc(${(to - from) * 100}% + ${to - from - 1 - (before ? 0 : 5) - (after ? 0 : 5)}px)`,
                    }}
                  />
                ))}
              {(band.more[at] ?? 0) > 0 && (
                <MoreButton
                  day={day}
                  isHere={place.day === day && place.id === moreId}
                  count={band.more[at] ?? 0}
                  style={{ insetBlockStart: 4 + ((isDays ? daysLanes : bandLanes) - 1) * chipStep }}
                />
              )}
            </div>
          ))}
        </div>
      </div>
      {!isDays && (
        <div className={hours.hours} ref={scroller} data-scrolls="">
          <div className={hours.hoursBody} role="row" style={{ height: 24 * hourPx }}>
            <div className={hours.clock} aria-hidden="true">
              {Array.from({ length: 23 }, (_, at) => (
                <span key={at} style={{ insetBlockStart: (at + 1) * hourPx }}>
                  {clockLabel((at + 1) * 60)}
                </span>
              ))}
            </div>
            {list.map((day, at) => (
              <HoursOfDay
                key={day}
                day={day}
                width={dayWidth}
                column={perDay[at]}
                now={day === today ? now : undefined}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

interface HoursOfDayProps {
  readonly day: DayNumber
  /** In CSS pixels. */
  readonly width: number
  readonly column: ReturnType<typeof hourColumn<CalendarEvent>> | undefined
  readonly now: number | undefined
}

function HoursOfDay({ day, width, column, now }: HoursOfDayProps) {
  const { writes, drag, create, goTo, place: here } = useBoard()
  return (
    <div
      role="gridcell"
      className={classes(hours.hoursDay, isWeekend(day) && styles.weekend)}
      data-hours={day}
      tabIndex={-1}
      onFocus={(event) => {
        // The keyboard is on the day as a whole.
        if (event.target === event.currentTarget) goTo({ day, id: undefined })
      }}
      onPointerDown={(event) => {
        if (writes.mayCreate) drag.begin(event, { kind: 'draw' })
      }}
      onDoubleClick={(event) => {
        const times = writes.mayCreate ? drag.timesAt(event.clientX, event.clientY) : undefined
        if (times) create(times)
      }}
    >
      <span className={styles.hidden}>{longDay(day)}</span>
      {column?.blocks.map(({ event, from, to, column: place, columns, before, after }) => (
        <EventChip
          key={event.id}
          event={event}
          day={day}
          isHere={here.day === day && here.id === event.id}
          before={before}
          after={after}
          edges="hours"
          timeless
          className={width / columns < narrowPx ? styles.narrow : undefined}
          style={
            {
              insetBlockStart: (from / 60) * hourPx + 1,
              blockSize: ((to - from) / 60) * hourPx - 2,
              '--lines': linesOfName(to - from),
              insetInlineStart: `calc(${(place / columns) * 100}% + 2px)`,
              inlineSize: `calc(${100 / columns}% - 6px)`,
            } as CSSProperties
          }
        >
          {to - from >= minutesOfTwoLines && (
            <span className={styles.when}>
              {event.span.to > event.span.from && width / columns >= narrowPx
                ? spanOfClock(event, day)
                : clockLabel(event.span.from)}
            </span>
          )}
        </EventChip>
      ))}
      {column?.more.map(({ from, count }) => (
        <MoreButton
          key={from}
          day={day}
          isHere={here.day === day && here.id === moreId}
          count={count}
          style={{ insetBlockStart: (from / 60) * hourPx + 4 }}
        />
      ))}
      {now !== undefined && (
        <span className={hours.now} style={{ insetBlockStart: ((now - day * minutesOfDay) / 60) * hourPx }} />
      )}
    </div>
  )
}

/** Returns the number of lines for a block's name, beside the line with its times. */
function linesOfName(minutes: number): number {
  const lines = Math.floor(((minutes / 60) * hourPx - blockPadPx) / linePx)
  return Math.max(1, lines - (minutes >= minutesOfTwoLines ? 1 : 0))
}

/** Times of one day, or with their days where they are of two. */
function spanOfClock({ span }: CalendarEvent, day: DayNumber): string {
  const days = daysOfSpan(span)
  if (days.first !== day || days.last !== day) return spanWords(span, days)
  return `${clockLabel(span.from)} – ${clockLabel(span.to)}`
}
