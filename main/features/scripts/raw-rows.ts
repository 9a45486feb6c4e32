import { countTimeoutMs } from '@common/constants'
import { AppError } from '@common/errors'
import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { SightedTable } from '@common/principal/sight'
import { findTitled } from '@common/wire/named'
import { visibleRows } from '@main/db/computed'
import type { Database } from '@main/db/database'
import { write, type Fragment } from '@main/db/sql-fragment'

export interface RowsAsked {
  readonly fields: readonly string[]
  readonly size: number
  /** From 1. */
  readonly page: number
}

/** Rows as the database has them, in the order of their key. @throws AppError COLUMN_NOT_FOUND, QUERY_TIMEOUT */
export async function listRows(
  database: Database,
  table: SightedTable,
  { fields, size, page }: RowsAsked,
  signal: AbortSignal,
): Promise<{ count: number; list: Record<string, unknown>[] }> {
  const { quote, placeholder, order, page: pageSql, selected } = database.dialect
  const columns = columnsOf(table, fields)
  const text = (select: (from: string, bind: (value: StoredValue) => string) => string) => {
    const params: StoredValue[] = []
    const bind = (value: StoredValue): string => {
      params.push(value)
      return placeholder(params.length)
    }
    const rows = rowsOf(table)
    const from = rows === undefined ? quote(table.name) : `${write(rows, bind)} AS ${quote(table.name)}`
    return { sql: select(from, bind), params }
  }
  const keys = table.primaryKey.length > 0 ? table.primaryKey : [table.rowId].filter((name) => name !== null)
  const ordered = keys.map((name) => order(quote(name), { descending: false, nullable: false })).join(', ')
  const shown = columns.map((column) => selected?.(column, quote(column.name)) ?? quote(column.name)).join(', ')
  const by = ordered === '' ? '' : ` ORDER BY ${ordered}`
  const paged = text((from, bind) => {
    const sql = `SELECT ${shown} FROM ${from}${by}`
    return `${sql}${pageSql(bind(size), bind((page - 1) * size), ordered !== '')}`
  })
  const counting = text((from) => `SELECT count(*) FROM ${from}`)
  const read = { signal, lane: 'long' } as const
  const [bytes, counted] = await Promise.all([
    database.readJson(paged, { keys: columns.map(({ name }) => name) }, read),
    database.read(counting, { ...read, timeoutMs: countTimeoutMs }),
  ])
  const list = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>[]
  return { count: Number(counted[0]?.[0] ?? 0), list }
}

/** Returns the SQL of the visible rows; undefined if all are visible. */
function rowsOf(table: SightedTable): Fragment | undefined {
  const rows = visibleRows(table)
  // Fails instead of showing hidden rows.
  if (rows === undefined && table.sight.rows !== undefined)
    throw new Error(`The rows of ${table.name} were not prepared`)
  return rows
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
