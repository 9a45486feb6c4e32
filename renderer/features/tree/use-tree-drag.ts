import { followPointer, scrollNearEdge } from '@renderer/ui'
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { dropPlace, type DropPlace } from './tree-order'
import type { TreeItem, TreeLine } from './tree-nodes'

/** Near its edge the tree scrolls along. */
const edgePx = 28
const scrollPx = 8

export interface TreeDrag {
  /** Key of the dragged line. */
  readonly dragged: string | undefined
  readonly place: DropPlace | undefined
  readonly onPointerDown: (event: PointerEvent, line: TreeItem) => void
}

/** Lines that are dragged to another place among their siblings by the mouse; Escape leaves them where they are. */
export function useTreeDrag(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly TreeLine[],
  lineHeight: number,
  canMove: (line: TreeItem) => boolean,
  onDrop: (line: TreeItem, to: number) => void,
): TreeDrag {
  const [drag, setDrag] = useState<{ readonly line: TreeItem; readonly place: DropPlace | undefined }>()
  const stop = useRef<() => void>(undefined)
  const latest = useRef({ lines, onDrop })
  latest.current = { lines, onDrop }
  useEffect(() => () => stop.current?.(), [])

  const onPointerDown = (event: PointerEvent, line: TreeItem): void => {
    // Fingers scroll; they have the menu.
    if (event.button !== 0 || event.pointerType === 'touch' || !canMove(line)) return
    let place: DropPlace | undefined
    const look = (y: number): void => {
      const box = scroller.current?.getBoundingClientRect()
      if (box === undefined || scroller.current === null) return
      place = dropPlace(latest.current.lines, line, (y - box.top + scroller.current.scrollTop) / lineHeight)
      setDrag({ line, place })
    }
    stop.current?.()
    stop.current = followPointer(event, {
      move: ({ y }) => look(y),
      frame: ({ y }) => {
        if (scrollNearEdge(scroller.current, y, edgePx, scrollPx)) look(y)
      },
      drop: () => {
        setDrag(undefined)
        if (place !== undefined) latest.current.onDrop(line, place.to)
      },
      cancel: () => setDrag(undefined),
    })
  }

  return { dragged: drag?.line.key, place: drag?.place, onPointerDown }
}
