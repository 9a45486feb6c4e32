import { followPointer, scrollNearEdge, type Point } from '@renderer/ui'
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'

/** The dragged item: a part of the form, or something that becomes one. */
export interface Carried {
  readonly id: string
  readonly isNew: boolean
}

interface Drag extends Carried {
  /** The index of the part that the item would precede; undefined while the pointer isn't over the form. */
  readonly at: number | undefined
}

export interface PartDrag {
  readonly drag: Drag | undefined
  /** Starts a drag. A press without movement isn't one. */
  readonly start: (event: ReactPointerEvent<HTMLElement>, carried: Carried) => void
}

/** Distance from an edge of the form where it starts to scroll. */
const edgePx = 48

/**
 * Drags parts over a form. The middles of the parts decide the drop position.
 *
 * @param list  has the parts as children with `data-part`
 * @param scroller  scrolls when the pointer is near its edges
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
    let at: number | undefined
    let pointer: Point | undefined
    const look = (): void => {
      at = pointer && placeAt(list.current, scroller.current, pointer)
      setDrag({ ...carried, at })
    }
    end.current?.()
    end.current = followPointer(event, {
      move: (next) => {
        pointer = next
        look()
      },
      frame: ({ y }) => {
        if (scrollNearEdge(scroller.current, y, edgePx)) look()
      },
      drop: () => {
        setDrag(undefined)
        if (at !== undefined) latest.current(carried, at)
      },
      cancel: () => setDrag(undefined),
    })
  }
  return { drag, start }
}

function placeAt(list: HTMLElement | null, scroller: HTMLElement | null, at: Point): number | undefined {
  const area = scroller?.getBoundingClientRect()
  if (list === null || area === undefined || at.x < area.left || at.x > area.right) return undefined
  const parts = [...list.children].filter((part) => part instanceof HTMLElement && part.dataset['part'] !== undefined)
  const before = parts.findIndex((part) => {
    const { top, height } = part.getBoundingClientRect()
    return at.y < top + height / 2
  })
  return before < 0 ? parts.length : before
}
