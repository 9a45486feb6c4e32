import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { StoredValue } from '@common/columns/column-type'
import type { Step, StepResult } from '@main/db/statement'
import type { Clock } from '@main/lib/clock'
import type { CallContext } from '@main/operations/context'
import { wholeTableIndex, type TableIndex } from '../plan/columns'
import type { DataApiPorts } from '../ports'
import { keyOfRow, requireKey } from '../parse/row-key'
import type { ChangeEvents } from './change-events'
import { insertRestored, isOfData, type Insert } from './insert-restored'
import type { KnownChange } from './recorded'
import { storedRow } from '../shape/row-json'
import { withTitles } from './error-titles'
import { selectRows, updateRows } from './row-statements'
import type { AlongRows, OwnRow, StoredRow } from './change-event'

/** A deleted row. */
export interface RowToRestore {
  readonly row: StoredRow
  /** The row in the inheriting table that stored it, if that isn't the table it was deleted from. */
  readonly own?: OwnRow
}

/** Deleted rows and the affected rows of other tables. */
export interface RowsToRestore {
  readonly rows: readonly RowToRestore[]
  readonly along: readonly AlongRows[]
  /** True if they were read `asStored`. */
  readonly asStored: boolean
}

/** Result of a restore: rejected rows with reasons, and problems with affected rows of other tables. */
export interface Restored {
  readonly restored: number
  readonly refused: readonly { readonly row: StoredRow; readonly error: AppError }[]
  readonly along: readonly AlongRows[]
  /** Error of the first linked row that can't be restored. */
  readonly alongError: AppError | undefined
  /** Columns, by title, whose restored value differs from the deleted one, with the number of rows. */
  readonly changed: readonly { readonly column: string; readonly count: number }[]
}

export type RestoreRows = (
  call: { readonly projectId: string; readonly table: Table; readonly context: CallContext; readonly why: string },
  wanted: RowsToRestore,
) => Promise<Restored>

/**
 * Restores deleted rows with keys and values, then cascaded rows, then cleared references. Runs as one transaction if
 * nothing conflicts; otherwise restores as much as possible and reports a reason for each rejected row.
 */
export function createRestoreRows(
  events: ChangeEvents,
  clock: Clock,
  databaseOf: DataApiPorts['database'],
): RestoreRows {
  return async (call, { rows, along, asStored }) => {
    const index = wholeTableIndex(call.table)
    const database = await databaseOf(call.projectId)
    requireKey(index)
    if (index.table.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: index.table.title })
    const own = parentsFirst(index, rows).map((each): Insert => ({ index, ...each }))
    const taken = along.filter(({ cleared }) => cleared === undefined)
    const others = taken.flatMap(({ table, rows: gone }) =>
      gone.map((row): Insert => ({ index: wholeTableIndex(table), row })),
    )
    const cleared = along.filter((each) => each.cleared !== undefined)

    const record = (changes: readonly KnownChange[], steps: readonly Step[]): Promise<StepResult[]> =>
      events.recorder.transact({ ...call, database }, steps, () => changes, {})
    const publish = (changes: readonly KnownChange[]): void => {
      const when = clock.now().toISOString()
      for (const { kind, table, known } of changes) {
        const keys = known.after.map((row) => keyOfRow(wholeTableIndex(table), (column) => row[column.name]))
        const { projectId, why } = call
        events.publish({ kind, projectId, table, keys, ...known, when, why }, call.context)
      }
    }

    /** A reference is restored only if no other one was set since. */
    const relink = async (group: AlongRows): Promise<AlongRows | undefined> => {
      const at = wholeTableIndex(group.table)
      const columns = (group.cleared ?? []).flatMap((name) => at.byName.get(name) ?? [])
      if (at.key.length === 0 || columns.length === 0 || group.rows.length === 0) return undefined
      const keyed = group.rows.map((row) => ({ row, key: keyOfRow(at, (column) => row[column.name]) }))
      const [now] = await database.transact([
        selectRows(
          database.dialect,
          at,
          keyed.map(({ key }) => key),
        ),
      ])
      const present = new Map(
        (now?.rows ?? []).map((row): [string, StoredRow] => {
          const held = storedRow(group.table.columns, row)
          return [JSON.stringify(keyOfRow(at, (column) => held[column.name])), held]
        }),
      )
      const free = keyed.filter(({ key }) => {
        const held = present.get(JSON.stringify(key))
        return held !== undefined && columns.some((column) => (held[column.name] ?? null) === null)
      })
      const left: StoredRow[] = []
      const untouched = group.table.columns.filter(
        (column) => database.dialect.schema.setsOnUpdate?.(column) === true && !columns.includes(column),
      )
      await inHalves(
        free,
        async (part) => {
          const set = part.map(({ row, key }) => ({
            key,
            values: new Map([
              // Keeps the current values of columns that the database would update automatically.
              ...untouched.map((column): [Column, StoredValue] => [
                column,
                present.get(JSON.stringify(key))?.[column.name] ?? null,
              ]),
              ...columns.map((column): [Column, StoredValue] => [column, row[column.name] ?? null]),
            ]),
          }))
          const before = part.flatMap(({ key }) => one(present.get(JSON.stringify(key))))
          const after = part.flatMap(({ row, key }) => {
            const held = present.get(JSON.stringify(key))
            return held === undefined
              ? []
              : [{ ...held, ...Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])) }]
          })
          const change: KnownChange = { kind: 'update', table: group.table, known: { before, after } }
          await record([change], [updateRows(database.dialect, at, set, [])])
          publish([change])
        },
        ({ row }) => left.push(row),
      )
      return left.length === 0 ? undefined : { ...group, rows: left }
    }

    const refused: { row: StoredRow; error: AppError }[] = []
    const insertedOwn: Insert[] = []
    const leftOthers: Insert[] = []
    const changed = new Map<string, number>()
    let alongError: AppError | undefined
    const insert = async (part: readonly Insert[], later?: (insert: Insert, column: Column) => boolean) => {
      const changes = createdBy(part)
      const differing = await insertRestored(database, (steps) => record(changes, steps), part, {
        asStored,
        ...(later && { later }),
      })
      for (const { columns } of differing)
        for (const { title } of columns) changed.set(title, (changed.get(title) ?? 0) + 1)
      publish(changes)
    }
    /** Circular references: the insert leaves these columns empty, and an update sets them afterwards. */
    const inCircle = referringWithin([...own, ...others])
    try {
      await insert([...own, ...others]).catch((error: unknown) => {
        if (inCircle === undefined || !(error instanceof AppError) || error.code !== 'VALUE_REFERENCE_MISSING')
          throw error
        return insert([...own, ...others], inCircle)
      })
      insertedOwn.push(...own)
    } catch (error) {
      if (!isOfData(error)) throw error
      await inHalves(
        own,
        async (part) => {
          await insert(part)
          insertedOwn.push(...part)
        },
        ({ row }, why) => refused.push({ row, error: withTitles(index, why) }),
      )
      await inHalves(others, insert, (left, why) => {
        alongError ??= withTitles(left.index, why)
        leftOthers.push(left)
      })
    }
    const relinked: AlongRows[] = []
    for (const group of cleared) {
      const left = own.length > 0 && insertedOwn.length === 0 ? group : await relink(group)
      if (left !== undefined) relinked.push(left)
    }
    const leftTaken = taken
      .map((group) => ({ ...group, rows: group.rows.filter((row) => leftOthers.some((insert) => insert.row === row)) }))
      .filter((group) => group.rows.length > 0)
    return {
      restored: insertedOwn.length,
      refused,
      along: [...leftTaken, ...relinked],
      alongError,
      changed: [...changed].map(([column, count]) => ({ column, count })),
    }
  }
}

