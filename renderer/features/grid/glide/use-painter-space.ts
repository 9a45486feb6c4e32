import { logicalKey, useDirection } from '@renderer/i18n'
import { useLayoutEffect, useMemo, type RefObject } from 'react'
import type { Bounds } from '@renderer/features/records/painter/data-grid'
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
    readonly experimental?: { readonly eventTarget: Window }
  }
}

const unchanged: PainterSpace = {
  isMirrored: false,
  toPage: (bounds) => bounds,
  keyOf: (key) => key,
  props: { keybindings: ownKeys },
}

/** Mirrors the painter inside an element, in languages that read from right to left. */
export function usePainterSpace(box: RefObject<HTMLElement | null>): PainterSpace {
  const isMirrored = useDirection() === 'rtl'
  const space = useMemo(() => (isMirrored ? mirroredSpace(box) : unchanged), [isMirrored, box])
  useLayoutEffect(() => {
    const element = box.current
    if (!isMirrored || !element) return undefined
    const adopted = new WeakSet<Element>()
    // The painter creates its scroller once it has a size.
    const adopt = (): void => {
      const scroller = element.querySelector<HTMLElement>('.dvn-scroller')
      if (scroller === null || adopted.has(scroller)) return
      adopted.add(scroller)
      mirrorScroller(scroller)
    }
    adopt()
    const observer = new MutationObserver(adopt)
    observer.observe(element, { childList: true, subtree: true })
    const stop = mirrorEventsBelow(element, () => sidesIn(box))
    return () => {
      observer.disconnect()
      stop()
    }
  }, [isMirrored, box])
  return space
}

function mirroredSpace(box: RefObject<HTMLElement | null>): PainterSpace {
  return {
    isMirrored: true,
    toPage: (bounds) => {
      const sides = sidesIn(box)
      return sides ? mirroredBounds(bounds, sides) : bounds
    },
    keyOf: (key) => logicalKey(key, 'rtl'),
    props: {
      keybindings: { ...ownKeys, ...mirroredBindings },
      experimental: { eventTarget: mirroredWindow(() => sidesIn(box)) },
    },
  }
}

const sidesIn = (box: RefObject<HTMLElement | null>): DOMRect | undefined =>
  box.current?.querySelector('.dvn-underlay > canvas')?.getBoundingClientRect()
