import type { WindowPlace } from '@main/lib/settings-file'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type WindowState = WindowPlace

/** Minimum and default size of the window in pixels; screens are usable at 1024×700. */
export const windowMin = { width: 800, height: 560 } as const
export const windowUsual = { width: 1280, height: 800 } as const

/** Minimum visible part of the window, so that users can grab it. */
const visibleMin = { width: 120, height: 80 } as const

const overlap = (start: number, size: number, otherStart: number, otherSize: number): number =>
  Math.min(start + size, otherStart + otherSize) - Math.max(start, otherStart)

/**
 * Returns the window's last position if a current display shows enough of it. Otherwise only its size; the system
 * chooses the position.
 */
export function placeOfWindow(
  { x, y, ...last }: Partial<WindowState>,
  displays: readonly Box[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  const width = Math.max(last.width ?? windowUsual.width, windowMin.width)
  const height = Math.max(last.height ?? windowUsual.height, windowMin.height)
  if (x === undefined || y === undefined) return { width, height }
  const display = displays.find(
    (area) =>
      overlap(x, width, area.x, area.width) >= visibleMin.width &&
      // The title bar, above all: a window whose top is out of reach cannot be moved.
      y >= area.y &&
      overlap(y, height, area.y, area.height) >= visibleMin.height,
  )
  if (display !== undefined) return { x, y, width, height }
  const first = displays[0]
  if (first === undefined) return { width, height }
  return { width: Math.min(width, first.width), height: Math.min(height, first.height) }
}
