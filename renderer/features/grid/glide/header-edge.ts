import { useMemo, type PointerEvent } from 'react'
import type { EdgePress } from '@renderer/features/records/painter/data-grid'

/** Height of the strip along the top of the headers that selects columns, in CSS pixels. */
export const headerEdgePx = 8

export interface HeaderEdge {
  readonly onMove: (event: PointerEvent<HTMLElement>) => void
  readonly onDown: (event: PointerEvent<HTMLElement>) => void
  readonly onLeave: (event: PointerEvent<HTMLElement>) => void
  /** The last press, if it was on the edge; undefined if it was elsewhere. */
  readonly press: () => EdgePress | undefined
}

/** Follows the pointer along the top of the headers: shows a down arrow there and remembers presses. */
export function useHeaderEdge(): HeaderEdge {
  return useMemo(() => {
    let last: EdgePress | undefined
    // A finger is larger than the strip.
    const isOn = ({ clientY, currentTarget, pointerType }: PointerEvent<HTMLElement>): boolean => {
      const below = clientY - currentTarget.getBoundingClientRect().top
      return pointerType !== 'touch' && below >= 0 && below < headerEdgePx
    }
    // An attribute instead of state: a moving pointer must not render the grid.
    const show = (element: HTMLElement, on: boolean): void => {
      if (on !== 'headerEdge' in element.dataset) element.toggleAttribute('data-header-edge', on)
    }
    return {
      onMove: (event) => show(event.currentTarget, event.buttons === 0 && isOn(event)),
      onDown: (event) => {
        last = isOn(event) ? { extends: event.shiftKey, adds: event.ctrlKey || event.metaKey } : undefined
      },
      onLeave: ({ currentTarget }) => show(currentTarget, false),
      press: () => last,
    }
  }, [])
}
