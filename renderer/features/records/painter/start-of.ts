import { languageDirection } from '@renderer/i18n'
import type { Bounds } from '@renderer/ui'

/**
 * Returns how far bounds are from the start of a frame, in CSS pixels: for `inset-inline-start` of what belongs to a
 * cell. From right to left, a cell starts on the right.
 *
 * @param frame  default: the window
 */
export function startOf(
  { x, width }: Pick<Bounds, 'x' | 'width'>,
  frame: { readonly left: number; readonly right: number } = { left: 0, right: window.innerWidth },
  direction: 'ltr' | 'rtl' = languageDirection(),
): number {
  return direction === 'rtl' ? frame.right - x - width : x - frame.left
}

/** Returns the same, moved so that a box of a width stays inside the window. */
export function startInWindow(bounds: Pick<Bounds, 'x' | 'width'>, width: number, edge = 8): number {
  return Math.max(edge, Math.min(startOf(bounds), window.innerWidth - width - edge))
}
