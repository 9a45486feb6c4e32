import { AppError } from '@common/errors'
import type { SightedTable } from '@common/principal/sight'
import { computedOf, hasComputed, type ComputedColumn } from '@main/db/computed'
import type { Database } from '@main/db/database'
import { tableIndex, type TableIndex } from '../plan/columns'
import { compileList, withPage } from '../compile/read'
import { planList } from '../plan/plan'
import type { TableNamed } from '../nested/ends'
import type { ReadCall } from './read-call'

/** Computed columns of a table that the connection's user may not read, by id. */
export interface Unreadable {
  readonly ids: ReadonlySet<string>
  readonly error: AppError
  readonly untilMs: number
}

/** Cache lifetime: rights may change at any time. */
const knownMs = 30_000

const known = new WeakMap<SightedTable, Unreadable>()
const reduced = new WeakMap<Unreadable, TableIndex>()

/** True if the connection's user may not read something. */
export const isForbidden = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'DATABASE_FORBIDDEN'

/** Returns the cached unreadable columns. Runs no query. */
export function unreadableNow(table: SightedTable): Unreadable | undefined {
  const found = known.get(table)
  return found !== undefined && found.ids.size > 0 && found.untilMs > performance.now() ? found : undefined
}

/**
 * Runs a read. If the database forbids it because of computed columns (lookups and rollups over a table that the
 * connection's user may not read), runs it without them and passes their titles to `call.omitted`.
 *
 * @throws AppError DATABASE_FORBIDDEN if the table itself may not be read, or the query names such a column
 */
export async function withoutUnreadable<T>(call: ReadCall, ask: (call: ReadCall) => Promise<T>): Promise<T> {
  const { table } = call.index
  if (!hasComputed(table)) return ask(call)
  const before = unreadableNow(table)
  if (before !== undefined) return askReduced(call, before, ask)
  try {
    return await ask(call)
  } catch (error) {
    if (!isForbidden(error)) throw error
    const found = await findUnreadable(call.database, table, call.tableNamed, error)
    if (found === undefined) throw error
    return askReduced(call, found, ask)
  }
}

async function askReduced<T>(call: ReadCall, found: Unreadable, ask: (call: ReadCall) => Promise<T>): Promise<T> {
  const { table } = call.index
  let answer: T
  try {
    const { database, projectId, tableNamed, signal, cursorKey, version, omitted, within } = call
    answer = await ask({
      database,
      projectId,
      tableNamed,
      signal,
      cursorKey,
      version,
      omitted,
      ...(within && { within }),
      index: reducedIndex(table, found),
    })
  } catch (error) {
    // The query names a column that was left out.
    throw error instanceof AppError && error.code === 'COLUMN_NOT_FOUND' ? found.error : error
  }
  for (const column of table.virtualColumns)
    if (column.kind !== 'link' && found.ids.has(column.id)) call.omitted?.(column.title, found.error)
  return answer
}

/** Returns the same object for the same omitted columns, so that caches by table or index stay valid. */
function reducedIndex(table: SightedTable, found: Unreadable): TableIndex {
  const known = reduced.get(found)
  if (known !== undefined) return known
  const left = table.virtualColumns.filter(({ id }) => found.ids.has(id))
  const virtualColumns = table.virtualColumns.filter(({ id }) => !found.ids.has(id))
  const leftOut = new Set(left.flatMap((column) => (column.kind === 'link' ? [] : [column.id, column.title])))
  const made = { ...tableIndex({ ...table, virtualColumns }), leftOut }
  reduced.set(found, made)
  return made
}

/**
 * Finds the unreadable computed columns of a table by reading each of them alone.
 *
 * @returns undefined if there are none, or if the table itself may not be read
 */
export async function findUnreadable(
  database: Database,
  table: SightedTable,
  tableNamed: TableNamed,
  error: AppError,
): Promise<Unreadable | undefined> {
  const last = known.get(table)
  if (last !== undefined && last.untilMs > performance.now()) return unreadableNow(table)
  const { columns } = await computedOf(database.dialect, table, tableNamed)
  const stored = table.columns[0]?.title ?? ''
  const forbidden = (await isUnreadable(database, table, tableNamed, stored))
    ? []
    : await Promise.all(columns.map((column) => forbiddenId(database, table, tableNamed, column)))
  const ids = new Set(forbidden.flat())
  const isSame = last !== undefined && ids.size === last.ids.size && [...ids].every((id) => last.ids.has(id))
  const found = { ids, error, untilMs: performance.now() + knownMs }
  const before = isSame ? reduced.get(last) : undefined
  if (before !== undefined) reduced.set(found, before)
  known.set(table, found)
  return unreadableNow(table)
}

async function forbiddenId(
  database: Database,
  table: SightedTable,
  tableNamed: TableNamed,
  { title, computed }: ComputedColumn,
): Promise<string[]> {
  if (computed.problem !== undefined) return []
  return (await isUnreadable(database, table, tableNamed, title)) ? [computed.id] : []
}

async function isUnreadable(
  database: Database,
  table: SightedTable,
  tableNamed: TableNamed,
  title: string,
): Promise<boolean> {
  const { dialect } = database
  const page = { limit: 1, offset: 0 }
  const computed = await computedOf(dialect, table, tableNamed)
  const plan = planList(tableIndex(table), { fields: [title], sort: [], page }, dialect.comparison, computed)
  try {
    await database.read(withPage(compileList(dialect, plan), page), { lane: 'long' })
    return false
  } catch (error) {
    return isForbidden(error)
  }
}
