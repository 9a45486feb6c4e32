import { hasRole } from '@common/columns/questions'
import { daysOfSpan, isAllDay, monthOf, type DayNumber } from '@common/views/calendar-days'
import { CellView } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState } from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { itemName, useBoard } from './board'
import { clockLabel, longDay, shortDay } from './calendar-words'
import styles from './calendar.module.css'
import lists from './lists.module.css'
import { EventChip } from './EventChip'
import type { Nearest } from './nearest'
import { NearestRecords } from './NearestRecords'
import type { CalendarEvent } from './use-calendar-events'

export type AgendaLine =
  | { readonly kind: 'day'; readonly day: DayNumber; readonly count: number }
  | { readonly kind: 'event'; readonly day: DayNumber; readonly event: CalendarEvent }

const dayPx = 40
const eventPx = 36
/** Maximum number of fields beside the name. */
const fieldsMax = 4

/** Returns the days that have records, each with its records. Longer records appear on their first visible day. */
export function agendaLines(events: readonly CalendarEvent[], from: DayNumber): AgendaLine[] {
  const byDay = new Map<DayNumber, CalendarEvent[]>()
  for (const event of events) {
    const day = Math.max(from, daysOfSpan(event.span).first)
    const held = byDay.get(day)
    if (held) held.push(event)
    else byDay.set(day, [event])
  }
  return [...byDay]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([day, list]): AgendaLine[] => [
      { kind: 'day', day, count: list.length },
      ...list.map((event): AgendaLine => ({ kind: 'event', day, event })),
    ])
}

export interface AgendaListProps {
  readonly label: string
  readonly isReading: boolean
  /** Defined for an empty month. */
  readonly nearest: Nearest | undefined
}

/** The records of a month as a list by day. */
export function AgendaList({ label, isReading, nearest }: AgendaListProps) {
  const { t } = useTranslation()
  const { events, days, place, today, settle, writes, create, session, columns } = useBoard()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => agendaLines(events, days.from), [events, days.from])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (lines[at]?.kind === 'day' ? dayPx : eventPx),
    getItemKey: (at) => {
      const line = lines[at]
      return line === undefined ? at : line.kind === 'day' ? line.day : `${line.day} ${line.event.id}`
    },
    overscan: 8,
  })
  const at = lines.findIndex(
    (line) => line.day === place.day && (line.kind === 'day' ? place.id === undefined : line.event.id === place.id),
  )
  // A month starts at the day that the user goes to, or the next one with records. Then the list follows the keyboard.
  const begun = useRef<DayNumber>(undefined)
  const isThere = lines.length > 0
  const scrollToDay = useEffectEvent((): void => {
    const first = at >= 0 ? at : lines.findIndex(({ day }) => day >= place.day)
    if (begun.current !== days.from && first >= 0) virtual.scrollToIndex(first, { align: 'start' })
    else if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
    if (isThere) begun.current = days.from
  })
  // Changes of records don't scroll.
  useEffect(() => scrollToDay(), [at, days.from, isThere])
  useLayoutEffect(settle)
  // Generated numbers carry no information here.
  const fields = session.columns
    .slice(1)
    .filter(({ column }) => !hasRole(column, 'key') && column !== columns.start && column !== columns.end)

  if (lines.length === 0 && !isReading) {
    const day = place.day >= days.from && place.day < days.to ? place.day : monthOf(days.from).from
    return (
      <div className={lists.agenda} role="region" aria-label={label}>
        <div className={styles.none}>
          <EmptyState
            title={t('calendar.nothing.title')}
            text={t('calendar.nothing.text', { column: columns.start.title })}
            action={
              <div className={lists.emptyActions}>
                {writes.mayCreate && (
                  <Button
                    icon="plus"
                    data-item={itemName({ day, id: undefined })}
                    onClick={() => create({ from: day * 1_440, to: (day + 1) * 1_440, wholeDays: true })}
                  >
                    {t('calendar.createOn', { day: shortDay(day) })}
                  </Button>
                )}
                {nearest && <NearestRecords nearest={nearest} />}
              </div>
            }
          />
        </div>
      </div>
    )
  }
  return (
    <div className={lists.agenda} ref={scroller} role="list" aria-label={label} data-period="agenda">
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => {
          const line = lines[index]
          if (line === undefined) return null
          const { day } = line
          return (
            <div
              key={key}
              role="listitem"
              className={lists.agendaLine}
              style={{ transform: `translateY(${start}px)`, height: size }}
            >
              {line.kind === 'day' ? (
                <div
                  className={lists.agendaDay}
                  data-item={itemName({ day, id: undefined })}
                  data-today={day === today || undefined}
                  tabIndex={at === index || (at < 0 && index === 0) ? 0 : -1}
                >
                  <span>{longDay(day)}</span>
                  <span className={lists.count}>{line.count}</span>
                </div>
              ) : (
                <div className={lists.agendaEvent}>
                  <span className={lists.agendaTime}>{timesOf(line.event, t('calendar.allDay'))}</span>
                  <EventChip
                    event={line.event}
                    day={day}
                    isHere={place.day === day && place.id === line.event.id}
                    timeless
                    className={styles.inLine}
                  />
                  <span className={lists.agendaFields}>
                    {fields.slice(0, fieldsMax).map((field) => {
                      const cell = session.model.cellAt(line.event.row, field)
                      return cell.state === 'ready' && cell.text !== '' ? (
                        <span key={field.id} title={`${field.title}: ${cell.text}`} dir="auto">
                          <CellView value={cell.value} text={cell.text} column={field.column} display={field.display} />
                        </span>
                      ) : null
                    })}
                  </span>
                </div>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Returns the times of a record, shown beside its name. */
function timesOf({ span }: CalendarEvent, allDay: string): string {
  const { first, last } = daysOfSpan(span)
  if (first !== last && isAllDay(span)) return `${shortDay(first)} – ${shortDay(last)}`
  if (isAllDay(span)) return allDay
  return span.to > span.from ? `${clockLabel(span.from)} – ${clockLabel(span.to)}` : clockLabel(span.from)
}
