import type { StoredValue } from '@common/columns/column-type'
import type { ErrorDetails } from '@common/errors'

/** Runs a query on the current connection. */
export type Ask = (sql: string, params: readonly StoredValue[]) => Promise<StoredValue[][]>

/** Returns the columns of a violated key; the server reports only its name. */
export async function uniqueDetails(table: string, key: string, ask: Ask): Promise<ErrorDetails> {
  try {
    // MySQL 8 writes `table.key`, others `key`; both can contain dots.
    const names = key.startsWith(`${table}.`) ? [key, key.slice(table.length + 1)] : [key, key]
    const rows = await ask(
      `SELECT COLUMN_NAME FROM information_schema.STATISTICS
       WHERE TABLE_SCHEMA = database() AND TABLE_NAME = ? AND INDEX_NAME IN (?, ?) ORDER BY SEQ_IN_INDEX`,
      [table, ...names],
    )
    const columns = rows.map(([name]) => String(name))
    return columns.length === 0 ? { table } : { table, columns, column: columns.join(', ') }
  } catch {
    // The details are optional.
    return { table }
  }
}

/** Returns the table that a statement writes to. */
export function writtenTable(sql: string): string | undefined {
  const found = /^\s*(?:insert\s+into|update|replace\s+into)\s+(?:`((?:[^`]|``)+)`|([\w$]+))/i.exec(sql)
  return found?.[1]?.replaceAll('``', '`') ?? found?.[2]
}
