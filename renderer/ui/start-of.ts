import { languageDirection } from '@renderer/i18n'
import { useMemo } from 'react'
import type { Bounds } from './bounds'

/** Where something lies sideways. */
type Extent = Pick<Bounds, 'x' | 'width'>

/**
 * Returns how far bounds are from the start of a frame, in CSS pixels: for `inset-inline-start` of what belongs to a
 * cell. From right to left, a cell starts on the right.
 *
 * @param frame  default: the window
 */
export function startOf(
  { x, width }: Extent,
  frame: { readonly left: number; readonly right: number } = { left: 0, right: window.innerWidth },
  direction: 'ltr' | 'rtl' = languageDirection(),
): number {
  return direction === 'rtl' ? frame.right - x - width : x - frame.left
}

/** Returns a start in the window, moved so that a box of a width stays inside. */
export function startInWindow(start: number, width: number, edge = 8): number {
  return Math.max(edge, Math.min(start, window.innerWidth - width - edge))
}

/**
 * Returns `startOf` bounds that were measured once, in the direction of that moment. If a new language mirrors the page,
 * what stands there changes sides with it.
 */
export function useStartOf({ x, width }: Extent): number {
  return useMemo(() => startOf({ x, width }), [x, width])
}
