import { countTimeoutMs } from '@common/constants'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import { findTitled } from '@common/wire/named'
import type { Database } from '@main/db/database'

export interface RowsAsked {
  readonly fields: readonly string[]
  readonly size: number
  /** From 1. */
  readonly page: number
}

/** Rows as the database has them, in the order of their key. @throws AppError COLUMN_NOT_FOUND, QUERY_TIMEOUT */
export async function listRows(
  database: Database,
  table: Table,
  { fields, size, page }: RowsAsked,
  signal: AbortSignal,
): Promise<{ count: number; list: Record<string, unknown>[] }> {
  const { quote, placeholder, order, page: pageSql, selected } = database.dialect
  const columns = columnsOf(table, fields)
  const from = quote(table.name)
  const keys = table.primaryKey.length > 0 ? table.primaryKey : [table.rowId].filter((name) => name !== null)
  const ordered = keys.map((name) => order(quote(name), { descending: false, nullable: false })).join(', ')
  const shown = columns.map((column) => selected?.(column, quote(column.name)) ?? quote(column.name)).join(', ')
  const sql = `SELECT ${shown} FROM ${from}${ordered === '' ? '' : ` ORDER BY ${ordered}`}`
  const paged = `${sql}${pageSql(placeholder(1), placeholder(2), ordered !== '')}`
  const read = { signal, lane: 'long' } as const
  const [bytes, counted] = await Promise.all([
    database.readJson(
      { sql: paged, params: [size, (page - 1) * size] },
      { keys: columns.map(({ name }) => name) },
      read,
    ),
    database.read({ sql: `SELECT count(*) FROM ${from}`, params: [] }, { ...read, timeoutMs: countTimeoutMs }),
  ])
  const list = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>[]
  return { count: Number(counted[0]?.[0] ?? 0), list }
}

function columnsOf(table: Table, fields: readonly string[]): readonly Column[] {
  const names = fields.map((name) => name.trim()).filter((name) => name !== '' && name !== '*')
  if (names.length === 0) return table.columns
  return names.map((name) => {
    const column = findTitled(table.columns, name)
    if (column) return column
    throw new AppError('COLUMN_NOT_FOUND', { column: name.slice(0, 200), table: table.title })
  })
}
