import type { Table } from '@common/model'
import type { Sort } from '@common/query/tree'
import { usePanelSize } from '@renderer/stores'
import { useMemo } from 'react'
import type { DataGridColumn } from './data-grid'
import { columnWidthMax, columnWidthMin, gridColumns, movedOrder, orderWith, type ColumnLayout } from './grid-columns'

const untouched: ColumnLayout = { widths: {}, order: [] }

/** Columns as this person arranged them on this computer, with what dragging does to them. */
export function useGridColumns(
  projectId: string,
  table: Table,
  sort: readonly Sort[],
  readOnly: boolean,
): {
  readonly columns: readonly DataGridColumn[]
  readonly resize: (column: number, width: number) => void
  readonly move: (from: number, to: number) => void
} {
  const key = layoutKey(projectId, table)
  const layout = usePanelSize((state) => state.columnLayouts[key]) ?? untouched
  const arrange = usePanelSize((state) => state.columnsArranged)
  const columns = useMemo(() => gridColumns(table, layout, sort, readOnly), [table, layout, sort, readOnly])
  return {
    columns,
    resize: (at, width) => {
      const column = columns[at]
      if (!column) return
      const within = Math.round(Math.min(columnWidthMax, Math.max(columnWidthMin, width)))
      arrange(key, { order: [...layout.order], widths: { ...layout.widths, [column.id]: within } })
    },
    move: (from, to) => arrange(key, { widths: layout.widths, order: movedOrder(columns, from, to) }),
  }
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
