import { useMemo } from 'react'
import type { CellPosition } from '../data-grid'

/** Pixels that a pointer may move between the presses of one double click. */
const doubleClickReachPx = 6
/** Presses further apart are no double click. */
const doubleClickMs = 500

interface Place {
  readonly clientX: number
  readonly clientY: number
}

/** What the presses of a mouse on the grid add up to. */
export interface Presses {
  readonly down: (event: Place) => void
  readonly up: (event: Place) => void
  /** A cell was clicked. `taken`: the click has already done something, so a second one doesn't open the cell. */
  readonly clicked: (cell: CellPosition, taken: boolean) => void
  /** The cell that both clicks of a double click were on; undefined if it isn't to be opened. */
  readonly doubleClicked: () => CellPosition | undefined
  readonly resized: () => void
  /** True while the button is held: a column that is resized otherwise is fitted to its content. */
  readonly isHeld: () => boolean
  /** True for the presses that belong to resizing a column: its end, and the rest of a double click on its edge. */
  readonly isResizing: () => boolean
}

/**
 * Counts presses on the grid. The painter cancels `pointerdown`, so browsers send no `mousedown` whose `detail` would
 * tell; `click` and `dblclick` still come.
 */
export function usePresses(): Presses {
  return useMemo(() => makePresses(), [])
}

/** @param now  milliseconds of any clock that only goes forward */
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
