import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import { conditionFilter } from './filter-condition'
import { filterColumn, type FilterColumn } from './filter-columns'
import { fitsColumn } from './filter-operators'
import { isFilterGroup, type ViewCondition, type ViewFilterGroup } from './settings'
import type { FilterReader } from './filter-reader'

/** Says if a condition applies. Its column can be missing or have another type, and its value can be missing. */
export type ConditionState = 'counts' | 'incomplete' | 'unfit' | 'gone'

export function conditionState(condition: ViewCondition, table: Table, reader: FilterReader): ConditionState {
  const column = filterColumn(table, condition.column)
  if (column === undefined) return 'gone'
  if (!fitsColumn(column, condition.operator)) return 'unfit'
  return conditionFilter(column, condition, reader) === undefined ? 'incomplete' : 'counts'
}

/**
 * Translates a view's filter for the engine. Skips incomplete conditions, conditions on missing or changed columns, and
 * groups without any other condition.
 *
 * @returns undefined if the filter matches every row
 */
export function engineFilter(group: ViewFilterGroup, table: Table, reader: FilterReader): Filter | undefined {
  const filters = group.filters.flatMap((each): Filter[] => {
    const filter = isFilterGroup(each) ? engineFilter(each, table, reader) : filterOf(each, table, reader)
    return filter === undefined ? [] : [filter]
  })
  const [first] = filters
  return filters.length > 1 ? { kind: group.join, filters } : first
}

function filterOf(condition: ViewCondition, table: Table, reader: FilterReader): Filter | undefined {
  const column = filterColumn(table, condition.column)
  if (column === undefined || !fitsColumn(column, condition.operator)) return undefined
  return conditionFilter(column, condition, reader)
}

/** Returns all conditions of a filter, including those of nested groups. */
export function conditionsOf({ filters }: ViewFilterGroup): ViewCondition[] {
  return filters.flatMap((each) => (isFilterGroup(each) ? conditionsOf(each) : [each]))
}

/** Returns the columns that a filter uses, each once, in the order of the conditions. */
export function filteringColumns(group: ViewFilterGroup, table: Table, reader: FilterReader): FilterColumn[] {
  const columns = conditionsOf(group)
    .filter((condition) => conditionState(condition, table, reader) === 'counts')
    .flatMap(({ column }) => filterColumn(table, column) ?? [])
  return [...new Set(columns)]
}

/** Returns the linked tables that a filter needs. Conditions on linked records can't be translated without them. */
export function tablesAsked(group: ViewFilterGroup, table: Table): string[] {
  const names = conditionsOf(group).flatMap(({ column }) => {
    const { link } = filterColumn(table, column) ?? {}
    return link === undefined ? [] : [link.link.relatedTable]
  })
  return [...new Set(names)]
}
