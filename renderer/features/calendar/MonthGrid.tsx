import { dayOfNumber, weekdayOf, type DayNumber } from '@common/views/calendar-days'
import type { BarPiece } from '@common/views/calendar-layout'
import { memo, useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import { useLayoutEffect, useMemo, useState } from 'react'
import { itemName, moreId, useBoard, useItems } from './board'
import { dayLabel, longDay, weekdayName } from './calendar-words'
import { EventChip } from './EventChip'
import styles from './calendar.module.css'
import { MoreButton } from './MoreButton'
import { byWeek, layWeek, samePieces, weeksWithPreview } from './preview'
import type { CalendarEvent } from './use-calendar-events'

const minutesOfDay = 1_440
/** Sizes of a day in CSS pixels: the space for its number, and a chip with the gap below. */
export const chipTop = 27
export const chipStep = 25
/** Space for the number of hidden events. */
const morePx = 18
/** Days narrower than this name weekdays by their short names. */
const narrowPx = 96

/** Returns the size of an element and updates it. */
export function useSize(): readonly [(element: HTMLElement | null) => void, { width: number; height: number }] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (element === null) return undefined
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [element])
  return [setElement, size]
}

/** Saturday and Sunday. */
export const isWeekend = (day: DayNumber): boolean => weekdayOf(day) > 5

/** The weeks of a month, with as many chips per day as fit. */
export function MonthGrid({ label }: { readonly label: string }) {
  const { days, still, place, today, writes, drag, create, period } = useBoard()
  const [weeksRef, size] = useSize()
  const count = Math.round((days.to - days.from) / 7)
  const rowHeight = size.height / count
  const room = Math.max(1, Math.floor((rowHeight - chipTop) / chipStep))
  const crowded = Math.max(0, Math.floor((rowHeight - chipTop - morePx) / chipStep))
  const events = useMemo(() => byWeek(still, days.from, count), [still, days.from, count])
  const plain = useMemo(
    () => events.map((each, week) => layWeek(each, days.from + week * 7, { room, crowded })),
    [events, days.from, room, crowded],
  )
  const weeks = useMemo(
    () => weeksWithPreview(plain, events, drag.drag, { room, crowded }),
    [plain, events, drag.drag, room, crowded],
  )
  const month = dayOfNumber(days.from + 10).month
  const isSettled = size.height > 0
  return (
    <div className={styles.month} role="grid" aria-label={label} aria-readonly={!writes.mayMove} data-period={period}>
      <div className={styles.weekdays} role="row">
        {Array.from({ length: 7 }, (_, at) => (
          <div key={at} role="columnheader" className={styles.weekday} title={weekdayName(days.from + at, 'long')}>
            {weekdayName(days.from + at, size.width / 7 < narrowPx ? 'short' : 'long')}
          </div>
        ))}
      </div>
      <div className={styles.weeks} ref={weeksRef} role="rowgroup">
        {weeks.map(({ from, days: pieces, more }, week) => (
          <div
            key={week}
            role="row"
            className={styles.week}
            data-days={from}
            data-count={7}
            onPointerDown={(event) => {
              if (writes.mayCreate) drag.begin(event, { kind: 'draw' })
            }}
            onDoubleClick={(event) => {
              const times = writes.mayCreate ? drag.timesAt(event.clientX, event.clientY) : undefined
              if (times) create(times)
            }}
          >
            {pieces.map((here, at) => (
              <MonthDay
                key={at}
                day={from + at}
                pieces={isSettled ? here : noPieces}
                left={isSettled ? (more[at] ?? 0) : 0}
                crowded={crowded}
                month={month}
                isToday={from + at === today}
                isPlace={place.day === from + at}
                placeId={place.day === from + at ? place.id : undefined}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const noPieces: readonly BarPiece<CalendarEvent>[] = []

interface MonthDayProps {
  readonly day: DayNumber
  readonly pieces: readonly BarPiece<CalendarEvent>[]
  /** How many there is no room for. */
  readonly left: number
  /** Lanes over the number of them. */
  readonly crowded: number
  /** The visible month; days of other months are beside it. */
  readonly month: number
  readonly isToday: boolean
  /** True if the keyboard is on this day, and the item that it is on. */
  readonly isPlace: boolean
  readonly placeId: string | undefined
}

/** One day of a month. Changes of other days don't render it. */
const MonthDay = memo(
  function MonthDay({ day, pieces, left, crowded, month, isToday, isPlace, placeId }: MonthDayProps) {
    const { t } = useTranslation()
    const { mayCreate, create } = useItems()
    const date = dayOfNumber(day)
    const name = longDay(day)
    return (
      <div
        role="gridcell"
        className={classes(styles.day, date.month !== month && styles.other, isWeekend(day) && styles.weekend)}
        data-item={itemName({ day, id: undefined })}
        data-today={isToday || undefined}
        aria-current={isToday ? 'date' : undefined}
        tabIndex={isPlace ? 0 : -1}
      >
        <span className={styles.hidden}>{name}</span>
        <span className={styles.number} aria-hidden="true">
          {dayLabel(day, date.day === 1 && date.month !== month)}
        </span>
        {mayCreate && (
          <button
            type="button"
            className={styles.add}
            tabIndex={-1}
            aria-hidden="true"
            title={t('calendar.createOn', { day: name })}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => create({ from: day * minutesOfDay, to: (day + 1) * minutesOfDay, wholeDays: true })}
          >
            <Icon name="plus" size={12} />
          </button>
        )}
        {pieces.map(({ event, from, to, lane, before, after }) => (
          <EventChip
            key={event.id}
            event={event}
            day={day}
            isHere={placeId === event.id}
            before={before}
            after={after}
            edges="days"
            style={{
              insetBlockStart: chipTop + lane * chipStep,
              insetInlineStart: before ? 0 : 5,
              inlineSize: `calc(${(to - from) * 100}% + ${to - from - 1 - (before ? 0 : 5) - (after ? 0 : 5)}px)`,
            }}
          />
        ))}
        {left > 0 && (
          <MoreButton
            day={day}
            isHere={placeId === moreId}
            count={left}
            style={{ insetBlockStart: chipTop + crowded * chipStep - 1 }}
          />
        )}
      </div>
    )
  },
  (before, after) =>
    samePieces(before.pieces, after.pieces) &&
    before.day === after.day &&
    before.left === after.left &&
    before.crowded === after.crowded &&
    before.month === after.month &&
    before.isToday === after.isToday &&
    before.isPlace === after.isPlace &&
    before.placeId === after.placeId,
)
