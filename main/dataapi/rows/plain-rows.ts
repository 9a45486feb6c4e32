import { bulkRowsMax } from '@common/constants'
import type { Database } from '@main/db/database'
import type { JsonRows } from '@main/db/statement'
import type { TableIndex } from '../plan/columns'
import { isMaintained, isMissing, plainInput, timestamp } from './row-input'
import type { Recorder } from './recorded'
import type { WriteCall } from './write-call'

type PlainTable = Pick<JsonRows, 'table' | 'columns' | 'keys' | 'required' | 'rowsMax'> & {
  /** Positions of columns that store the time of the insert. */
  readonly times: readonly number[]
}

const tables = new WeakMap<TableIndex, PlainTable | undefined>()

interface Asked {
  readonly json: Uint8Array
  readonly now: Date
}

/**
 * Inserts the rows of a JSON list: the writer thread parses, validates and inserts them. Returns their keys, or
 * undefined, with nothing written, if the table or a row needs the ordinary path.
 */
export async function insertPlainRows(
  call: WriteCall & { readonly recorder: Recorder },
  asked: Asked,
): Promise<number[][] | undefined> {
  // Rules about columns and rows need the ordinary path.
  const { database, index, context, recorder } = call
  const order = index.seen === undefined ? plainRows(database, index, asked) : undefined
  if (order === undefined) return undefined
  const after = await recorder.counted(call, index.table)
  const inserted = await database.insertJson?.({ ...order, ...(after && { after }) }, { signal: context.signal })
  if (inserted === undefined) return undefined
  if (after !== undefined) recorder.written(call)
  const { firstKey, count } = inserted
  return Array.from({ length: count }, (_, at) => [firstKey + at])
}

/**
 * Returns the instructions for a direct insert of JSON rows, with the same result as `readNewRow`. Undefined if the
 * database or the table doesn't support it.
 */
function plainRows({ insertJson }: Database, index: TableIndex, { json, now }: Asked): JsonRows | undefined {
  if (insertJson === undefined) return undefined
  if (!tables.has(index)) tables.set(index, plainTable(index))
  const plain = tables.get(index)
  if (plain === undefined) return undefined
  const { times, ...order } = plain
  const time = timestamp(now)
  return { ...order, json, fixed: times.map((place) => [place, time]) }
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
    required: placesOf((column) => isMissing(column) && !isMaintained(column)),
    times: placesOf(isMaintained),
    rowsMax: bulkRowsMax,
  }
}
