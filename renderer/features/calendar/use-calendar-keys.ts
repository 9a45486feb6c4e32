import type { KeyLine } from '@renderer/actions'
import {
  dayOfMinute,
  isAllDay,
  otherPeriod,
  weekStartOf,
  type CalendarPeriod,
  type DayNumber,
} from '@common/views/calendar-days'
import { logicalKey } from '@renderer/i18n'
import type { KeyboardEvent } from 'react'
import { agendaLines } from './AgendaList'
import { drawnId, moreId, placeOf, type CalendarBoard, type Place } from './board'

/** Keys of the calendar, for the help. */
export const calendarKeys: readonly KeyLine[] = [
  {
    id: 'calendar.go',
    label: 'keyHelp.calendar.go',
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    area: 'move',
  },
  { id: 'calendar.week', label: 'keyHelp.calendar.week', keys: ['Home', 'End'], area: 'move' },
  { id: 'calendar.period', label: 'keyHelp.calendar.period', keys: ['PageUp', 'PageDown'], area: 'move' },
  { id: 'calendar.today', label: 'keyHelp.calendar.today', keys: ['T'], area: 'move' },
  { id: 'calendar.kinds', label: 'keyHelp.calendar.kinds', keys: ['M', 'W', 'D', 'A'], area: 'view' },
  { id: 'calendar.open', label: 'keyHelp.calendar.open', keys: ['Enter', 'Space'], area: 'record' },
  { id: 'calendar.new', label: 'keyHelp.calendar.new', keys: ['N'], area: 'edit' },
  {
    id: 'calendar.move',
    label: 'keyHelp.calendar.move',
    keys: ['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+ArrowUp', 'Alt+ArrowDown'],
    area: 'edit',
  },
  {
    id: 'calendar.resize',
    label: 'keyHelp.calendar.resize',
    keys: ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight', 'Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'],
    area: 'edit',
  },
]

const minutesOfDay = 1_440
/** Times are moved in such steps by the keyboard, in minutes. */
const slot = 30
const periodKeys: Readonly<Record<string, CalendarPeriod>> = { m: 'month', w: 'week', d: 'day', a: 'agenda' }

export interface CalendarKeyTargets {
  readonly setPeriod: (period: CalendarPeriod) => void
  readonly goToday: () => void
  /** Shows another period; the keyboard stays on the same day of it. */
  readonly step: (by: number) => void
}

/** Handles a key of a calendar. @returns true if it was one */
export function pressCalendarKey(event: KeyboardEvent, board: CalendarBoard, targets: CalendarKeyTargets): boolean {
  const place = placeOf(event.target)
  if (place === undefined || event.ctrlKey || event.metaKey) return false
  const { key, altKey, shiftKey } = event
  const towards = arrow(key)
  if (altKey) return towards !== undefined && change(board, place, towards, shiftKey)
  if (towards !== undefined && !shiftKey) {
    go(event.currentTarget, board, place, towards)
    return true
  }
  const { firstWeekday, writes, days } = board
  switch (key) {
    case 'Home':
    case 'End': {
      const start = weekStartOf(place.day, firstWeekday)
      board.goTo({ day: key === 'Home' ? start : start + 6, id: undefined })
      return true
    }
    case 'PageUp':
    case 'PageDown':
      targets.step(key === 'PageUp' ? -1 : 1)
      return true
    case 'Enter':
    case ' ':
      // Buttons handle their own keys.
      if (place.id !== undefined || event.target instanceof HTMLButtonElement) return false
      board.showDay(place.day)
      return true
    case 'ContextMenu':
    case 'F10': {
      const row = eventAt(board, place)?.row
      if (row === undefined || (key === 'F10' && !shiftKey) || !(event.target instanceof Element)) return false
      const { left: x, bottom: y } = event.target.getBoundingClientRect()
      board.menu(row, { x, y })
      return true
    }
  }
  if (shiftKey) return false
  const letter = key.toLowerCase()
  const period = periodKeys[letter]
  if (period !== undefined) {
    targets.setPeriod(period)
    return true
  }
  if (letter === 't') {
    targets.goToday()
    return true
  }
  if (letter === 'n' && writes.mayCreate) {
    const day = Math.min(days.to - 1, Math.max(days.from, place.day))
    board.create({ from: day * minutesOfDay, to: (day + 1) * minutesOfDay, wholeDays: true })
    return true
  }
  return false
}

