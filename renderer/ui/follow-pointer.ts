/** A place of the window, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** What becomes of a press of the pointer that goes on to be a drag. */
export interface Following {
  /** Called once, when the pointer has gone far enough; `false`: there is nothing to drag. */
  readonly begin?: () => boolean
  readonly move: (at: Point) => void
  /** With every frame of the screen, for what scrolls along near an edge. */
  readonly frame?: (at: Point) => void
  readonly drop: () => void
  /** Escape, another window, a pointer that is gone: everything stays as it was. */
  readonly cancel: () => void
}

/** So far the pointer goes with its button down before that means dragging, in CSS pixels. */
const slackPx = 4

/**
 * Follows the pointer from a press on. Less than a few pixels are a click, which goes its own way; the click that ends
 * a drag is kept from everybody, also when the drag was left by Escape before.
 *
 * @returns forgets the press, without a word: for what is taken out of the page meanwhile
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
    // It was released where the page is not told.
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
    // It may be released where the page is not told: the next press is another one.
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
  // The click that follows a release comes before anything else.
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
