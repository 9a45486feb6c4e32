import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type Dispatch,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
} from 'react'
import { fitted, reaching, zoomed, type Camera, type Size } from './camera'
import type { PlacedDiagram } from './layout'

const noSize: Size = { width: 0, height: 0 }
/** A press that moves no farther is a click. */
const clickPx = 4

type SetCamera = Dispatch<SetStateAction<Camera | undefined>>

export interface DiagramCamera {
  /** The current camera. Until the user moves it, it shows the whole drawing. */
  readonly now: Camera
  /** Size of the frame. */
  readonly size: Size
  readonly change: (next: (camera: Camera) => Camera) => void
  /** Zooms at a point of the frame, by default at its center. */
  readonly zoomBy: (by: number, at?: { readonly x: number; readonly y: number }) => void
  /** Undefined fits the whole drawing. */
  readonly setCamera: SetCamera
}

/** The camera over a diagram, moved by the wheel and zoomed by Ctrl and the wheel. */
export function useDiagramCamera(
  frame: RefObject<HTMLDivElement | null>,
  placed: PlacedDiagram,
  chosen: string | undefined,
): DiagramCamera {
  const [size, setSize] = useState(noSize)
  const [camera, setCamera] = useState<Camera>()

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSize({ width, height })
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [frame])
  const now = camera ?? fitted(placed.box, size)
  // Showing other columns moves every card: fit the whole drawing again, or stay at the selected card.
  const shown = useRef(placed)
  useEffect(() => {
    if (shown.current === placed) return
    shown.current = placed
    const card = placed.cards.find(({ table }) => table.name === chosen)
    setCamera((before) => (card && before ? reaching(before, size, card) : undefined))
  }, [placed, chosen, size])

  const change = useCallback(
    (next: (camera: Camera) => Camera) => setCamera((before) => next(before ?? fitted(placed.box, size))),
    [placed, size],
  )
  const zoomBy = useCallback(
    (by: number, at?: { readonly x: number; readonly y: number }) =>
      change((before) => zoomed(before, by, at ?? { x: size.width / 2, y: size.height / 2 })),
    [change, size],
  )
  // React listens passively to wheels: the page would zoom as well.
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      const box = element.getBoundingClientRect()
      if (event.ctrlKey || event.metaKey)
        zoomBy(Math.exp(-event.deltaY / 300), { x: event.clientX - box.x, y: event.clientY - box.y })
      else change((before) => ({ ...before, x: before.x - event.deltaX, y: before.y - event.deltaY }))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [frame, change, zoomBy])
  return { now, size, change, zoomBy, setCamera }
}

/** Pointer handlers that pan the camera. A press that doesn't move is a click. */
export function usePan(now: Camera, setCamera: SetCamera, onClick: (target: EventTarget) => void) {
  const drag = useRef<{ readonly x: number; readonly y: number; readonly from: Camera; moved: boolean }>(undefined)
  const down = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return
    drag.current = { x: event.clientX, y: event.clientY, from: now, moved: false }
  }
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    const held = drag.current
    if (!held || event.buttons !== 1) return
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
    if (!held.moved && Math.hypot(dx, dy) <= clickPx) return
    // Only now: a click on a card must still be one on the card.
    if (!held.moved) event.currentTarget.setPointerCapture(event.pointerId)
    held.moved = true
    setCamera({ ...held.from, x: held.from.x + dx, y: held.from.y + dy })
  }
  const up = (event: PointerEvent<SVGSVGElement>): void => {
    const held = drag.current
    drag.current = undefined
    if (held && !held.moved) onClick(event.target)
  }
  const cancel = (): void => {
    drag.current = undefined
  }
  return { down, move, up, cancel }
}
