/** A point in the window, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Handlers of a pointer press that becomes a drag. */
export interface Following {
  /** Called once, when the pointer has moved far enough. Returning `false` prevents the drag. */
  readonly begin?: () => boolean
  readonly move: (at: Point) => void
  /** Called with every animation frame, for scrolling near an edge. */
  readonly frame?: (at: Point) => void
  readonly drop: () => void
  /** Called on Escape, a switch to another window, or a lost pointer: reverts the drag. */
  readonly cancel: () => void
}

/** Distance from which a press counts as a drag, in CSS pixels. */
const slackPx = 4

/**
 * Follows the pointer from a press on. A few pixels or less count as a click, which passes through. Suppresses the
 * click that ends a drag, also after Escape has cancelled the drag.
 *
 * @returns a function that cancels silently, for elements removed from the page meanwhile
 */
export function followPointer(press: { readonly clientX: number; readonly clientY: number }, following: Following) {
  const start: Point = { x: press.clientX, y: press.clientY }
  let at = start
  let frame = 0
  let isDragging = false
  const each = (): void => {
    frame = requestAnimationFrame(each)
    following.frame?.(at)
  }
  const move = (event: PointerEvent): void => {
    // The pointer was released outside the page.
    if (event.buttons === 0) return cancel()
    at = { x: event.clientX, y: event.clientY }
    if (!isDragging) {
      if (Math.hypot(at.x - start.x, at.y - start.y) < slackPx) return
      if (following.begin?.() === false) return stop()
      isDragging = true
      if (following.frame) frame = requestAnimationFrame(each)
    }
    following.move(at)
  }
  const drop = (): void => {
    stop()
    if (!isDragging) return
    keepClick()
    following.drop()
  }
  const cancel = (): void => {
    stop()
    if (isDragging) following.cancel()
  }
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isDragging) return
    event.preventDefault()
    event.stopPropagation()
    cancel()
    addEventListener('pointerup', keepClick, { capture: true, once: true })
    // The pointer may be released outside the page: the next press is a new one.
    const again = (): void => removeEventListener('pointerup', keepClick, true)
    addEventListener('pointerdown', again, { capture: true, once: true })
  }
  const stop = (): void => {
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', move, true)
    removeEventListener('pointerup', drop, true)
    removeEventListener('pointercancel', cancel, true)
    removeEventListener('blur', cancel)
    removeEventListener('keydown', leave, true)
  }
  addEventListener('pointermove', move, true)
  addEventListener('pointerup', drop, true)
  addEventListener('pointercancel', cancel, true)
  addEventListener('blur', cancel)
  addEventListener('keydown', leave, true)
  return stop
}

function keepClick(): void {
  const keep = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', keep, true)
  // The click of a release precedes all other events.
  setTimeout(() => removeEventListener('click', keep, true))
}

/** Scrolls an element along while the pointer is near its upper or lower edge. */
export function scrollNearEdge(element: HTMLElement | null | undefined, y: number, edgePx: number, byPx = 12): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  const by = y < top + edgePx ? -byPx : y > bottom - edgePx ? byPx : 0
  if (by !== 0) element.scrollTop += by
  return by !== 0
}
