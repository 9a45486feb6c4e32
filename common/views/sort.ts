import type { SortRule } from '@common/columns/column-type'
import { isLinkType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { Table } from '@common/model'
import { filterColumns, type FilterColumn } from './filter-columns'
import type { ViewOrder } from './settings'

/** Rows can be put in the order of anything but lists of linked records. */
export function sortColumns(table: Table): FilterColumn[] {
  return filterColumns(table).filter(({ column }) => !isLinkType(column))
}

/** In whose words the directions are told: keys of other tables are ordered as they are, not by names. */
export function sortRule({ column, family }: FilterColumn): SortRule {
  return family === 'text' ? 'text' : columnType(column.uiType).sort
}

/** A click on a header while Shift is held: another key behind those that are there; then turned round; then gone. */
export function withSortKey(sorts: readonly ViewOrder[], column: string): ViewOrder[] {
  const held = sorts.find((key) => key.column === column)
  if (held === undefined) return [...sorts, { column, descending: false }]
  if (held.descending) return sorts.filter((key) => key !== held)
  return sorts.map((key) => (key === held ? { column, descending: true } : key))
}
