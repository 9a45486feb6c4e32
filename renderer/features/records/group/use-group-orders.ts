import type { Table } from '@common/model'
import type { ViewOrder } from '@common/views'
import { useMemo } from 'react'
import { groupLevels } from './group-level'

/** Returns the valid groups of a view; the same object while unchanged. */
export function useGroupOrders(table: Table, groups: readonly ViewOrder[]): readonly ViewOrder[] {
  const said = JSON.stringify(
    groupLevels(table, groups).map(({ column, descending }): ViewOrder => ({ column: column.name, descending })),
  )
  return useMemo(() => JSON.parse(said) as ViewOrder[], [said])
}
