import { bulkRowsMax } from '@common/constants'
import type { Database, JsonRows } from '@main/db/database'
import type { TableIndex } from '../columns'
import type { ChangeEvent } from './change-events'
import { isKeptByUs, isMissing, plainInput, timestamp } from './row-input'
import { storedRow } from './row-json'
import type { WriteCall } from './row-service'

type PlainTable = Pick<JsonRows, 'table' | 'columns' | 'keys' | 'required' | 'rowsMax' | 'readBack'> & {
  /** Positions of columns that store the time of the insert. */
  readonly times: readonly number[]
}

const tables = new WeakMap<TableIndex, PlainTable | undefined>()

/** Keys of the created rows, and a loader of the rows for the change event. */
interface MadeRows {
  readonly keys: number[][]
  readonly afterLater: ChangeEvent['afterLater']
}

interface Asked {
  readonly json: Uint8Array
  readonly now: Date
  /** True to load the stored rows for the change event. */
  readonly readsBack: boolean
}

/**
 * Inserts the rows of a JSON list: the writer thread parses, validates and inserts them. Returns undefined, with
 * nothing written, if the table or a row needs the ordinary path.
 */
export async function insertPlainRows(
  { database, index, context }: Pick<WriteCall, 'database' | 'index' | 'context'>,
  asked: Asked,
): Promise<MadeRows | undefined> {
  const order = plainRows(database, index, asked)
  const inserted = order && (await database.insertJson?.(order, { signal: context.signal }))
  if (inserted === undefined) return undefined
  const { firstKey, count, rows } = inserted
  return {
    keys: Array.from({ length: count }, (_, at) => [firstKey + at]),
    afterLater: asked.readsBack
      ? async () => (await rows()).map((row) => storedRow(index.table.columns, row))
      : undefined,
  }
}

/**
 * Returns the instructions for a direct insert of JSON rows, with the same result as `readNewRow`. Undefined if the
 * database or the table doesn't support it.
 */
function plainRows({ insertJson }: Database, index: TableIndex, { json, now, readsBack }: Asked): JsonRows | undefined {
  if (insertJson === undefined) return undefined
  if (!tables.has(index)) tables.set(index, plainTable(index))
  const plain = tables.get(index)
  if (plain === undefined) return undefined
  const { times, readBack, ...order } = plain
  const time = timestamp(now)
  return { ...order, json, fixed: times.map((place) => [place, time]), ...(readsBack && readBack && { readBack }) }
}

function plainTable({ table, key, byKey, readOnly, position }: TableIndex): PlainTable | undefined {
  const [counted, ...others] = key
  if (table.type === 'view' || table.rowId === null || counted?.autoIncrement !== true || others.length > 0)
    return undefined
  const keys = [...byKey].flatMap(([name, column]): [string, number][] => {
    const input = plainInput(column)
    if (readOnly.has(name) || input === undefined || column === counted) return []
    return [[name, input === 'value' ? (position.get(column) ?? -1) : -1]]
  })
  const placesOf = (isWanted: (column: (typeof table.columns)[number]) => boolean): number[] =>
    table.columns.flatMap((column, place) => (isWanted(column) ? [place] : []))
  return {
    table: table.name,
    columns: table.columns,
    keys: new Map(keys),
    required: placesOf((column) => isMissing(column) && !isKeptByUs(column)),
    times: placesOf(isKeptByUs),
    rowsMax: bulkRowsMax,
    readBack: { key: counted.name, columns: table.columns.map(({ name }) => name) },
  }
}
