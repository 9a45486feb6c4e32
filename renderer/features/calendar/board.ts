import type { CalendarColumns } from '@common/views/calendar'
import type { CalendarPeriod, DayNumber, DaySpan } from '@common/views/calendar-days'
import type { GridSession } from '@renderer/features/records'
import { createContext, useContext } from 'react'
import type { CalendarDrag } from './use-calendar-drag'
import type { CalendarEvent, EventLook } from './use-calendar-events'
import type { CalendarWrites, Times } from './use-calendar-writes'

/** Where the keyboard is: on a day, or on something of it. */
export interface Place {
  readonly day: DayNumber
  /** Id of an event, or `more`; undefined for the day itself. */
  readonly id: string | undefined
}

/** Id of an event that the user is still drawing. */
export const drawnId = 'drawn'
/** Id of the button for events that don't fit. */
export const moreId = 'more'

/** State shared by the parts of an open calendar. */
export interface CalendarBoard {
  readonly session: GridSession
  readonly columns: CalendarColumns
  /** Time zone of the reader. */
  readonly zone: string
  readonly period: CalendarPeriod
  readonly days: DaySpan
  readonly today: DayNumber
  /** Minutes since 1970 by the reader's clock. */
  readonly now: number
  readonly firstWeekday: number
  /** In calendar order, as stored. */
  readonly still: readonly CalendarEvent[]
  /** In calendar order, with the dragged event at its drop position. */
  readonly events: readonly CalendarEvent[]
  readonly look: (event: CalendarEvent) => EventLook
  readonly writes: CalendarWrites
  readonly drag: CalendarDrag
  readonly place: Place
  /** Puts the keyboard somewhere, in another period where it must be. */
  readonly goTo: (place: Place) => void
  /** Moves the focus to the keyboard's position after the next rendering. */
  readonly settle: () => void
  readonly open: (row: number) => void
  readonly menu: (row: number, at: { readonly x: number; readonly y: number }) => void
  readonly create: (times: Times) => void
  readonly showDay: (day: DayNumber) => void
}

/** State used by the records on days. Doesn't change while an event is dragged over them. */
export interface CalendarItems extends Pick<CalendarBoard, 'look' | 'open' | 'menu' | 'create' | 'showDay'> {
  readonly mayMove: boolean
  readonly mayResize: boolean
  readonly mayCreate: boolean
  readonly begin: CalendarDrag['begin']
}

const context = createContext<CalendarBoard | undefined>(undefined)
export const BoardProvider = context.Provider
const items = createContext<CalendarItems | undefined>(undefined)
export const ItemsProvider = items.Provider

export function useBoard(): CalendarBoard {
  const board = useContext(context)
  if (board === undefined) throw new Error('A part of a calendar stands outside of one')
  return board
}

/** Returns the state for an item of a day. Other changes in the calendar don't render the item again. */
export function useItems(): CalendarItems {
  const held = useContext(items)
  if (held === undefined) throw new Error('An item of a calendar stands outside of one')
  return held
}

/** Returns the name that identifies an item of a day in the document. */
export const itemName = ({ day, id }: Place): string => `${day} ${id ?? ''}`

/** Returns the place of an element. */
export function placeOf(element: EventTarget | null): Place | undefined {
  const item = element instanceof Element ? element.closest<HTMLElement>('[data-item]')?.dataset['item'] : undefined
  if (item === undefined) return undefined
  const at = item.indexOf(' ')
  const id = item.slice(at + 1)
  return { day: Number(item.slice(0, at)), id: id === '' ? undefined : id }
}
