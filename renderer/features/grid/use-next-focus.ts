import { nextFocus } from '@renderer/stores'
import { useEffect, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { DataGridColumn, DataGridHandle } from './data-grid'
import type { GridModel } from './grid-model'
import { cellSelection, type GridSelection } from './selection'

export interface NextFocusOptions {
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly selection: GridSelection
  readonly select: (selection: GridSelection) => void
  readonly grid: RefObject<DataGridHandle | null>
}

/** Frames in which a painter that was drawn gets its size. */
const settledFrames = 2

/** Takes the focus when the person's next step is in this grid: it was just made, imported or opened by its name. */
export function useNextFocus(options: NextFocusOptions): void {
  const latest = useRef(options)
  latest.current = options
  const { model } = options
  useEffect(() => {
    let frame = 0
    const look = (settled = 0): void => {
      cancelAnimationFrame(frame)
      const wanted = nextFocus.wanted(model.table.name)
      if (!wanted) return
      const { columns, selection, select, grid } = latest.current
      const column = wanted.column === undefined ? 0 : columns.findIndex(({ id }) => id === wanted.column)
      // A dialog keeps the focus until it has gone.
      const isFree = document.querySelector('[role="dialog"]') === null
      const isThere = isFree && grid.current?.boundsOf({ column: 0, row: -1 }) !== undefined
      const row = wanted.column === undefined ? 0 : (selection.active?.row ?? 0)
      // Rows are there, the column was read, and dialogs have given back what they held.
      if (model.rows.count === undefined || column < 0 || !isThere || settled < settledFrames) {
        frame = requestAnimationFrame(() => look(isThere && model.rows.count !== undefined ? settled + 1 : 0))
        return
      }
      flushSync(() => select(cellSelection({ column, row })))
      grid.current?.focus()
      grid.current?.scrollTo({ column, row })
      nextFocus.arrived()
    }
    look()
    const stop = nextFocus.subscribe(() => look())
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [model])
}
