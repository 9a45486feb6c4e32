import { rowsWritten, type WrittenRows } from '@renderer/features/undo'
import { useEffect, useRef } from 'react'
import { rowIdOf, rowKey } from '../rows/row-key'
import { cellSelection, type GridSelection } from '../painter/selection'
import type { GridSession } from '../session/session'
import type { GridPart } from '../parts/grid-part'

/** Timeout for the written rows to appear in the grid. Afterwards, searches for their position. */
const waitedMs = 800
const lookMs = 50
/** Limit of rows to search for a record that isn't loaded. */
const searchedMax = 5_000
const searchedAtOnce = 1_000

/** Shows the rows of an undo or redo: reloads the rows and selects them. */
export function useUndoPart(session: GridSession): GridPart {
  const { projectId, model } = session
  const latest = useRef(session)
  latest.current = session
  useEffect(() => {
    let stop = (): void => undefined
    const end = rowsWritten.subscribe((changed, written) => {
      if (changed !== projectId) return
      model.rows.refresh()
      if (written === undefined || written.table !== model.table.name || written.rowIds.length === 0) return
      stop()
      stop = followWritten(latest, written)
    })
    return () => {
      end()
      stop()
    }
  }, [projectId, model])
  return {}
}

/** Selects written rows once they are in the grid, unless the user moves the selection first. */
function followWritten(latest: { readonly current: GridSession }, written: WrittenRows): () => void {
  const begun = performance.now()
  const { selection: before } = latest.current.state.getState()
  let isOver = false
  const stop = (): void => {
    isOver = true
    clearInterval(timer)
  }
  const arrive = (row: number): void => {
    stop()
    const { columns, select, grid, area } = latest.current
    const column = Math.max(
      0,
      columns.findIndex((one) => written.titles.includes(one.column.title)),
    )
    select(selectionOf(latest.current, written, { column, row }))
    const focused = document.activeElement
    const isFree = focused === null || focused === document.body || area.current?.contains(focused) === true
    if (isFree || focused.closest('[role="status"],[role="alert"]') !== null) grid.current?.focus()
    grid.current?.scrollTo({ column, row })
  }
  const look = (): void => {
    const { model, state } = latest.current
    const { selection } = state.getState()
    if (selection !== before && selection.active !== before.active) return stop()
    const row = rowOf(latest.current, written.rowIds[0])
    if (row !== undefined) return arrive(row)
    if (performance.now() - begun < waitedMs) return
    stop()
    void searched(latest.current, written.rowIds[0]).then(
      (found) => {
        if (found !== undefined && model === latest.current.model) arrive(found)
      },
      () => undefined,
    )
  }
  const timer = setInterval(() => {
    if (!isOver) look()
  }, lookMs)
  return stop
}

function rowOf({ model }: GridSession, rowId: string | undefined): number | undefined {
  return model.rows.find((row) => rowIdOf(model.table, row) === rowId)
}

/** Finds the line of a record that isn't loaded, in tables of moderate size. */
async function searched({ model }: GridSession, rowId: string | undefined): Promise<number | undefined> {
  const end = Math.min(model.rows.length, searchedMax)
  for (let from = 0; from < end; from += searchedAtOnce) {
    const rows = await model.rows.load(from, Math.min(end, from + searchedAtOnce))
    const at = rows.findIndex((row) => rowIdOf(model.table, row) === rowId)
    if (at >= 0) return from + at
  }
  return undefined
}

/** Returns the range of written cells if they are adjacent, else the first cell. */
function selectionOf(
  { model, columns }: GridSession,
  { rowIds, titles }: WrittenRows,
  at: { readonly column: number; readonly row: number },
): GridSelection {
  const shown =
    titles.length === 0
      ? [at.column]
      : columns.flatMap((one, index) => (titles.includes(one.column.title) ? [index] : []))
  const rows = rowIds.length
  const isBlock =
    shown.every((column, index) => column === at.column + index) &&
    rowIds.every((rowId, index) => {
      const row = model.rows.rowAt(at.row + index)
      return row !== undefined && rowKey(model.table, row) !== undefined && rowIdOf(model.table, row) === rowId
    })
  if (!isBlock || (rows === 1 && shown.length <= 1)) return cellSelection(at)
  return { ...cellSelection(at), range: { column: at.column, row: at.row, columns: Math.max(1, shown.length), rows } }
}
