import type { TableSummary } from '@common/model'
import { useViewLists, viewTitle } from '@renderer/features/views'
import { useLanguage } from '@renderer/i18n'
import { useFavourites } from '@renderer/stores'
import { useEffect, useMemo, useState } from 'react'
import { openKey, treeLines, type OpenLines } from './tree-nodes'
import { useRoutines } from './use-routines'
import { useTableOrder } from './use-table-order'
import type { TreeProps } from './types'

const noTables: readonly TableSummary[] = []

/** Returns the lines of a tree. Reads the views of tables that are expanded. */
export function useTreeLines({ projectId, activeName, tables, hidden, capabilities }: TreeProps, filter: string) {
  const [open, setOpen] = useState<OpenLines>(new Set(['favourites', 'tables']))
  const order = useTableOrder(projectId, tables.value ?? noTables, tables.reload)
  const list = order.tables
  const marked = useFavourites(projectId)
  const asked = useMemo(
    () =>
      list
        .filter(
          ({ name }) =>
            // The tab has already loaded the views of the open table.
            name === activeName ||
            open.has(openKey(name)) ||
            marked.some(({ table, view }) => table === name && view !== undefined),
        )
        .map(({ name }) => name),
    [list, open, marked, activeName],
  )
  const views = useViewLists(projectId, asked)
  const routines = useRoutines(projectId, capabilities)
  const language = useLanguage()
  const lines = useMemo(() => {
    // Names of standard views change with the language.
    void language
    return treeLines({ tables: list, hidden, routines, favourites: marked, views, viewTitle }, open, filter)
  }, [list, hidden, routines, marked, views, open, filter, language])
  useGroupOpened(list, activeName, setOpen)
  useViewsOpened(activeName, (views.get(activeName ?? '')?.length ?? 0) > 1, setOpen)
  return { order, list, marked, routines, lines, open, setOpen }
}

/** Expands the group of the active table when that table comes to the front. */
function useGroupOpened(
  tables: readonly TableSummary[],
  activeName: string | undefined,
  setOpen: (change: (open: OpenLines) => OpenLines) => void,
): void {
  const type = tables.find((table) => table.name === activeName)?.type
  useEffect(() => {
    if (type !== undefined) setOpen((open) => withLine(open, type === 'view' ? 'views' : 'tables'))
  }, [activeName, type, setOpen])
}

/** Expands the views of the open table, if it has any besides its own grid. */
function useViewsOpened(
  activeName: string | undefined,
  hasViews: boolean,
  setOpen: (change: (open: OpenLines) => OpenLines) => void,
): void {
  useEffect(() => {
    if (activeName !== undefined && hasViews) setOpen((open) => withLine(open, openKey(activeName)))
  }, [activeName, hasViews, setOpen])
}

/** Returns the same set if the line is already expanded, which avoids a rendering. */
const withLine = (open: OpenLines, key: string): OpenLines => (open.has(key) ? open : new Set([...open, key]))