/** Returns the change of each table that the rows belong to. */
function createdBy(inserts: readonly Insert[]): KnownChange[] {
  const byTable = Map.groupBy(inserts, ({ index: { table } }) => table)
  return [...byTable].map(([table, mine]) => ({
    kind: 'create',
    table,
    known: { before: [], after: mine.map(({ row }) => row) },
  }))
}

const one = (row: StoredRow | undefined): readonly StoredRow[] => (row === undefined ? [] : [row])

/** Processes a list at once if possible, otherwise in halves, down to single items. */
async function inHalves<T>(
  items: readonly T[],
  action: (part: readonly T[]) => Promise<void>,
  failed: (item: T, error: AppError) => void,
): Promise<void> {
  const [only] = items
  if (only === undefined) return
  try {
    await action(items)
  } catch (error) {
    if (!isOfData(error)) throw error
    if (items.length === 1) return failed(only, error)
    const half = items.length >> 1
    await inHalves(items.slice(0, half), action, failed)
    await inHalves(items.slice(half), action, failed)
  }
}

/** Returns a test for nullable references to tables of the same list; undefined if there are none. */
function referringWithin(inserts: readonly Insert[]): ((insert: Insert, column: Column) => boolean) | undefined {
  const tables = new Set(inserts.map(({ index }) => index.table.name))
  const found = new Map(
    [...new Set(inserts.map(({ index }) => index))].map((index) => {
      const names = index.table.foreignKeys
        .filter(({ referencedTable }) => tables.has(referencedTable))
        .flatMap(({ columns }) => columns)
      return [index, new Set(names.filter((name) => index.byName.get(name)?.required === false))]
    }),
  )
  if ([...found].every(([index, names]) => names.size === 0 || index.key.length === 0)) return undefined
  return ({ index }, { name }) => index.key.length > 0 && found.get(index)?.has(name) === true
}

/** Sorts rows after the rows of the same list that they reference. */
function parentsFirst(index: TableIndex, all: readonly RowToRestore[]): readonly RowToRestore[] {
  const places = new Map(all.map((each) => [each.row, each]))
  return ordered(
    index,
    all.map(({ row }) => row),
  ).flatMap((row) => places.get(row) ?? [])
}

function ordered(index: TableIndex, rows: readonly StoredRow[]): readonly StoredRow[] {
  const keys = index.table.foreignKeys.filter(({ referencedTable }) => referencedTable === index.table.name)
  if (keys.length === 0) return rows
  const text = (row: StoredRow, names: readonly string[]): string =>
    JSON.stringify(names.map((name) => String(row[name] ?? '')))
  const found = keys.map((key) => new Map(rows.map((row) => [text(row, key.referencedColumns), row])))
  const placed = new Set<StoredRow>()
  const begun = new Set<StoredRow>()
  const place = (start: StoredRow): void => {
    const waiting = [start]
    for (let row = waiting.at(-1); row !== undefined; row = waiting.at(-1)) {
      const current = row
      const parents = keys.flatMap((key, at) => one(found[at]?.get(text(current, key.columns))))
      const next = parents.find((parent) => !placed.has(parent) && !begun.has(parent))
      begun.add(row)
      if (next === undefined) {
        placed.add(row)
        waiting.pop()
      } else waiting.push(next)
    }
  }
  for (const row of rows) if (!placed.has(row)) place(row)
  return [...placed]
}
