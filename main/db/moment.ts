import type { Column } from '@common/model'
import type { Dialect } from './dialect'

/** Rows that travel together. */
export const momentRows = 2_000
/** Longest time for the rows of one moment. */
export const momentMs = 6 * 60 * 60_000

/** Returns a SELECT of all rows of a table, without an order. @param last  quoted name of a further column */
export function selectAll(dialect: Dialect, table: string, columns: readonly Column[], last?: string): string {
  const { quote, selected } = dialect
  const list = columns.map((column) => selected?.(column, quote(column.name)) ?? quote(column.name))
  const all = last === undefined ? list : [...list, last]
  return `SELECT ${all.join(', ')} FROM ${quote(table)}`
}
