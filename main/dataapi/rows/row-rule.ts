import { randomUUID } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { AppError, type ErrorCode } from '@common/errors'
import type { Column } from '@common/model'
import type { Dialect } from '@main/db/dialect'
import type { Step, EarlierValue } from '@main/db/statement'
import { tableSource } from '../compile/filter'
import { SqlText } from '../compile/sql-text'
import { boundKey } from '../parse/row-key'
import { seenIndex, tableIndex, type TableIndex } from '../plan/columns'
import { referencesOf } from '../plan/references'
import { byKeys } from './row-statements'

/** True if the caller of a write sees only some rows. */
export const hidesRows = ({ seen }: TableIndex): boolean => seen?.table.sight.rows !== undefined

/**
 * Returns the steps that fail the transaction unless the caller sees all rows with these keys: before a write
 * (`lockSeen`), because hidden rows don't exist for it; after the write, because its rows must satisfy the rule too.
 */
export function requireSeen(
  dialect: Dialect,
  index: TableIndex,
  keys: readonly (readonly string[])[],
  tooFew: ErrorCode,
): Step[] {
  const { seen } = index
  if (seen === undefined || !hidesRows(index) || keys.length === 0) return []
  const statements = keys.map((key) => {
    const sql = new SqlText(dialect)
    const source = tableSource(sql, seen)
    return { sql: `SELECT 1 FROM ${source} WHERE ${boundKey(sql, seen, key)}`, params: sql.params }
  })
  return [
    {
      sql: statements[0]?.sql ?? '',
      params: [],
      batch: statements.map(({ params }) => params),
      returns: true,
      expectRows: new Set(keys.map((key) => JSON.stringify(key))).size,
      tooFew,
    },
  ]
}

/**
 * Returns the steps that lock the rows with these keys and fail the transaction unless the caller sees all of them. Two
 * statements: the second one reads what other clients have stored while the first one waited for them.
 */
export function lockSeen(dialect: Dialect, index: TableIndex, keys: readonly (readonly string[])[]): Step[] {
  const checks = requireSeen(dialect, index, keys, 'ROW_NOT_FOUND')
  const { lock } = dialect.rows
  if (checks.length === 0 || lock === undefined) return checks
  const rows = byKeys(dialect, index, keys)
  const sql = lock(index.table, rows[0]?.where ?? '')
  return [{ sql, params: [], batch: rows.map(({ params }) => params), returns: true }, ...checks]
}

/** True if a row that the caller saw was deleted or hidden before the transaction locked it. */
export const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'ROW_NOT_FOUND'

/** A row that an earlier step of the transaction inserts. */
export interface InsertedRow {
  readonly step: number
  /** Place among the returned rows. */
  readonly row: number
}

/**
 * Returns the steps that fail the transaction unless the caller sees the inserted rows.
 *
 * @param returned  columns that the inserting steps return
 * @throws AppError NOT_ALLOWED if the rows have no key to find them by
 */
export function requireInsertedSeen(
  dialect: Dialect,
  index: TableIndex,
  rows: readonly InsertedRow[],
  returned: readonly Column[],
): Step[] {
  const { seen } = index
  if (seen === undefined || !hidesRows(index) || rows.length === 0) return []
  if (seen.key.length === 0) throw new AppError('NOT_ALLOWED')
  const earlier: EarlierValue[] = []
  const statements = rows.map(({ step, row }) => {
    const sql = new SqlText(dialect)
    const source = tableSource(sql, seen)
    const conditions = seen.key.map((column) => {
      const token = `inserted ${randomUUID()}`
      earlier.push({ token, step, row, column: returned.indexOf(column) })
      return `${sql.name(column)} = ${sql.bind(token)}`
    })
    return { sql: `SELECT 1 FROM ${source} WHERE ${conditions.join(' AND ')}`, params: sql.params }
  })
  return [
    {
      sql: statements[0]?.sql ?? '',
      params: [],
      batch: statements.map(({ params }): readonly StoredValue[] => params),
      returns: true,
      expectRows: rows.length,
      tooFew: 'ROW_OUTSIDE_RULES',
      earlier,
    },
  ]
}

/**
 * Returns the steps that fail the transaction unless the caller sees every record that these values reference. The
 * answer is the same for a hidden record and for a missing one.
 *
 * @throws AppError VALUE_REFERENCE_MISSING if the caller sees no referenced record at all; NOT_ALLOWED for a part of a
 * reference
 */
export function requireReferences(
  dialect: Dialect,
  index: TableIndex,
  rows: Iterable<ReadonlyMap<Column, StoredValue>>,
): Step[] {
  const { table } = seenIndex(index)
  if (table.sight.guarded === undefined) return []
  const all = [...rows]
  return referencesOf(table).flatMap(({ columns: names, related, relatedColumns }): Step[] => {
    const columns = names.map((name) => index.byName.get(name))
    const keys = all.flatMap((row): StoredValue[][] => {
      const values = columns.map((column) => (column === undefined ? undefined : row.get(column)))
      if (values.every((value) => value === undefined) || values.includes(null)) return []
      if (values.includes(undefined)) throw new AppError('NOT_ALLOWED')
      return [values.map((value) => value ?? null)]
    })
    if (keys.length === 0) return []
    if (related === undefined) throw new AppError('VALUE_REFERENCE_MISSING')
    const statements = keys.map((key) => {
      const sql = new SqlText(dialect)
      const source = tableSource(sql, tableIndex(related))
      const conditions = relatedColumns.map((name, at) => `${dialect.quote(name)} = ${sql.bind(key[at] ?? null)}`)
      return { sql: `SELECT 1 FROM ${source} WHERE ${conditions.join(' AND ')}`, params: sql.params }
    })
    return [
      {
        sql: statements[0]?.sql ?? '',
        params: [],
        batch: statements.map(({ params }): readonly StoredValue[] => params),
        returns: true,
        expectRows: keys.length,
        tooFew: 'VALUE_REFERENCE_MISSING',
      },
    ]
  })
}

/** Checks that the caller may change a link. @throws AppError COLUMN_NOT_WRITABLE */
export function requireWritableLink(
  { table }: TableIndex,
  { id, title }: { readonly id: string; readonly title: string },
): void {
  if (table.sight.writable?.has(id) === false) throw new AppError('COLUMN_NOT_WRITABLE', { column: title })
}

/** Returns the visible part of a stored row. */
export function seenRow(index: TableIndex, row: readonly StoredValue[]): readonly StoredValue[] {
  const { seen } = index
  return seen === undefined ? row : seen.table.columns.map((column) => row[index.position.get(column) ?? -1] ?? null)
}

/**
 * Checks that the caller may write columns.
 *
 * @throws AppError COLUMN_NOT_WRITABLE
 */
export function requireWritableColumns({ seen }: TableIndex, columns: Iterable<Column>): void {
  const writable = seen?.table.sight.writable
  for (const { name, title } of columns) {
    if (seen !== undefined && !seen.byName.has(name)) throw new AppError('NOT_ALLOWED')
    if (writable?.has(name) === false) throw new AppError('COLUMN_NOT_WRITABLE', { column: title })
  }
}
