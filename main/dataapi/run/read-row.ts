import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import { parseNested } from '@common/query/nested'
import { hasComputed } from '@main/db/computed'
import type { ReadOptions } from '@main/db/database'
import { compileByKey, rowShape, wholeRow } from '../compile/read'
import { planNested, showsLinks } from '../nested/plan'
import { rowLines, withNested } from '../nested/rows'
import { keyOfRow } from '../parse/row-key'
import { rowJson } from '../shape/row-json'
import { computedIn, isRowBounded } from './ready-list'
import { withoutUnreadable } from './unreadable'
import type { QueryText, ReadCall } from './read-call'

/** Reads that finish before they could be cancelled. */
export const shortRead: ReadOptions = { lane: 'short' }

/** Returns the row with a key, or `{}`. */
export async function readByKey(
  call: ReadCall,
  key: readonly string[],
  query: QueryText,
): Promise<Uint8Array | string> {
  const { database, index } = call
  const nested = parseNested(query)
  const computed = hasComputed(index.table) ? await computedIn(call) : undefined
  const read: ReadOptions = isRowBounded(computed) ? shortRead : { signal: call.signal, lane: 'long' }
  const statement = compileByKey(database.dialect, index, key, computed)
  const shape = rowShape(index, computed)
  const plans = showsLinks(index, nested) ? await planNested(database.dialect, index, nested, call.tableNamed) : []
  if (plans.length === 0) return database.readJson(statement, shape, read)
  const rows = rowLines(shape, await database.read(statement, read))
  const [row = '{}'] = await withNested(database, rows, wholeRow(index, computed), plans, call)
  return row
}

/** Returns a row that was just written, from its stored values. */
export async function readWritten(
  call: ReadCall,
  row: readonly StoredValue[],
  query: QueryText,
): Promise<Uint8Array | string> {
  const { database, index } = call
  const { columns } = index.table
  // The database computes columns of the row.
  if (hasComputed(index.table) && index.key.length > 0) {
    const key = keyOfRow(index, (column) => row[index.position.get(column) ?? -1])
    try {
      return await withoutUnreadable(call, (allowed) => readByKey(allowed, key, query))
    } catch (error) {
      // The write succeeded, even if the database can't compute some of its columns now.
      if (!(error instanceof AppError)) throw error
      for (const { title } of (await computedIn(call))?.columns ?? []) call.omitted?.(title, error)
    }
  }
  const nested = parseNested(query)
  const plans = showsLinks(index, nested) ? await planNested(database.dialect, index, nested, call.tableNamed) : []
  if (plans.length === 0) return rowJson(columns, row)
  try {
    const [text = '{}'] = await withNested(database, rowLines(rowShape(index), [row]), columns, plans, call)
    return text
  } catch (error) {
    // Also omits unreadable linked rows.
    if (!(error instanceof AppError)) throw error
    for (const { key } of plans) call.omitted?.(key, error)
    return rowJson(columns, row)
  }
}

/** Returns a row that was just written, from its key. Never throws: the write succeeded. */
export async function readWrittenByKey(
  call: ReadCall,
  key: readonly string[],
  query: QueryText,
): Promise<Uint8Array | string> {
  try {
    return await withoutUnreadable(call, (allowed) => readByKey(allowed, key, query))
  } catch (error) {
    const { database, index } = call
    const reason = error instanceof AppError ? error : new AppError('INTERNAL', {}, { cause: error })
    const stored = database.read(compileByKey(database.dialect, index, key), shortRead).catch(() => [])
    const [row] = await stored
    if (row !== undefined) return readWritten(call, row, query)
    // Only the key is known.
    for (const { title } of index.table.columns.filter((column) => !index.key.includes(column)))
      call.omitted?.(title, reason)
    return JSON.stringify(Object.fromEntries(index.key.map(({ title }, at) => [title, key[at] ?? null])))
  }
}

export async function rowExists({ database, index }: ReadCall, key: readonly string[]): Promise<boolean> {
  const rows = await database.read(compileByKey(database.dialect, index, key), shortRead)
  return rows.length > 0
}
