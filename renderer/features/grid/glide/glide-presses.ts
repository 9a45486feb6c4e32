import { useMemo } from 'react'
import type { CellPosition } from '@renderer/features/records/painter/data-grid'

/** Maximum pointer movement between the presses of a double click, in pixels. */
const doubleClickReachPx = 6
/** Maximum time between the presses of a double click. */
const doubleClickMs = 500

interface Place {
  readonly clientX: number
  readonly clientY: number
}

/** Turns mouse presses on the grid into clicks, double clicks and resizes. */
export interface Presses {
  readonly down: (event: Place) => void
  readonly up: (event: Place) => void
  /** Reports a click on a cell. `taken`: the click already had an effect, so a second one doesn't open the cell. */
  readonly clicked: (cell: CellPosition, taken: boolean) => void
  /** Returns the cell of a double click; undefined if it must not open. */
  readonly doubleClicked: () => CellPosition | undefined
  readonly resized: () => void
  /** True while the button is down. A resize without it fits a column to its content. */
  readonly isHeld: () => boolean
  /** True for presses of a column resize: its end, and the second click on the edge. */
  readonly isResizing: () => boolean
}

/**
 * Counts presses on the grid. The painter cancels `pointerdown`, so browsers send no `mousedown` with its `detail`;
 * `click` and `dblclick` still arrive.
 */
export function usePresses(): Presses {
  return useMemo(() => makePresses(), [])
}

/** @param now  milliseconds of any monotonic clock */
export function makePresses(now: () => number = () => performance.now()): Presses {
  let clicks: readonly { readonly cell: CellPosition; readonly taken: boolean }[] = []
  let pressed: Place = { clientX: 0, clientY: 0 }
  let isResizePress = false
  let isHeld = false
  let resize: (Place & { readonly at: number }) | undefined
  return {
    down: ({ clientX, clientY }) => {
      pressed = { clientX, clientY }
      isHeld = true
      const isNear =
        resize !== undefined &&
        now() - resize.at <= doubleClickMs &&
        Math.abs(clientX - resize.clientX) <= doubleClickReachPx &&
        Math.abs(clientY - resize.clientY) <= doubleClickReachPx
      isResizePress = isNear
      if (isNear) resize = { ...pressed, at: now() }
    },
    up: ({ clientX, clientY }) => {
      pressed = { clientX, clientY }
      isHeld = false
    },
    clicked: (cell, taken) => {
      clicks = [...clicks.slice(-1), { cell, taken }]
    },
    doubleClicked: () => {
      const [first, second] = clicks
      clicks = []
      if (first === undefined || second === undefined || first.taken || second.taken) return undefined
      const isSame = first.cell.column === second.cell.column && first.cell.row === second.cell.row
      return isSame ? second.cell : undefined
    },
    resized: () => {
      isResizePress = true
      resize = { ...pressed, at: now() }
    },
    isHeld: () => isHeld,
    isResizing: () => isResizePress,
  }
}
