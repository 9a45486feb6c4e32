import type { StoredValue } from '@common/columns/column-type'
import { isAlwaysIdentity } from '@common/columns/identity'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Database } from '@main/db/database'
import { exactNumber } from '@common/columns/values/numeric'
import type { Step, StepResult } from '@main/db/statement'
import { wholeTableIndex, type TableIndex } from '../plan/columns'
import { keyOfRow } from '../parse/row-key'
import { storedRow } from '../shape/row-json'
import { runsOf, signature } from './row-lists'
import { exactPlaces, insertRows, selectRows, updateRows } from './row-statements'
import type { OwnRow, StoredRow } from './change-event'

type Values = ReadonlyMap<Column, StoredValue>

/** A row to insert again. */
export interface Insert {
  /** Index of the table that it was deleted from. */
  readonly index: TableIndex
  readonly row: StoredRow
  /** Where it was stored, if that was another table. */
  readonly own?: OwnRow
}

/** A row that the database stored with other values. */
export interface ChangedRow {
  readonly insert: Insert
  readonly columns: readonly Column[]
}

/** Runs the steps that insert rows in one transaction, and records them. */
export type WriteRestored = (steps: readonly Step[]) => Promise<StepResult[]>

/**
 * Inserts rows in one transaction, then compares them with the stored rows: a trigger may have set other values.
 * Updates these values back.
 *
 * @param write  runs the inserts
 * @param asStored  true if the values come from a step with `asStored`
 * @param later  columns that get their values by an update, after all inserts
 * @returns rows that are still different
 * @throws AppError WRITE_PREVENTED if a trigger cancelled one of the inserts: nothing was written then
 */
export async function insertRestored(
  database: Database,
  write: WriteRestored,
  inserts: readonly Insert[],
  { asStored, later }: { readonly asStored: boolean; readonly later?: (insert: Insert, column: Column) => boolean },
): Promise<readonly ChangedRow[]> {
  if (inserts.length === 0) return []
  const { dialect } = database
  const prepared = inserts.map((insert) => {
    const index = insert.own === undefined ? insert.index : wholeTableIndex(insert.own.table)
    const values = valuesOf(index, insert.own?.row ?? insert.row)
    for (const column of values.keys()) if (later?.(insert, column) === true) values.set(column, null)
    return { index, values }
  })
  const steps = runsOf(prepared, ({ index, values }) => `${index.table.name} ${signature(index, values)}`).map(
    (run): Step =>
      insertRows(
        dialect,
        run[0]?.index ?? wholeTableIndex(inserts[0]?.index.table ?? missingTable()),
        run.map(({ values }) => values),
        [],
        asStored ? exactPlaces : undefined,
      ),
  )
  const reads = readsOf(inserts)
  const select = (): Step[] =>
    reads.map(({ index, keys }) => ({
      ...selectRows(dialect, index, keys, asStored ? exactPlaces : undefined),
      expectRows: keys.length,
      tooFew: 'WRITE_PREVENTED',
    }))
  const results = await write([...steps, ...select()])
  const differing = differences(
    reads,
    results.slice(steps.length).map(({ rows }) => rows),
  )
  if (differing.length === 0) return []
  // Sets all columns, so that the database doesn't update its automatic ones.
  const updates = runsOf(
    differing.map(({ insert }) => ({
      index: insert.index,
      key: keyOf(insert),
      values: withoutKey(insert.index, valuesOf(insert.index, insert.row)),
    })),
    ({ index, values }) => `${index.table.name} ${signature(index, values)}`,
  ).flatMap((run) => {
    const [first] = run
    return first === undefined || first.values.size === 0
      ? []
      : [updateRows(dialect, first.index, run, [], asStored ? exactPlaces : undefined)]
  })
  try {
    const again = await database.transact([...updates, ...select()])
    return differences(
      reads,
      again.slice(updates.length).map(({ rows }) => rows),
    )
  } catch (error) {
    if (!isOfData(error)) throw error
    return differing
  }
}

const missingTable = (): never => {
  throw new Error('A run of rows is never empty')
}

/** Errors caused by a row, not by the server. */
export const isOfData = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 403

/** Skips generated columns; columns added later get their default. */
function valuesOf(index: TableIndex, row: StoredRow): Map<Column, StoredValue> {
  return new Map(
    index.table.columns
      .filter((column) => (!column.generated || isAlwaysIdentity(column)) && Object.hasOwn(row, column.name))
      .map((column): [Column, StoredValue] => [column, row[column.name] ?? null]),
  )
}

const withoutKey = (index: TableIndex, values: Values): Values =>
  new Map([...values].filter(([column]) => !index.key.includes(column) && !column.generated))

const keyOf = ({ index, row }: Insert): string[] => keyOfRow(index, (column) => row[column.name])

interface Read {
  readonly index: TableIndex
  readonly keys: readonly (readonly string[])[]
  readonly inserts: readonly Insert[]
}

/** Groups the inserts into one read per table. Skips tables without a key. */
function readsOf(inserts: readonly Insert[]): Read[] {
  const byTable = Map.groupBy(inserts, ({ index }) => index)
  return [...byTable].flatMap(([index, mine]): Read[] =>
    index.key.length === 0 ? [] : [{ index, keys: mine.map(keyOf), inserts: mine }],
  )
}

function differences(reads: readonly Read[], results: readonly (readonly StoredValue[][])[]): ChangedRow[] {
  return reads.flatMap(({ index, inserts }, at) => {
    const found = Map.groupBy(results[at] ?? [], (row) =>
      JSON.stringify(keyOfRow(index, (column) => row[index.position.get(column) ?? -1])),
    )
    return inserts.flatMap((insert): ChangedRow[] => {
      const columns = [...valuesOf(index, insert.row).keys()]
      const all = (found.get(JSON.stringify(keyOf(insert))) ?? []).map((row) => storedRow(index.table.columns, row))
      const differing = all.map((held) =>
        columns.filter(({ name }) => !isEqual(held[name] ?? null, insert.row[name] ?? null)),
      )
      // Inherited tables can have several rows with this key.
      const [fewest = []] = differing.toSorted((left, right) => left.length - right.length)
      return fewest.length === 0 ? [] : [{ insert, columns: fewest }]
    })
  })
}

/** True if a value equals the stored one, with or without `asStored`. */
function isEqual(held: StoredValue, sent: StoredValue): boolean {
  if (held === null || sent === null) return held === sent
  if (held instanceof Uint8Array || sent instanceof Uint8Array)
    return held instanceof Uint8Array && sent instanceof Uint8Array && Buffer.compare(held, sent) === 0
  if (held === sent || String(held) === String(sent)) return true
  // With `asStored` a decimal keeps its trailing zeros; without, it is a number.
  return typeof sent === 'string' && typeof held === 'number' && exactNumber(sent) === held
}
