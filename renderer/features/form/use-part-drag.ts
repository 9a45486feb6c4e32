import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'

/** What is carried: a part of the form, or something that becomes one. */
export interface Carried {
  readonly id: string
  readonly isNew: boolean
}

interface Drag extends Carried {
  /** Before which part it would stand; undefined while it is not over the form. */
  readonly at: number | undefined
}

export interface PartDrag {
  readonly drag: Drag | undefined
  /** For what can be carried; a press that stays where it is is none. */
  readonly start: (event: ReactPointerEvent<HTMLElement>, carried: Carried) => void
}

/** Less than this is a click, in CSS pixels. */
const slop = 4
const edge = 48

/**
 * Carries parts over a form by pointer: the place is the one between the middles of what stands there.
 *
 * @param list  holds the parts as its children with `data-part`
 * @param scroller  scrolls along near its edges
 */
export function usePartDrag(
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  drop: (carried: Carried, at: number) => void,
): PartDrag {
  const [drag, setDrag] = useState<Drag>()
  const latest = useRef(drop)
  latest.current = drop
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const start: PartDrag['start'] = (event, carried) => {
    if (event.button !== 0) return
    const from = { x: event.clientX, y: event.clientY }
    let at: number | undefined
    let moves = false
    const move = (next: PointerEvent): void => {
      if (!moves && Math.hypot(next.clientX - from.x, next.clientY - from.y) < slop) return
      moves = true
      next.preventDefault()
      scrollAlong(scroller.current, next.clientY)
      at = placeAt(list.current, scroller.current, next)
      setDrag({ ...carried, at })
    }
    const finish = (): void => {
      stop()
      if (moves && at !== undefined) latest.current(carried, at)
    }
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') stop()
    }
    const stop = (): void => {
      setDrag(undefined)
      document.removeEventListener('pointermove', move)
      document.removeEventListener('pointerup', finish)
      document.removeEventListener('pointercancel', stop)
      document.removeEventListener('keydown', leave, true)
      end.current = undefined
    }
    end.current?.()
    end.current = stop
    document.addEventListener('pointermove', move)
    document.addEventListener('pointerup', finish)
    document.addEventListener('pointercancel', stop)
    document.addEventListener('keydown', leave, true)
  }
  return { drag, start }
}

function placeAt(list: HTMLElement | null, scroller: HTMLElement | null, at: PointerEvent): number | undefined {
  const area = scroller?.getBoundingClientRect()
  if (list === null || area === undefined || at.clientX < area.left || at.clientX > area.right) return undefined
  const parts = [...list.children].filter((part) => part instanceof HTMLElement && part.dataset['part'] !== undefined)
  const before = parts.findIndex((part) => {
    const { top, height } = part.getBoundingClientRect()
    return at.clientY < top + height / 2
  })
  return before < 0 ? parts.length : before
}

function scrollAlong(scroller: HTMLElement | null, y: number): void {
  if (scroller === null) return
  const { top, bottom } = scroller.getBoundingClientRect()
  if (y < top + edge) scroller.scrollTop -= 12
  if (y > bottom - edge) scroller.scrollTop += 12
}
