import { dayOfNumber, weekdayOf, type DayNumber } from '@common/views/calendar-days'
import { barRow } from '@common/views/calendar-layout'
import { useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { itemName, useBoard } from './board'
import { dayLabel, longDay, weekdayName } from './calendar-words'
import { EventChip } from './EventChip'
import styles from './calendar.module.css'
import { MoreButton } from './MoreButton'

const minutesOfDay = 1_440
/** Measures of a day in CSS pixels: what the number takes, and a chip with the gap under it. */
export const chipTop = 27
export const chipStep = 25
/** What the number of those that are left out takes. */
const morePx = 18
/** Days narrower than this name weekdays by their short names. */
const narrowPx = 96

/** The size of an element, followed. */
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

/** The weeks of a month, as many chips on each day as there is room for. */
export function MonthGrid({ label }: { readonly label: string }) {
  const { days, events, place, today, writes, drag, create, period } = useBoard()
  const { t } = useTranslation()
  const [weeksRef, size] = useSize()
  const weeks = Math.round((days.to - days.from) / 7)
  const rowHeight = size.height / weeks
  const room = Math.max(1, Math.floor((rowHeight - chipTop) / chipStep))
  const crowded = Math.max(0, Math.floor((rowHeight - chipTop - morePx) / chipStep))
  const rows = useMemo(
    () => Array.from({ length: weeks }, (_, week) => barRow(events, days.from + week * 7, 7, room, crowded)),
    [events, days.from, weeks, room, crowded],
  )
  const month = dayOfNumber(days.from + 10).month
  const settled = useRef(false)
  settled.current = size.height > 0
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
        {rows.map(({ pieces, more }, week) => {
          const from = days.from + week * 7
          return (
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
              {Array.from({ length: 7 }, (__, at) => {
                const day = from + at
                const here = pieces.filter((piece) => piece.from === at).toSorted((one, two) => one.lane - two.lane)
                const left = more[at] ?? 0
                return (
                  <div
                    key={at}
                    role="gridcell"
                    className={classes(
                      styles.day,
                      dayOfNumber(day).month !== month && styles.other,
                      isWeekend(day) && styles.weekend,
                    )}
                    data-item={itemName({ day, id: undefined })}
                    data-today={day === today || undefined}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={place.day === day ? 0 : -1}
                  >
                    <span className={styles.hidden}>{longDay(day)}</span>
                    <span className={styles.number} aria-hidden="true">
                      {dayLabel(day, dayOfNumber(day).day === 1 && dayOfNumber(day).month !== month)}
                    </span>
                    {writes.mayCreate && (
                      <button
                        type="button"
                        className={styles.add}
                        tabIndex={-1}
                        aria-hidden="true"
                        title={t('calendar.createOn', { day: longDay(day) })}
                        onPointerDown={(event) => event.stopPropagation()}
                        onClick={() =>
                          create({ from: day * minutesOfDay, to: (day + 1) * minutesOfDay, wholeDays: true })
                        }
                      >
                        <Icon name="plus" size={12} />
                      </button>
                    )}
                    {settled.current &&
                      here.map(({ event, from: first, to, lane, before, after }) => (
                        <EventChip
                          key={event.id}
                          event={event}
                          day={day}
                          before={before}
                          after={after}
                          edges="days"
                          style={{
                            insetBlockStart: chipTop + lane * chipStep,
                            insetInlineStart: before ? 0 : 5,
                            inlineSize: `calc(${(to - first) * 100}% + ${to - first - 1 - (before ? 0 : 5) - (after ? 0 : 5)}px)`,
                          }}
                        />
                      ))}
                    {settled.current && left > 0 && (
                      <MoreButton
                        day={day}
                        count={left}
                        style={{ insetBlockStart: chipTop + crowded * chipStep - 1 }}
                      />
                    )}
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}
