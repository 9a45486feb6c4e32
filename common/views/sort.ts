import type { SortRule } from '@common/columns/column-type'
import { isLinkType } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { Table } from '@common/model'
import { filterColumns, type FilterColumn } from './filter-columns'
import type { ViewOrder } from './settings'

/** Returns the columns that can be sorted: all but lists of linked records. */
export function sortColumns(table: Table): FilterColumn[] {
  return filterColumns(table).filter(({ column }) => !isLinkType(column))
}

/** Returns the wording of sort directions. References sort by key, not by name. */
export function sortRule({ column, family }: FilterColumn): SortRule {
  return family === 'text' ? 'text' : columnType(column.uiType).sort
}

/** Cycles a sort key on Shift+click: add it as the last key, reverse it, remove it. */
export function withSortKey(sorts: readonly ViewOrder[], column: string): ViewOrder[] {
  const held = sorts.find((key) => key.column === column)
  if (held === undefined) return [...sorts, { column, descending: false }]
  if (held.descending) return sorts.filter((key) => key !== held)
  return sorts.map((key) => (key === held ? { column, descending: true } : key))
}
