import { followPointer, scrollNearEdge, type Point } from '@renderer/ui'
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

/** So near to an edge of the form it scrolls along. */
const edgePx = 48

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