interface Towards {
  readonly days: -1 | 0 | 1
  readonly down: -1 | 0 | 1
}

function arrow(key: string): Towards | undefined {
  switch (logicalKey(key)) {
    case 'ArrowLeft':
      return { days: -1, down: 0 }
    case 'ArrowRight':
      return { days: 1, down: 0 }
    case 'ArrowUp':
      return { days: 0, down: -1 }
    case 'ArrowDown':
      return { days: 0, down: 1 }
    default:
      return undefined
  }
}

const eventAt = ({ events }: CalendarBoard, { id }: Place) =>
  events.find((event) => event.id === id && event.id !== drawnId)

/** Moves an event, or its end. */
function change(board: CalendarBoard, place: Place, { days, down }: Towards, isEnd: boolean): boolean {
  const event = eventAt(board, place)
  const { writes, period, goTo } = board
  if (event === undefined) return false
  const isHours = (period === 'week' || period === 'day') && !isAllDay(event.span)
  const minutes = days * minutesOfDay + down * (isHours ? slot : minutesOfDay * 7)
  if (isEnd) {
    if (!writes.mayResize) return false
    const { from, to, wholeDays } = event.span
    writes.resize(event.row, 'end', Math.max(from + (wholeDays ? minutesOfDay : slot), to + minutes))
    return true
  }
  if (!writes.mayMove) return false
  writes.move(event.row, minutes)
  goTo({ day: dayOfMinute(event.span.from + minutes), id: event.id })
  return true
}

/** Moves the focus to another day, or to the item above or below. */
function go(root: Element, board: CalendarBoard, place: Place, { days, down }: Towards): void {
  if (board.period === 'agenda') return goInAgenda(board, place, days, down)
  if (days !== 0) return board.goTo({ day: place.day + days, id: undefined })
  const items = itemsOf(root, place.day)
  const at = items.indexOf(place.id)
  const next = at + down
  if (next >= 0 && next < items.length) return board.goTo({ day: place.day, id: items[next] })
  if (board.period !== 'month') return
  const week = place.day + down * 7
  board.goTo({ day: week, id: down < 0 ? itemsOf(root, week).at(-1) : undefined })
}

/** Returns the items of a day from top to bottom; the day itself comes first. */
function itemsOf(root: Element, day: DayNumber): (string | undefined)[] {
  return [...root.querySelectorAll(`[data-item^="${day} "]`)].map((item) => placeOf(item)?.id)
}

function goInAgenda({ events, days: shown, goTo }: CalendarBoard, place: Place, days: number, down: number): void {
  const lines = agendaLines(events, shown.from)
  const at = lines.findIndex(
    (line) => line.day === place.day && (line.kind === 'day' ? place.id === undefined : line.event.id === place.id),
  )
  if (down !== 0) {
    const line = lines[Math.min(lines.length - 1, Math.max(0, at + down))]
    if (line) goTo({ day: line.day, id: line.kind === 'day' ? undefined : line.event.id })
    return
  }
  const heads = lines.filter(({ kind }) => kind === 'day')
  const line = days > 0 ? heads.find(({ day }) => day > place.day) : heads.findLast(({ day }) => day < place.day)
  if (line) goTo({ day: line.day, id: undefined })
}

/** Returns the element of a place. Falls back to the button for hidden events, then to the day. */
export function elementOf(root: Element, { day, id }: Place): HTMLElement | undefined {
  const of = (name: string | undefined): HTMLElement | null =>
    root.querySelector<HTMLElement>(`[data-item="${day} ${CSS.escape(name ?? '')}"]`)
  return of(id) ?? (id === undefined ? null : of(moreId)) ?? of(undefined) ?? undefined
}

/** The same day of another period. */
export const steppedDay = (period: CalendarPeriod, day: DayNumber, by: number): DayNumber =>
  otherPeriod(period, day, by)
