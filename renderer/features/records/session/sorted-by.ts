import type { Table } from '@common/model'
import type { Sort } from '@common/query/tree'
import type { ViewOrder } from '@common/views'
import { columnNamed } from '../columns/grid-columns'

/** Returns the sort keys for the server, by titles. Omits deleted columns. */
export function sortedBy(table: Table, sorts: readonly ViewOrder[]): Sort[] {
  return sorts.flatMap(({ column, descending }) => {
    const found = columnNamed(table, column)
    return found ? [{ column: found.title, descending }] : []
  })
}
