import type { Sort } from '@common/query/tree'
import type { ViewOrder } from '@common/views'
import { useEffect, useState, type RefObject } from 'react'
import type { RowFilter } from '../filter/use-row-filter'
import type { DataGridHandle } from '../painter/data-grid'
import type { GridQuery } from './use-grid-model'

/** Returns the order, the search and the filter for rows. A change of any scrolls to the top. */
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
