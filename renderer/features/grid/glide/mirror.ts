import type { Bounds } from '@renderer/ui'

/*
 * The grid from right to left. The painter knows one direction: it measures from the left edge of its canvas, which is
 * where columns start. This file is the seam between its x and that of the page. A mirrored painter gets
 * - a canvas that is mirrored as a whole by a style; drawings turn letters and pictures back (`cells/mirror.ts`),
 * - pointer events that are mirrored about the canvas,
 * - a scroller whose position grows towards the end, although browsers count down from right to left,
 * - arrow keys with their effects swapped.
 * Its answers about places are mirrored back to the page. Everything else counts columns from the start.
 */

/** The sides of the canvas in CSS pixels of the viewport. */
export interface Sides {
  readonly left: number
  readonly right: number
}

/** Returns the x of the mirrored point: the page's for the painter's, and the reverse. */
export const mirroredX = (x: number, { left, right }: Sides): number => left + right - x

/** Returns the mirrored bounds: the page's for the painter's, and the reverse. */
export function mirroredBounds<T extends Bounds>(bounds: T, sides: Sides): Bounds {
  const { x, y, width, height } = bounds
  return { x: mirroredX(x + width, sides), y, width, height }
}

/** Keys of the painter that move along the row: arrows follow the eye; Tab, Home and End follow the order. */
export const mirroredBindings = {
  goLeftCell: 'ArrowRight|shift+Tab',
  goRightCell: 'ArrowLeft|Tab',
  goLeftCellRetainSelection: 'alt+ArrowRight',
  goRightCellRetainSelection: 'alt+ArrowLeft',
  goToFirstColumn: 'Home|primary+ArrowRight',
  goToLastColumn: 'End|primary+ArrowLeft',
  selectGrowLeft: 'shift+ArrowRight',
  selectGrowRight: 'shift+ArrowLeft',
  selectToFirstColumn: 'primary+shift+ArrowRight',
  selectToLastColumn: 'primary+shift+ArrowLeft',
} as const

/** Returns an event as the painter would get it from left to right. Everything but `clientX` is the original's. */
export function mirroredEvent<E extends MouseEvent>(event: E, sides: () => Sides | undefined): E {
  return new Proxy(event, {
    get: (target, name) => {
      if (name === 'clientX') return mirroredClientX(target, sides())
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

const mirroredClientX = ({ clientX }: MouseEvent, sides: Sides | undefined): number =>
  sides ? mirroredX(clientX, sides) : clientX

/** A window for the painter to listen to. Mirrors its pointer events while there are sides. */
export function mirroredWindow(sides: () => Sides | undefined): Window {
  // One listener can be added for several types, so it keeps its wrapper.
  const given = new WeakMap<EventListenerOrEventListenerObject, EventListener>()
  const of = (listener: EventListenerOrEventListenerObject): EventListener => {
    const known = given.get(listener)
    if (known) return known
    const made = (event: Event): void => {
      const shown = event instanceof MouseEvent && sides() ? mirroredEvent(event, sides) : event
      if (typeof listener === 'function') listener(shown)
      else listener.handleEvent(shown)
    }
    given.set(listener, made)
    return made
  }
  const target: Pick<Window, 'addEventListener' | 'removeEventListener'> = {
    addEventListener: (type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions) =>
      window.addEventListener(type, of(listener), options),
    removeEventListener: (type: string, listener: EventListenerOrEventListenerObject, options?: EventListenerOptions) =>
      window.removeEventListener(type, of(listener), options),
  }
  return target as Window
}

/** Events that the painter takes from its scroller instead of the window. */
const ofScroller = ['contextmenu', 'dragover', 'drop'] as const

/** Mirrors events below an element while they are on their way to it and back. @returns the end of that */
export function mirrorEventsBelow(element: HTMLElement, sides: () => Sides | undefined): () => void {
  const mirror = (event: Event): void => {
    const clientX = mirroredClientX(event as MouseEvent, sides())
    Object.defineProperty(event, 'clientX', { value: clientX, configurable: true })
  }
  const restore = (event: Event): void => void Reflect.deleteProperty(event, 'clientX')
  for (const type of ofScroller) {
    element.addEventListener(type, mirror, { capture: true })
    element.addEventListener(type, restore)
  }
  return () => {
    for (const type of ofScroller) {
      element.removeEventListener(type, mirror, { capture: true })
      element.removeEventListener(type, restore)
    }
  }
}

/**
 * Lets an element that scrolls from right to left count its position from the start, as the painter does.
 *
 * @returns the end of that
 */
export function mirrorScroller(element: HTMLElement): () => void {
  const position = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollLeft')
  const mirrored =
    (scroll: (to: ScrollToOptions) => void) =>
    (to?: ScrollToOptions | number, top?: number): void => {
      const options = typeof to === 'object' ? to : { left: to ?? 0, top: top ?? 0 }
      scroll(options.left === undefined ? options : { ...options, left: -options.left })
    }
  Object.defineProperties(element, {
    scrollLeft: {
      configurable: true,
      // Never -0, which differs from 0 in comparisons of the painter.
      get: () => 0 - (position?.get?.call(element) as number),
      set: (left: number) => {
        position?.set?.call(element, -left)
      },
    },
    scrollTo: { configurable: true, value: mirrored(element.scrollTo.bind(element)) },
    scrollBy: { configurable: true, value: mirrored(element.scrollBy.bind(element)) },
  })
  return () => {
    for (const name of ['scrollLeft', 'scrollTo', 'scrollBy']) Reflect.deleteProperty(element, name)
  }
}
