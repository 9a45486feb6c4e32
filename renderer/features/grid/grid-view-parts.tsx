import type { Sort } from '@common/query/tree'
import type { ViewOrder } from '@common/views'
import { queryClient } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Bounds, CellPosition, DataGridColumn, DataGridHandle } from './data-grid'
import styles from './grid.module.css'
import type { ColumnCommands } from './column-commands'
import type { RowFilter } from './filter/use-row-filter'
import { rowCountKey } from './row-api'
import { linkAddress, openLink } from './use-cell-keys'
import type { GridQuery } from './use-grid-model'

/** The order, the search and the filter that rows are asked by; a change of any begins at the top. */
export function useQuery(
  sort: readonly Sort[],
  search: string,
  { filter, isPending }: Pick<RowFilter, 'filter' | 'isPending'>,
  groups: readonly ViewOrder[],
  grid: RefObject<DataGridHandle | null>,
): GridQuery {
  const [query, setQuery] = useState<GridQuery>({ sort, search, filter, isPending, groups })
  useEffect(() => {
    // Coming back to the front is no change.
    const isSame = query.sort === sort && query.search === search && query.groups === groups
    if (isSame && query.filter === filter && query.isPending === isPending) return
    setQuery({ sort, search, filter, isPending, groups })
    grid.current?.scrollTo({ column: 0, row: 0 })
  }, [query, sort, search, filter, isPending, groups, grid])
  return query
}

/** The tree shows the same number of records as the grid. */
export function useCountTold(projectId: string, table: string, count: number | undefined): void {
  useEffect(() => {
    const key = rowCountKey(projectId, table)
    // Setting the same number again would render the grid again.
    if (count !== undefined && queryClient.getQueryData(key) !== count) queryClient.setQueryData(key, count)
  }, [projectId, table, count])
}

/** The painter says where it is before it has gone where it should: what it says this long is not remembered. */
const settlesAfterMs = 250

export interface Appearance {
  /** Grows each time the tab comes to the front. */
  readonly count: number
  /** The cell that was first on the screen. */
  readonly place: CellPosition
  readonly remember: (place: CellPosition) => void
}

/**
 * How a tab comes back. A hidden tab keeps its state, but the painter's effects end with its first hiding and
 * its place is lost: it is made anew each time and sent to where it was.
 */
export function useAppearance(): Appearance {
  const [count, setCount] = useState(0)
  const wasHidden = useRef(false)
  const place = useRef<CellPosition>({ column: 0, row: 0 })
  const isSettled = useRef(false)
  useLayoutEffect(() => {
    if (wasHidden.current) setCount((before) => before + 1)
    const timer = setTimeout(() => {
      isSettled.current = true
    }, settlesAfterMs)
    return () => {
      clearTimeout(timer)
      wasHidden.current = true
      isSettled.current = false
    }
  }, [])
  const remember = useCallback((next: CellPosition) => {
    if (isSettled.current) place.current = next
  }, [])
  return { count, place: place.current, remember }
}

/** Opens what a link cell holds; undefined when it is no address. */
export function linkCommand(
  cellAt: (row: number, column: DataGridColumn) => { readonly state: string; readonly text?: string },
  column: DataGridColumn | undefined,
  row: number,
): (() => void) | undefined {
  if (column?.display !== 'link' && column?.display !== 'button') return undefined
  const text = cellAt(row, column).text ?? ''
  return linkAddress(text, column) === undefined ? undefined : () => void openLink(text, column)
}

/** Head behind the last column. */
export function AddColumn({ onAdd }: { readonly onAdd: (at: Bounds) => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.addColumn}>
      <IconButton
        icon="plus"
        size="xs"
        label={t('grid.addColumn')}
        onClick={(event) => onAdd(event.currentTarget.getBoundingClientRect())}
      />
    </div>
  )
}

/** A stored column stands before those that are computed, unless it is asked for behind them. */
export function addLast(columns: readonly DataGridColumn[], commands: ColumnCommands, at: Bounds): void {
  const last = columns.at(-1)
  if (last?.computed || last?.link) commands.insert(last.id, 'right', at)
  else commands.add(at)
}
