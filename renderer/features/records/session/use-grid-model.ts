import type { Table } from '@common/model'
import type { Filter, Sort } from '@common/query/tree'
import type { ViewOrder } from '@common/views'
import { queryClient, sentenceOf } from '@renderer/api'
import { pageReader, sentence } from '@renderer/i18n'
import { afterNextRows, firstRowsShown, toast, unsaved } from '@renderer/stores'
import { useEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { DataGridHandle } from '../painter/data-grid'
import { GridModel } from '../model/grid-model'
import type { GridModelChange } from '../model/grid-model-options'
import { followDrafts } from '../unsaved/follow-drafts'
import { cellsOfBrowser } from '../drafts/unsaved-values'
import { keepDraft, storeDraft, storedDrafts, takeDrafts } from '../drafts/saved-drafts'
import { linksOfBrowser } from '../unsaved/links-of-browser'
import { queueOfBrowser } from '../unsaved/queue-of-browser'
import { restRowApi, restRowSource, rowCountKey } from '../rows/row-api'
import { rowStoreDefaults } from '../rows/row-source'
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

/** Handles a new record that the server rejected before the user filled it. */
function lost(error: unknown): void {
  toast.error(sentence('grid.notAdded'), { detail: sentenceOf(error) })
}

const keyOf = (projectId: string, table: Table, view: string | undefined, query: GridQuery): string =>
  JSON.stringify([projectId, table.name, view, query])

/** Returns the number of rows that the tree shows; undefined if the view shows others, or it isn't known. */
function expectedRows(projectId: string, table: Table, query: GridQuery): number | undefined {
  if (query.search !== '' || query.filter !== undefined || query.isPending === true) return undefined
  if ((query.groups ?? []).length > 0) return undefined
  const known = queryClient.getQueryData<number>(rowCountKey(projectId, table.name))
  return Number.isFinite(known) ? known : undefined
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
  const source = useMemo(
    () => restRowSource(projectId, table, { ...query, isGrouped: (query.groups ?? []).length > 0 }),
    [projectId, table, query],
  )
  const api = useMemo(() => restRowApi(projectId, table), [projectId, table])
  const [model] = useState(() =>
    unmountedModels.take(keyOf(projectId, table, view, query), table, () => {
      const made = new GridModel({
        table,
        api,
        source,
        reader: pageReader,
        search: query.search,
        expectedRows: expectedRows(projectId, table, query),
        sentenceOf,
        lost,
        unsavedValues: cellsOfBrowser(projectId, table),
        queue: queueOfBrowser(projectId, table.name),
        links: linksOfBrowser(projectId, table.name),
        drafts: {
          saved: (draft, sending, message) => storeDraft(projectId, table, draft, sending, message),
          gone: (draft) => unsaved.remove(draft.id),
        },
      })
      // The server reads the first rows while React draws the grid. `useLivePart` hears of changes from now on.
      made.rows.begin()
      if (!made.rows.isHeld) made.rows.start()
      return made
    }),
  )
  const isStarted = useRef(true)
  /** True if the first render shows rows that were read before. */
  const [hadRows] = useState(() => model.rows.isHeld || model.rows.rowAt(0) !== undefined)
  const used = useRef<unknown>(source)
  useEffect(() => {
    if (used.current === source) return
    used.current = source
    model.use({ table, api, source, search: query.search })
  }, [model, table, api, source, query.search])
  useEffect(() => {
    unmountedModels.remove(model)
    let isCurrent = true
    let isShown = false
    let renderLater: (() => void) | undefined
    let drawnRows = model.rowCount
    const draw = (change: GridModelChange): void => {
      if (change === 'count' && model.rowCount === drawnRows) {
        // Renders the whole view, so the rows come first.
        if (isShown) return renderAgain()
        renderLater?.()
        renderLater = afterNextRows(renderAgain)
        return
      }
      drawnRows = model.rowCount
      grid.current?.repaint()
      if (change !== 'rows' || model.rows.visibleError !== undefined) renderAgain()
    }
    const changed = (change: GridModelChange): void => {
      if (isShown || (model.rows.count !== 0 && model.rows.rowAt(model.rows.visible.from) === undefined)) {
        draw(change)
        return
      }
      isShown = true
      // The next frame shows them: React would draw other changes first.
      flushSync(() => draw(change === 'count' ? 'size' : change))
      // The painter draws in a task of its own.
      setTimeout(() => requestAnimationFrame(firstRowsShown))
    }
    const end = model.subscribe(changed)
    // A reactivated tab reloads. In a new one, the count or the rows may have arrived before anything subscribed. Each
    // comes alone: a count that arrived while rows are still loading isn't reported again.
    if (!isStarted.current) model.rows.start()
    else if (hadRows) {
      isShown = true
      renderLater = afterNextRows(renderAgain)
      rowStoreDefaults.whenDrawn(() => {
        if (isCurrent && model.rows.isHeld) model.rows.start()
      })
      // They are drawn already.
      requestAnimationFrame(firstRowsShown)
    } else if (model.rows.isCounted || !model.rows.isFetching)
      queueMicrotask(() => {
        if (isCurrent) changed('size')
      })
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
      isCurrent = false
      renderLater?.()
      end()
      for (const each of ends) each()
      model.drafts.release((draft) => keepDraft(place, draft))
      model.rows.pause()
    }
  }, [model, grid, projectId, table.name, view, hadRows])
  return model
}
