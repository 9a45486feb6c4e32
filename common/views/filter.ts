import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import { conditionFilter } from './filter-condition'
import { filterColumn, type FilterColumn } from './filter-columns'
import { fitsColumn } from './filter-operators'
import { isFilterGroup, type ViewCondition, type ViewFilterGroup } from './settings'

/** Who looks, and when: values such as `this week` and `me` mean something else to each. */
export interface FilterReader {
  readonly now: Date
  /** IANA name. */
  readonly timeZone: string
  /** BCP 47; says with which day weeks begin. */
  readonly locale: string
  /** Empty for somebody who has not signed in: nothing is theirs. */
  readonly email: string
  /** Tables by their names in the database: those that links lead to are needed to filter by names of linked records. */
  readonly tables?: (name: string) => Table | undefined
}

/** Whether a condition takes part: its column may have gone or got another type, its value may not be there yet. */
export type ConditionState = 'counts' | 'incomplete' | 'unfit' | 'gone'

export function conditionState(condition: ViewCondition, table: Table, reader: FilterReader): ConditionState {
  const column = filterColumn(table, condition.column)
  if (column === undefined) return 'gone'
  if (!fitsColumn(column, condition.operator)) return 'unfit'
  return conditionFilter(column, condition, reader) === undefined ? 'incomplete' : 'counts'
}

/**
 * What a view's filter asks of the engine. Conditions that say nothing yet, and those about columns that have gone or
 * become something else, do not count; groups of nothing else do not either.
 *
 * @returns undefined when every row is wanted
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

/** Every condition of a filter, those of its groups among them. */
export function conditionsOf({ filters }: ViewFilterGroup): ViewCondition[] {
  return filters.flatMap((each) => (isFilterGroup(each) ? conditionsOf(each) : [each]))
}

/** The columns by which rows are filtered, each once, in the order of their conditions. */
export function filteringColumns(group: ViewFilterGroup, table: Table, reader: FilterReader): FilterColumn[] {
  const columns = conditionsOf(group)
    .filter((condition) => conditionState(condition, table, reader) === 'counts')
    .flatMap(({ column }) => filterColumn(table, column) ?? [])
  return [...new Set(columns)]
}

/** Tables that a filter asks through links: without them its conditions over linked records cannot be worked out. */
export function tablesAsked(group: ViewFilterGroup, table: Table): string[] {
  const names = conditionsOf(group).flatMap(({ column }) => {
    const { link } = filterColumn(table, column) ?? {}
    return link === undefined ? [] : [link.link.relatedTable]
  })
  return [...new Set(names)]
}
