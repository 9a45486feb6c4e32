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

/** What is behind an event that is only being drawn. */
export const drawnId = 'drawn'
/** The button of those that there is no room for. */
export const moreId = 'more'

/** What the parts of an open calendar work with. */
export interface CalendarBoard {
  readonly session: GridSession
  readonly columns: CalendarColumns
  /** Of the reader. */
  readonly zone: string
  readonly period: CalendarPeriod
  readonly days: DaySpan
  readonly today: DayNumber
  /** Minutes since 1970 by the clock of the reader. */
  readonly now: number
  readonly firstWeekday: number
  /** In calendar order, as they are stored. */
  readonly still: readonly CalendarEvent[]
  /** In calendar order, with what is being dragged where it would be. */
  readonly events: readonly CalendarEvent[]
  readonly look: (event: CalendarEvent) => EventLook
  readonly writes: CalendarWrites
  readonly drag: CalendarDrag
  readonly place: Place
  /** Puts the keyboard somewhere, in another period where it must be. */
  readonly goTo: (place: Place) => void
  /** Gives the focus to where the keyboard should be, once that is drawn. */
  readonly settle: () => void
  readonly open: (row: number) => void
  readonly menu: (row: number, at: { readonly x: number; readonly y: number }) => void
  readonly create: (times: Times) => void
  readonly showDay: (day: DayNumber) => void
}

/** What records on their days work with: the same while something is dragged over them. */
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

/** What an item of a day works with; it is not drawn again when something else of the calendar changes. */
export function useItems(): CalendarItems {
  const held = useContext(items)
  if (held === undefined) throw new Error('An item of a calendar stands outside of one')
  return held
}

/** How an item of a day is found in the page. */
export const itemName = ({ day, id }: Place): string => `${day} ${id ?? ''}`

/** The place that an element stands for. */
export function placeOf(element: EventTarget | null): Place | undefined {
  const item = element instanceof Element ? element.closest<HTMLElement>('[data-item]')?.dataset['item'] : undefined
  if (item === undefined) return undefined
  const at = item.indexOf(' ')
  const id = item.slice(at + 1)
  return { day: Number(item.slice(0, at)), id: id === '' ? undefined : id }
}
