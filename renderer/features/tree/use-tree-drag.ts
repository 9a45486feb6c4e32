import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { dropPlace, type DropPlace } from './tree-order'
import type { TreeItem, TreeLine } from './tree-nodes'

/** A press that moves less than this is a click. */
const beginsPx = 4
/** Near its edge the tree scrolls along. */
const edgePx = 28
const scrollPx = 8

export interface TreeDrag {
  /** Key of the line that is dragged. */
  readonly dragged: string | undefined
  readonly place: DropPlace | undefined
  readonly onPointerDown: (event: PointerEvent, line: TreeItem) => void
  /** Whether the click that ends a drag is none: asked once. */
  readonly endedDrag: () => boolean
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
  const ended = useRef(false)
  const latest = useRef({ lines, onDrop })
  latest.current = { lines, onDrop }
  useEffect(() => () => stop.current?.(), [])

  const onPointerDown = (event: PointerEvent, line: TreeItem): void => {
    // Fingers scroll; they have the menu.
    if (event.button !== 0 || event.pointerType === 'touch' || !canMove(line)) return
    const from = event.clientY
    let y = from
    let isDragging = false
    let place: DropPlace | undefined
    let frame = 0
    ended.current = false

    const look = (): void => {
      const box = scroller.current?.getBoundingClientRect()
      if (box === undefined || scroller.current === null) return
      place = dropPlace(latest.current.lines, line, (y - box.top + scroller.current.scrollTop) / lineHeight)
      setDrag({ line, place })
    }
    const scroll = (): void => {
      frame = requestAnimationFrame(scroll)
      const box = scroller.current?.getBoundingClientRect()
      if (box === undefined || scroller.current === null) return
      const by = y < box.top + edgePx ? -scrollPx : y > box.bottom - edgePx ? scrollPx : 0
      if (by === 0) return
      scroller.current.scrollTop += by
      look()
    }
    const move = (moved: globalThis.PointerEvent): void => {
      y = moved.clientY
      if (!isDragging && Math.abs(y - from) < beginsPx) return
      if (!isDragging) scroll()
      isDragging = true
      look()
    }
    const end = (): void => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', leave, true)
      stop.current = undefined
      setDrag(undefined)
    }
    const drop = (): void => {
      ended.current = isDragging
      end()
      if (isDragging && place !== undefined) latest.current.onDrop(line, place.to)
    }
    const leave = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape' || !isDragging) return
      key.preventDefault()
      key.stopPropagation()
      ended.current = true
      end()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', end)
    addEventListener('keydown', leave, true)
    stop.current = end
  }

  return {
    dragged: drag?.line.key,
    place: drag?.place,
    onPointerDown,
    endedDrag: () => {
      const was = ended.current
      ended.current = false
      return was
    },
  }
}
