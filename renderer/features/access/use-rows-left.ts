import type { Table } from '@common/model'
import type { TablesByName } from '@common/principal/hidden-columns'
import { rowRuleFilter } from '@common/principal/row-rule'
import type { ViewFilterGroup } from '@common/views'
import { useMatchingCount, useTableCount } from '@renderer/features/records'

export interface RowsLeft {
  /** Records that match the rule; Infinity if there are too many to count. */
  readonly shown: number
  readonly total: number
}

/**
 * Counts the records that a row rule leaves a person, of those that the reader sees.
 *
 * @param rule  null: counts nothing
 * @param email  who the current user is
 * @returns undefined until both are counted
 */
export function useRowsLeft(options: {
  readonly projectId: string
  readonly table: Table
  readonly rule: ViewFilterGroup | null
  readonly tables: TablesByName
  readonly email: string
}): RowsLeft | undefined {
  const { projectId, table, rule, tables, email } = options
  const filter = rule === null ? undefined : rowRuleFilter(rule, table, tables, email)
  const shown = useMatchingCount(projectId, table, filter)
  const total = useTableCount(projectId, table, filter !== undefined)
  return shown !== undefined && total !== undefined ? { shown, total } : undefined
}
