import type { View } from '@common/views'
import { nextFocus, type NextFocus } from '@renderer/stores'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { DataGridColumn, DataGridHandle } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import { cellSelection, emptySelection, type GridSelection } from '../painter/selection'
import type { SessionStore } from './session-store'

export interface NextFocusOptions {
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly state: SessionStore
  readonly select: (selection: GridSelection) => void
  readonly grid: RefObject<DataGridHandle | null>
  readonly view: Pick<View, 'id' | 'kind'>
}

/** Number of frames to wait for a painter before assuming that the view has none. */
const offeredFrames = 20

const isInStage = (element: Element | null): boolean => element !== null && element.closest('[data-stage]') !== null

const offeredButton = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-stage] button')].find(({ offsetParent }) => offsetParent !== null)

/** Number of frames that a drawn painter needs to get its size. */
const settledFrames = 2

/** Focuses the grid if the user has just created, imported or opened its table. */
export function useNextFocus(options: NextFocusOptions): void {
  const latest = useRef(options)
  latest.current = options
  const { model } = options
  const reached = useReached()
  useEffect(() => {
    let frame = 0
    const look = (settled = 0): void => {
      cancelAnimationFrame(frame)
      const { columns, state, select, grid, view } = latest.current
      const wanted = nextFocus.wanted(model.table.name, view.id)
      if (!wanted) return
      const column = wanted.column === undefined ? 0 : columns.findIndex(({ id }) => id === wanted.column)
      // A dialog holds the focus until it closes.
      const isFree = document.querySelector('[role="dialog"]') === null
      // Only a grid has headers. Cards are ready once one of them is focusable.
      const isThere =
        isFree &&
        (view.kind === 'grid' ? grid.current?.boundsOf({ column: 0, row: -1 }) !== undefined : grid.current !== null)
      const row = wanted.column === undefined ? 0 : (state.getState().selection.active?.row ?? 0)
      // Rows and the column are loaded, and dialogs have returned the focus.
      // An empty view offers a button.
      const offered = isFree && view.kind !== 'grid' && grid.current === null ? offeredButton() : undefined
      if (offered && model.rows.count !== undefined && settled >= offeredFrames) {
        offered.focus()
        nextFocus.arrived()
        return
      }
      // A cell whose record is still loading opens no editor: the first letter would be lost.
      const isLoaded = model.rows.count !== undefined && (row >= model.rowCount || model.rowAt(row) !== undefined)
      if (!isLoaded || column < 0 || !isThere || settled < settledFrames) {
        frame = requestAnimationFrame(() =>
          look((isThere || offered) && model.rows.count !== undefined ? settled + 1 : 0),
        )
        return
      }
      flushSync(() =>
        select(row < model.rowCount || view.kind === 'grid' ? cellSelection({ column, row }) : emptySelection),
      )
      grid.current?.focus()
      // A view that unmounts at the same moment may lose the focus.
      if (!isInStage(document.activeElement)) {
        frame = requestAnimationFrame(() => look(settled))
        return
      }
      grid.current?.scrollTo({ column, row })
      const { table, view: id, column: name } = wanted
      reached({ table, view: id, column: name })
      nextFocus.arrived()
    }
    look()
    const stop = nextFocus.subscribe(() => look())
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [model, reached])
}

/** How long a newly opened view may replace itself, for example once its settings are loaded. */
const replacedMs = 5_000

/** Returns the route without its query, which names the tab and the view. */
const pagePath = (): string => location.hash.split('?')[0] ?? ''

/**
 * Requests a focus target again if its view is replaced before the user does anything. The focus would be lost with it.
 *
 * @returns a function to call when the focus has arrived
 */
function useReached(): (target: NextFocus) => void {
  const held = useRef<{ readonly target: NextFocus; readonly at: number; readonly page: string }>(undefined)
  const [reached] = useState(() => (target: NextFocus): void => {
    held.current = { target, at: performance.now(), page: pagePath() }
  })
  useLayoutEffect(() => {
    const leave = ({ isTrusted }: Event): void => {
      if (isTrusted) held.current = undefined
    }
    window.addEventListener('keydown', leave, true)
    window.addEventListener('pointerdown', leave, true)
    return () => {
      window.removeEventListener('keydown', leave, true)
      window.removeEventListener('pointerdown', leave, true)
      const { target, at, page } = held.current ?? {}
      if (
        target !== undefined &&
        at !== undefined &&
        performance.now() - at < replacedMs &&
        // On another page, no grid takes the focus, and keys would wait for one.
        page === pagePath() &&
        isInStage(document.activeElement)
      )
        nextFocus.ask(target)
    }
  }, [])
  return reached
}
