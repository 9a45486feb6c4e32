import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { RowChangeToApply } from '@common/model/row-change'
import { restoreRecordsMax } from '@common/operations/history'
import { rowIdSegment } from '@common/query/row-id'
import { applyInParts, checkParts, oneTransactionMax, type PartPorts } from '@main/features/changes'
import type { ProjectContext } from '@main/operations/context'
import { comparedColumns, type Difference, type Row } from './differences'

/** The data engine's way to write and show values. */
export interface RestorePorts extends PartPorts {
  /** Wraps a stored value so that it is written back unchanged. */
  readonly exact: (value: StoredValue) => unknown
  /** Returns a stored value as responses contain it. */
  readonly shown: (value: StoredValue) => unknown
}

/** Differences of one table. */
export interface TableToRestore {
  readonly table: Table
  readonly list: readonly Difference[]
}

export interface RestoreDone {
  readonly change: string | null
  readonly restored: number
  readonly reset: number
  readonly deleted: number
}

/**
 * Writes the earlier records as one change, and above `oneTransactionMax` in parts: restores deleted ones, resets changed ones, and deletes
 * added ones. Guards each record, so that it never overwrites a later change.
 *
 * @throws AppError HISTORY_RESTORE_TOO_LARGE, VALUE_CHANGED, errors of `applyInParts` and of the database
 */
export async function restoreRecords(
  ports: RestorePorts,
  context: ProjectContext,
  tables: readonly TableToRestore[],
): Promise<RestoreDone> {
  const total = tables.reduce((sum, { list }) => sum + list.length, 0)
  if (total > restoreRecordsMax) throw new AppError('HISTORY_RESTORE_TOO_LARGE', { max: restoreRecordsMax })
  const sorted = parentsFirst(tables)
  const of = (state: Difference['state'], all = sorted): RowChangeToApply[] =>
    all.flatMap(({ table, list }) =>
      (state === 'deleted' ? parentRowsFirst(table, list) : list)
        .filter((each) => each.state === state)
        .map((each) => changeOf(ports, table, each)),
    )
  const [creates, updates, deletes] = [of('deleted'), of('changed'), of('added', sorted.toReversed())]
  const callOf = (changes: readonly RowChangeToApply[]) =>
    ({ projectId: context.projectId, context, changes, anyway: false, why: 'restore' }) as const
  const write = (changes: readonly RowChangeToApply[]): Promise<void> => applyInParts(ports, callOf(changes))
  // A known conflict refuses the whole before the first part is written.
  if (total > oneTransactionMax) await checkParts(ports.check, callOf([...creates, ...updates, ...deletes]))
  if (total > 0)
    try {
      // References: a record comes before those that lead to it, and goes after them.
      await write([...creates, ...updates, ...deletes])
    } catch (error) {
      // A new record holds a unique value that an old one gets back. Parts that were taken back can't begin again.
      const isTaken = error instanceof AppError && error.code === 'VALUE_NOT_UNIQUE' && deletes.length > 0
      if (!isTaken || total > oneTransactionMax) throw error
      await write([...deletes, ...updates, ...creates])
    }
  return {
    change: context.change?.named ?? null,
    restored: creates.length,
    reset: updates.length,
    deleted: deletes.length,
  }
}

function changeOf({ exact, shown }: RestorePorts, table: Table, difference: Difference): RowChangeToApply {
  const { state, was = {}, now = {}, columns } = difference
  const rowId = rowIdSegment(difference.key)
  const named = new Map(table.columns.map((column) => [column.name, column]))
  const pick = (names: readonly string[], row: Row, of: (value: StoredValue) => unknown) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const column = named.get(name)
        return column === undefined || isComputed(column) ? [] : [[column.title, of(row[name] ?? null)]]
      }),
    )
  if (state === 'deleted') {
    const names = comparedColumns(table.columns)
      .map(({ name }) => name)
      .filter((name) => Object.hasOwn(was, name))
    return { kind: 'create', table: table.name, values: pick(names, was, exact), bringsKey: true }
  }
  if (state === 'added') return { kind: 'delete', table: table.name, rowId, expected: {} }
  return {
    kind: 'update',
    table: table.name,
    rowId,
    values: pick(columns, was, exact),
    expected: pick(columns, now, shown),
  }
}

/** True for a column whose values the database computes. A key that it numbers can be brought. */
const isComputed = (column: Column): boolean => column.generated && !column.primaryKey

/** Sorts tables after those that they reference. */
function parentsFirst(tables: readonly TableToRestore[]): readonly TableToRestore[] {
  const sorted: TableToRestore[] = []
  const begun = new Set<string>()
  const place = (each: TableToRestore): void => {
    if (begun.has(each.table.name)) return
    begun.add(each.table.name)
    for (const { referencedTable } of each.table.foreignKeys) {
      const parent = tables.find(({ table }) => table.name === referencedTable)
      if (parent !== undefined) place(parent)
    }
    sorted.push(each)
  }
  tables.forEach(place)
  return sorted
}

/** Sorts records after the deleted ones of the same table that they reference. */
function parentRowsFirst(table: Table, list: readonly Difference[]): readonly Difference[] {
  const own = table.foreignKeys.filter(({ referencedTable }) => referencedTable === table.name)
  if (own.length === 0) return list
  const text = (row: Row, names: readonly string[]): string =>
    JSON.stringify(names.map((name) => String(row[name] ?? '')))
  const rows = list.filter(({ state }) => state === 'deleted')
  const found = own.map(
    ({ referencedColumns }) => new Map(rows.map((row) => [text(row.was ?? {}, referencedColumns), row])),
  )
  const placed = new Set<Difference>()
  const begun = new Set<Difference>()
  for (const start of rows) {
    const waiting = [start]
    for (let row = waiting.at(-1); row !== undefined; row = waiting.at(-1)) {
      begun.add(row)
      const { was = {} } = row
      const next = own
        .map(({ columns }, at) => found[at]?.get(text(was, columns)))
        .find((parent) => parent !== undefined && !begun.has(parent))
      if (next !== undefined) waiting.push(next)
      else {
        placed.add(row)
        waiting.pop()
      }
    }
  }
  return [...placed, ...list.filter(({ state }) => state !== 'deleted')]
}
