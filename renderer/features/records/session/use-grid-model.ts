import type { Table } from '@common/model'
import type { Filter, Sort } from '@common/query/tree'
import type { ViewOrder } from '@common/views'
import { firstRowsShown } from '@renderer/stores'
import { useLatest } from '@renderer/ui'
import { useEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import type { DataGridHandle } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import type { GridModelChange } from '../model/grid-model-options'
import { followDrafts } from '../unsaved/follow-drafts'
import { keepDraft, storedDrafts, takeDrafts } from '../drafts/saved-drafts'
import { restRowApi } from '../rows/row-api'
import { openModel, rowSourceOf } from './open-model'
import { unmountedModels } from './unmounted-models'

export interface GridQuery {
  /** The groups first. */
  readonly sort: readonly Sort[]
  /** Columns that the rows are grouped by. */
  readonly groups?: readonly ViewOrder[]
  readonly search: string
  readonly filter?: Filter | undefined
  readonly isPending?: boolean
}

/**
 * Returns the model of an open table. Creates it once per table and updates its query when the order, the search or the
 * columns change. Renders again when sizes or states change; arriving rows only repaint.
 */
export function useGridModel(
  projectId: string,
  table: Table,
  view: string | undefined,
  query: GridQuery,
  grid: RefObject<DataGridHandle | null>,
): GridModel {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const source = useMemo(() => rowSourceOf(projectId, table, query), [projectId, table, query])
  const api = useMemo(() => restRowApi(projectId, table), [projectId, table])
  const [{ model, changes }] = useState(() => {
    const opened = openModel(projectId, table, view, query)
    let count = 0
    opened.subscribe(() => (count += 1))
    return { model: opened, changes: () => count }
  })
  /** Changes of the model that the latest render shows. */
  const rendered = useLatest(changes())
  const isStarted = useRef(true)
  const used = useRef<unknown>(source)
  useEffect(() => {
    if (used.current === source) return
    used.current = source
    model.use({ table, api, source, search: query.search })
  }, [model, table, api, source, query.search])
  useEffect(() => {
    unmountedModels.remove(model)
    let isShown = false
    const reportFirst = (): void => {
      const isEmpty = model.rows.count === 0
      if (isShown || (!isEmpty && model.rows.rowAt(model.rows.visible.from) === undefined)) return
      isShown = true
      whenDrawn(() => isEmpty || grid.current?.isDrawn?.() !== false, firstRowsShown)
    }
    const changed = (change: GridModelChange): void => {
      grid.current?.repaint()
      reportFirst()
      if (change !== 'rows' || model.rows.visibleError !== undefined) renderAgain()
    }
    const end = model.subscribe(changed)
    // A reactivated tab reloads. In a new one, the count or the rows may have arrived after the render.
    if (!isStarted.current) model.rows.start()
    else if (changes() !== rendered.current) changed('size')
    else reportFirst()
    isStarted.current = false
    const place = { projectId, table: table.name, view }
    model.drafts.resume([...takeDrafts(place), ...storedDrafts(projectId, model.table)])
    const ends = [
      model.writes.watch(),
      model.queued.watch(() => model.queueChanged()),
      model.links.watch(() => model.queueChanged()),
      followDrafts(projectId, model),
    ]
    return () => {
      end()
      for (const each of ends) each()
      model.drafts.release((draft) => keepDraft(place, draft))
      model.rows.pause()
    }
  }, [model, changes, rendered, grid, projectId, table.name, view])
  return model
}

/** More than the painter needs to draw rows that have arrived. */
const drawFramesMax = 60

/** Calls back in the frame that shows what has been drawn. */
function whenDrawn(isDrawn: () => boolean, then: () => void, frames = 0): void {
  requestAnimationFrame(() => {
    if (isDrawn() || frames === drawFramesMax) then()
    else whenDrawn(isDrawn, then, frames + 1)
  })
}
