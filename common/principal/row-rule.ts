import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import { conditionsOf, conditionState } from '@common/views/filter'
import { conditionFilter } from '@common/views/filter-condition'
import { filterColumn } from '@common/views/filter-columns'
import { isFilterGroup, type ViewCondition, type ViewFilterGroup } from '@common/views/settings'
import type { TablesByName } from './hidden-columns'
import type { FilterReader } from '../views/filter-reader'

/** Why a condition can't be part of a row rule. */
export type RowRuleProblem = 'gone' | 'unfit' | 'incomplete' | 'relativeDate'

const namesUser = ({ value }: ViewCondition): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'currentUser' in value

const isRelative = ({ value }: ViewCondition): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'relative' in value

/** True if a row rule depends on the current user. */
export const ruleNamesUser = (rule: ViewFilterGroup): boolean => conditionsOf(rule).some(namesUser)

/** Rules are the same for all readers, wherever they are. */
function readerOf(email: string, tables: TablesByName): FilterReader {
  return { now: new Date(0), timeZone: 'UTC', locale: 'en', email, tables: (name) => tables.get(name) }
}

/** Returns the first condition that a row rule can't have, and why. A rule is strict: it never skips a condition. */
export function rowRuleProblem(
  rule: ViewFilterGroup,
  table: Table,
  tables: TablesByName,
): { readonly column: string; readonly problem: RowRuleProblem } | undefined {
  const reader = readerOf('a@example.com', tables)
  for (const condition of conditionsOf(rule)) {
    const problem = isRelative(condition) ? 'relativeDate' : conditionState(condition, table, reader)
    if (problem !== 'counts') return { column: condition.column, problem }
  }
  return undefined
}

/**
 * Returns the filter of a row rule. A rule that doesn't compile any more, for example because its column is gone,
 * matches no row, and so does a rule about the current user for a principal without one.
 *
 * @returns undefined for a rule without conditions, which every row matches
 */
export function rowRuleFilter(
  rule: ViewFilterGroup,
  table: Table,
  tables: TablesByName,
  email: string | null,
): Filter | undefined {
  const conditions = conditionsOf(rule)
  if (conditions.length === 0) return undefined
  if (email === null && conditions.some(namesUser)) return never(table)
  if (rowRuleProblem(rule, table, tables) !== undefined) return never(table)
  return compiled(rule, table, readerOf(email ?? '', tables))
}

function compiled(rule: ViewFilterGroup, table: Table, reader: FilterReader): Filter | undefined {
  const filters = rule.filters.flatMap((each): Filter[] => {
    if (isFilterGroup(each)) return [compiled(each, table, reader)].filter((filter) => filter !== undefined)
    const column = filterColumn(table, each.column)
    return [(column && conditionFilter(column, each, reader)) ?? never(table)]
  })
  const [first] = filters
  return filters.length > 1 ? { kind: rule.join, filters } : first
}

/** A list without values matches nothing. */
function never({ columns, name }: Table): Filter {
  return { kind: 'condition', column: columns[0]?.name ?? name, operator: 'in', value: [] }
}
