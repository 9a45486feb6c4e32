import { dayOfMinute, isAllDay, type CalendarSpan } from '@common/views/calendar-days'
import { languageDirection } from '@renderer/i18n'
import { followPointer, scrollNearEdge, type Point } from '@renderer/ui'
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import type { CalendarWrites, Times } from './use-calendar-writes'

const minutesOfDay = 1_440
/** Times are chosen in such steps with the pointer, in minutes. */
const step = 15
/** Minimum length of a drawn event. */
const shortestDrawn = 30
/** Distance from the edge of the hours where they start to scroll. */
const edgePx = 28

/** The item that the pointer holds. */
export type Held =
  | { readonly kind: 'move'; readonly id: string; readonly row: number; readonly span: CalendarSpan }
  | {
      readonly kind: 'resize'
      readonly id: string
      readonly row: number
      readonly span: CalendarSpan
      readonly edge: 'start' | 'end'
    }
  | { readonly kind: 'place'; readonly id: string; readonly row: number }
  | { readonly kind: 'draw' }

/** The result of releasing the pointer now. */
export interface DragState {
  readonly held: Held
  /** Undefined where nothing accepts the drop. */
  readonly span: CalendarSpan | undefined
  /** Over the records without a date. */
  readonly isAway: boolean
}

interface Moment {
  /** Over hours, the minute rounded to the step; over days, the first minute. */
  readonly minute: number
  readonly isHour: boolean
}

export interface CalendarDrag {
  readonly drag: DragState | undefined
  readonly begin: (event: ReactPointerEvent, held: Held) => void
  /** Follows the pointer. */
  readonly ghost: RefObject<HTMLDivElement | null>
  /** Returns the time at a position of the window. */
  readonly timesAt: (x: number, y: number) => Times | undefined
}

/** Handles drags in the calendar: moving, resizing, drawing, and placing a record on a day. */
export function useCalendarDrag(
  { move, resize, place, clear }: CalendarWrites,
  wholeDays: boolean,
  mayClear: boolean,
  onDraw: (times: Times) => void,
): CalendarDrag {
  const [drag, setDrag] = useState<DragState>()
  const ghost = useRef<HTMLDivElement>(null)
  const end = useRef<() => void>(undefined)
  const latest = useRef({ move, resize, place, clear, onDraw })
  latest.current = { move, resize, place, clear, onDraw }
  useEffect(() => () => end.current?.(), [])

  const begin = (event: ReactPointerEvent, held: Held): void => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    const grabbed = pointAt(event.clientX, event.clientY)
    let state: DragState | undefined
    const show = (next: DragState | undefined): void => {
      const isSame =
        next?.span?.from === state?.span?.from &&
        next?.span?.to === state?.span?.to &&
        next?.isAway === state?.isAway &&
        (next === undefined) === (state === undefined)
      state = next
      if (!isSame) setDrag(next)
    }
    const look = ({ x, y }: Point): void => {
      const isAway = mayClear && held.kind === 'move' && markedAt(x, y, '[data-undated]') !== undefined
      const time = isAway ? undefined : pointAt(x, y)
      show({ held, isAway, span: time && spanFor(held, grabbed, time, wholeDays) })
    }
    end.current?.()
    end.current = followPointer(event, {
      move: (at) => {
        // Measures before anything moves.
        look(at)
        if (ghost.current) ghost.current.style.transform = `translate(${at.x + 8}px, ${at.y + 6}px) rotate(1.2deg)`
      },
      frame: (at) => {
        if (scrollNearEdge(markedAt(at.x, at.y, '[data-scrolls]'), at.y, edgePx)) look(at)
      },
      drop: () => {
        const done = state
        show(undefined)
        if (done === undefined) return
        const { span, isAway } = done
        const act = latest.current
        if (isAway && held.kind === 'move') act.clear(held.row)
        if (span === undefined) return
        if (held.kind === 'move') act.move(held.row, span.from - held.span.from)
        else if (held.kind === 'resize') act.resize(held.row, held.edge, held.edge === 'start' ? span.from : span.to)
        else if (held.kind === 'place') act.place(held.row, span)
        else act.onDraw(span)
      },
      cancel: () => show(undefined),
    })
  }

  return {
    drag,
    begin,
    ghost,
    timesAt: (x, y) => {
      const point = pointAt(x, y)
      return point && { from: point.minute, to: point.minute + lengthOf(point), wholeDays: !point.isHour }
    },
  }
}

const lengthOf = ({ isHour }: Moment): number => (isHour ? 60 : minutesOfDay)

function spanFor(held: Held, grabbed: Moment | undefined, point: Moment, wholeDays: boolean): CalendarSpan | undefined {
  const days = dayOfMinute(point.minute) - dayOfMinute(grabbed?.minute ?? point.minute)
  const isHour = point.isHour && grabbed?.isHour === true
  const moved = isHour ? point.minute - (grabbed?.minute ?? 0) : days * minutesOfDay
  switch (held.kind) {
    case 'move':
      return { ...held.span, from: held.span.from + moved, to: held.span.to + moved }
    case 'resize': {
      const { span, edge } = held
      // Over days, an edge counts for the whole day.
      const at = isHour && !isAllDay(span) ? point.minute : undefined
      if (edge === 'start') {
        const shortest = wholeDays ? minutesOfDay : step
        const from = at ?? span.from + days * minutesOfDay
        return { ...span, from: Math.min(from, Math.max(span.to, span.from + shortest) - shortest) }
      }
      const to = at === undefined ? span.to + days * minutesOfDay : at + step
      return { ...span, to: Math.max(to, span.from + (wholeDays ? minutesOfDay : step)) }
    }
    case 'place':
      return { from: point.minute, to: point.minute + lengthOf(point), wholeDays: !point.isHour }
    case 'draw': {
      if (grabbed === undefined || grabbed.isHour !== point.isHour) return undefined
      const [low, high] = [Math.min(grabbed.minute, point.minute), Math.max(grabbed.minute, point.minute)]
      const to = point.isHour ? Math.max(high + step, low + shortestDrawn) : high + minutesOfDay
      return { from: low, to, wholeDays: !point.isHour }
    }
  }
}

/**
 * Returns the marked element at a position of the window, even if it is covered. Few elements have marks, so measuring
 * them is cheaper than asking the browser for all elements there.
 */
function markedAt(x: number, y: number, mark: string): HTMLElement | undefined {
  for (const element of document.querySelectorAll<HTMLElement>(mark)) {
    if (!isWithin(element, x, y)) continue
    // Only the visible part of scrolled content counts.
    const frame = element.parentElement?.closest('[data-scrolls]')
    if (!frame || isWithin(frame, x, y)) return element
  }
  return undefined
}

function isWithin(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x >= left && x < right && y >= top && y < bottom
}

/** Returns the day or hour at a position, which its element states in its attributes. */
function pointAt(x: number, y: number): Moment | undefined {
  const element = markedAt(x, y, '[data-hours], [data-days]')
  if (element === undefined) return undefined
  const box = element.getBoundingClientRect()
  const { hours, days, count } = element.dataset
  if (hours !== undefined) {
    const minute = Math.floor((((y - box.top) / box.height) * minutesOfDay) / step) * step
    return { minute: Number(hours) * minutesOfDay + Math.min(minutesOfDay - step, Math.max(0, minute)), isHour: true }
  }
  const many = Number(count)
  const share = languageDirection() === 'rtl' ? box.right - x : x - box.left
  const at = Math.min(many - 1, Math.max(0, Math.floor((share / box.width) * many)))
  return { minute: (Number(days) + at) * minutesOfDay, isHour: false }
}
