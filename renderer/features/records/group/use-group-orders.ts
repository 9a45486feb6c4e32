import type { Table } from '@common/model'
import type { ViewOrder } from '@common/views'
import { useMemo } from 'react'
import { groupLevels } from './group-level'

/** Returns the valid groups of a view. */
export function groupOrders(table: Table, groups: readonly ViewOrder[]): readonly ViewOrder[] {
  return groupLevels(table, groups).map(({ column, descending }) => ({ column: column.name, descending }))
}

/** The same as one object while unchanged. */
export function useGroupOrders(table: Table, groups: readonly ViewOrder[]): readonly ViewOrder[] {
  const said = JSON.stringify(groupOrders(table, groups))
  return useMemo(() => JSON.parse(said) as ViewOrder[], [said])
}
