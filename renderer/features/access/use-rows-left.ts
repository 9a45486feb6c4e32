import type { Table } from '@common/model'
import type { TablesByName } from '@common/principal/hidden-columns'
import { rowRuleFilter } from '@common/principal/row-rule'
import type { ViewFilterGroup } from '@common/views'
import { countRowsOf, rowCountKey, useTableCount } from '@renderer/features/records'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export interface RowsLeft {
  /** Records that match the rule; Infinity if there are too many to count. */
  readonly shown: number
  readonly total: number
}

/** Counts after a pause in typing. */
const countAfterMs = 400

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
  const text = filter === undefined ? '' : JSON.stringify(filter)
  const settled = useSettled(text)
  const isEnabled = filter !== undefined && settled === text
  const shown = useQuery({
    queryKey: [...rowCountKey(projectId, table.name), settled],
    queryFn: ({ signal }) => countRowsOf(projectId, table.title, signal, filter),
    enabled: isEnabled,
  })
  const total = useTableCount(projectId, table, filter !== undefined)
  return isEnabled && shown.data !== undefined && total !== undefined ? { shown: shown.data, total } : undefined
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), countAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
