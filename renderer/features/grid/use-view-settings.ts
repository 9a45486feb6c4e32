import type { Table } from '@common/model'
import type { Sort } from '@common/query/tree'
import { plainSettings, type ViewOrder, type ViewSettings } from '@common/views'
import { usePanelSize } from '@renderer/stores'
import { useCallback, useMemo, useState } from 'react'
import { columnNamed, orderWith, type ColumnLayout } from './grid-columns'

const untouched: ColumnLayout = { widths: {}, order: [] }

/** What this person sees of the table: columns as they are arranged on this computer, the rest while the tab is open. */
export function useViewSettings(
  projectId: string,
  table: Table,
): { readonly settings: ViewSettings; readonly changeSettings: (patch: Partial<ViewSettings>) => void } {
  const key = layoutKey(projectId, table)
  const { widths, order } = usePanelSize((state) => state.columnLayouts[key]) ?? untouched
  const arrange = usePanelSize((state) => state.columnsArranged)
  const [kept, setKept] = useState<Partial<ViewSettings>>({})
  const settings = useMemo(
    () => ({ ...plainSettings, ...kept, widths: { ...widths }, order: [...order] }),
    [kept, widths, order],
  )
  const changeSettings = useCallback(
    ({ widths: wide, order: ordered, ...patch }: Partial<ViewSettings>) => {
      if (wide !== undefined || ordered !== undefined)
        arrange(key, { widths: wide ?? { ...widths }, order: ordered ?? [...order] })
      if (Object.keys(patch).length > 0) setKept((before) => ({ ...before, ...patch }))
    },
    [arrange, key, widths, order],
  )
  return { settings, changeSettings }
}

/** Keys of a sort as the engine takes them, by titles; columns that have gone are left out. */
export function sortedBy(table: Table, sorts: readonly ViewOrder[]): Sort[] {
  return sorts.flatMap(({ column, descending }) => {
    const found = columnNamed(table, column)
    return found ? [{ column: found.title, descending }] : []
  })
}

function layoutKey(projectId: string, table: Table): string {
  return `${projectId}/${table.name}`
}

/** Puts a column that is being added beside another one; it is shown there as soon as the table has it. */
export function placeColumn(
  projectId: string,
  table: Table,
  added: string,
  place: { readonly beside: string; readonly side: 'left' | 'right' },
): void {
  const { columnLayouts, columnsArranged } = usePanelSize.getState()
  const key = layoutKey(projectId, table)
  const layout = columnLayouts[key] ?? untouched
  columnsArranged(key, { widths: layout.widths, order: orderWith(table, layout.order, added, place) })
}

/** A column that gets another name stays where it is, and as wide. Told before it is renamed: both names are kept. */
export function keepPlace(projectId: string, table: Table, column: string, name: string): void {
  const { columnLayouts, columnsArranged } = usePanelSize.getState()
  const key = layoutKey(projectId, table)
  const layout = columnLayouts[key]
  if (layout === undefined || name === column) return
  const width = layout.widths[column]
  columnsArranged(key, {
    widths: width === undefined ? layout.widths : { ...layout.widths, [name]: width },
    order: layout.order.length === 0 ? [] : orderWith(table, layout.order, name, { beside: column, side: 'right' }),
  })
}
