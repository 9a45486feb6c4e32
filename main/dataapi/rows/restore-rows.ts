import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { StoredValue } from '@common/columns/column-type'
import type { Clock } from '@main/lib/clock'
import type { Database, Step } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import { tableIndex, type TableIndex } from '../columns'
import type { DataApiPorts } from '../ports'
import { keyOfRow, requireKey } from '../row-key'
import type { AlongRows, ChangeEvent, ChangeEvents, StoredRow } from './change-events'
import { storedRow } from './row-json'
import { runsOf, signature } from './row-lists'
import { withTitles } from './row-service'
import { insertRows, selectRows, updateRows } from './row-statements'

/** Rows that were deleted, and what their delete did elsewhere. */
export interface RowsToRestore {
  readonly rows: readonly StoredRow[]
  readonly along: readonly AlongRows[]
}

/** What did not come back: rows of the table with the reason, and what was reached elsewhere. */
export interface Restored {
  readonly restored: number
  readonly refused: readonly { readonly row: StoredRow; readonly error: AppError }[]
  readonly along: readonly AlongRows[]
}

export type RestoreRows = (
  call: { readonly projectId: string; readonly table: Table; readonly context: CallContext; readonly why: string },
  wanted: RowsToRestore,
) => Promise<Restored>

type Values = ReadonlyMap<Column, StoredValue>

interface Insert {
  readonly index: TableIndex
  readonly row: StoredRow
}

/**
 * Brings deleted rows back with their keys and values, then the rows that the database took along, then the references
 * that it emptied. All in one transaction where nothing is in the way; otherwise as much as can be, and for each row
 * that cannot the reason.
 */
export function createRestoreRows(
  events: ChangeEvents,
  clock: Clock,
  databaseOf: DataApiPorts['database'],
): RestoreRows {
  return async (call, { rows, along }) => {
    const index = tableIndex(call.table)
    const database = await databaseOf(call.projectId)
    requireKey(index)
    if (index.table.type === 'view') throw new AppError('VIEW_READ_ONLY', { table: index.table.title })
    const own = parentsFirst(index, rows).map((row): Insert => ({ index, row }))
    const taken = along.filter(({ cleared }) => cleared === undefined)
    const others = taken.flatMap(({ table, rows: gone }) =>
      gone.map((row): Insert => ({ index: tableIndex(table), row })),
    )
    const cleared = along.filter((each) => each.cleared !== undefined)

    const told = (
      kind: ChangeEvent['kind'],
      table: Table,
      before: readonly StoredRow[],
      after: readonly StoredRow[],
    ) => {
      const keys = after.map((row) => keyOfRow(tableIndex(table), (column) => row[column.name]))
      const { projectId, context } = call
      const when = clock.now().toISOString()
      events.publish({ kind, projectId, table, keys, before, after, who: context.actor, when, why: call.why })
    }
    const toldOf = (inserts: readonly Insert[]): void => {
      const tables = new Set(inserts.map((insert) => insert.index.table))
      for (const table of tables) {
        const mine = inserts.filter((insert) => insert.index.table === table)
        told(
          'create',
          table,
          [],
          mine.map(({ row }) => row),
        )
      }
    }

    /** References are set again only where nobody has set another one meanwhile. */
    const relink = async (group: AlongRows): Promise<AlongRows | undefined> => {
      const at = tableIndex(group.table)
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
      await inHalves(
        free,
        async (part) => {
          const set = part.map(({ row, key }) => ({
            key,
            values: new Map(columns.map((column): [Column, StoredValue] => [column, row[column.name] ?? null])),
          }))
          await database.transact([updateRows(database.dialect, at, set, [])])
          const before = part.flatMap(({ key }) => one(present.get(JSON.stringify(key))))
          const after = part.flatMap(({ row, key }) => {
            const held = present.get(JSON.stringify(key))
            return held === undefined
              ? []
              : [{ ...held, ...Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])) }]
          })
          told('update', group.table, before, after)
        },
        ({ row }) => left.push(row),
      )
      return left.length === 0 ? undefined : { ...group, rows: left }
    }

    const refused: { row: StoredRow; error: AppError }[] = []
    const insertedOwn: Insert[] = []
    const leftOthers: Insert[] = []
    try {
      await insertAll(database, [...own, ...others])
      insertedOwn.push(...own)
      toldOf([...own, ...others])
    } catch (error) {
      if (!isOfData(error)) throw error
      await inHalves(
        own,
        async (part) => {
          await insertAll(database, part)
          insertedOwn.push(...part)
          toldOf(part)
        },
        ({ row }, why) => refused.push({ row, error: withTitles(index, why) }),
      )
      await inHalves(
        others,
        async (part) => {
          await insertAll(database, part)
          toldOf(part)
        },
        (insert) => leftOthers.push(insert),
      )
    }
    const relinked: AlongRows[] = []
    for (const group of cleared) {
      const left = insertedOwn.length === 0 ? group : await relink(group)
      if (left !== undefined) relinked.push(left)
    }
    const leftTaken = taken
      .map((group) => ({ ...group, rows: group.rows.filter((row) => leftOthers.some((insert) => insert.row === row)) }))
      .filter((group) => group.rows.length > 0)
    return { restored: insertedOwn.length, refused, along: [...leftTaken, ...relinked] }
  }
}

const one = (row: StoredRow | undefined): readonly StoredRow[] => (row === undefined ? [] : [row])

async function insertAll(database: Database, inserts: readonly Insert[]): Promise<void> {
  const prepared = inserts.map(({ index, row }) => ({ index, values: valuesOf(index, row) }))
  const steps = runsOf(prepared, ({ index, values }) => `${index.table.name} ${signature(index, values)}`).map(
    (run): Step => {
      const [first] = run
      if (first === undefined) throw new Error('A run of rows is never empty')
      return insertRows(
        database.dialect,
        first.index,
        run.map(({ values }) => values),
        [],
      )
    },
  )
  if (steps.length > 0) await database.transact(steps)
}

/** What the database computes it computes again; columns that are new since then get their default. */
function valuesOf(index: TableIndex, row: StoredRow): Values {
  return new Map(
    index.table.columns
      .filter((column) => !column.generated && Object.hasOwn(row, column.name))
      .map((column): [Column, StoredValue] => [column, row[column.name] ?? null]),
  )
}

/** Does a list whole, or those of its halves that can be done, down to single items. */
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

/** What the rows are the reason of, not the server. */
const isOfData = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 403

/** Rows that refer to others of the same list come after them. */
function parentsFirst(index: TableIndex, rows: readonly StoredRow[]): readonly StoredRow[] {
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
