import { logicalKey, useDirection } from '@renderer/i18n'
import type { Bounds } from '@renderer/ui'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { mirroredBindings, mirroredBounds, mirrorEventsBelow, mirrorScroller, mirroredWindow } from './mirror'
import { ownKeys } from './own-keys'

/** Converts between the painter, which only knows left to right, and the page. The same object for each direction. */
export interface PainterSpace {
  readonly isMirrored: boolean
  /** Returns the place on the page of bounds from the painter. */
  readonly toPage: (bounds: Bounds) => Bounds
  /** Returns the key that has the effect of this one from left to right. */
  readonly keyOf: (key: string) => string
  /** Settings of the painter that depend on the direction. */
  readonly props: {
    readonly keybindings: typeof ownKeys
    /** The same in both directions: the painter keeps the first one. */
    readonly experimental: { readonly eventTarget: Window }
  }
}

/**
 * Mirrors the painter inside an element, in languages that read from right to left. Another direction keeps the painter
 * with its focus and its place.
 */
export function usePainterSpace(box: RefObject<HTMLElement | null>): PainterSpace {
  const isMirrored = useDirection() === 'rtl'
  const [experimental] = useState(() => ({ eventTarget: mirroredWindow(() => sidesIn(box)) }))
  const space = useMemo<PainterSpace>(
    () => ({
      isMirrored,
      toPage: (bounds) => {
        const sides = sidesIn(box)
        return sides ? mirroredBounds(bounds, sides) : bounds
      },
      keyOf: (key) => logicalKey(key, isMirrored ? 'rtl' : 'ltr'),
      props: { keybindings: isMirrored ? { ...ownKeys, ...mirroredBindings } : ownKeys, experimental },
    }),
    [isMirrored, box, experimental],
  )
  useLayoutEffect(() => {
    const element = box.current
    if (!isMirrored || !element) return undefined
    let adopted: HTMLElement | undefined
    let release: (() => void) | undefined
    // The painter creates its scroller once it has a size.
    const adopt = (): void => {
      const scroller = scrollerIn(element)
      if (scroller === undefined || scroller === adopted) return
      adopted = scroller
      release = mirrorScroller(scroller)
    }
    adopt()
    const observer = new MutationObserver(adopt)
    observer.observe(element, { childList: true, subtree: true })
    const stop = mirrorEventsBelow(element, () => sidesIn(box))
    return () => {
      observer.disconnect()
      stop()
      release?.()
    }
  }, [isMirrored, box])
  usePlaceAcross(box, isMirrored)
  return space
}

/** Keeps the distance from the first column: the browser scrolls to the start when the direction changes. */
function usePlaceAcross(box: RefObject<HTMLElement | null>, isMirrored: boolean): void {
  const left = useRef(0)
  useLayoutEffect(() => {
    const scroller = box.current && scrollerIn(box.current)
    // At the start nothing moves, and to say so would make the browser lay out a new grid.
    if (scroller && left.current !== 0) scroller.scrollLeft = left.current
  }, [isMirrored, box])
  useEffect(() => {
    const element = box.current
    const follow = ({ target }: Event): void => {
      if (target instanceof Element && target.classList.contains('dvn-scroller')) left.current = target.scrollLeft
    }
    element?.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => element?.removeEventListener('scroll', follow, { capture: true })
  }, [box])
}

const scrollerIn = (element: HTMLElement): HTMLElement | undefined =>
  element.querySelector<HTMLElement>('.dvn-scroller') ?? undefined

/** Returns the sides of the canvas while it is mirrored. */
const sidesIn = ({ current }: RefObject<HTMLElement | null>): DOMRect | undefined =>
  current?.dir === 'rtl' ? current.querySelector('.dvn-underlay > canvas')?.getBoundingClientRect() : undefined
