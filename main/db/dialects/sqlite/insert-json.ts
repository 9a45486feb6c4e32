import type { StoredValue } from '@common/columns/column-type'
import type { Database, InsertedKeys, InsertedRows, JsonRows } from '@main/db/database'
import { quote } from './literals'
import type { MakeRequest } from './protocol'

/** Channels to the writer thread. */
export interface InsertWays {
  readonly insert: (request: MakeRequest) => Promise<unknown>
  /** Runs right after the insert on the same thread, before any other write of ours. */
  readonly readBehind: (request: MakeRequest) => Promise<unknown>
  readonly read: Database['read']
}

let insertsBegun = 0

/** Inserts an unparsed list of rows, and reads the stored rows in the background. */
export async function insertJson(rows: JsonRows, ways: InsertWays): Promise<InsertedRows | undefined> {
  const token = ++insertsBegun
  const { key = '', columns = [] } = rows.readBack ?? {}
  const sql = `SELECT ${columns.map(quote).join(', ')} FROM ${quote(rows.table)} WHERE ${quote(key)} BETWEEN ? AND ? ORDER BY ${quote(key)}`
  const inserting = ways.insert(({ slot, id }) => ['insertJson', slot, id, rows, token])
  const reading = rows.readBack && ways.readBehind(({ slot, id }) => ['inserted', slot, id, sql, token])
  reading?.catch(() => undefined)
  const keys = (await inserting) as InsertedKeys | undefined
  if (keys === undefined) return undefined
  const { firstKey, count } = keys
  const stored = async (): Promise<StoredValue[][]> => {
    if (reading === undefined) return []
    const read = (await reading.catch(() => undefined)) as StoredValue[][] | undefined
    // If the schema's SQL runs with writes, another thread has inserted them: reads their current values.
    return read ?? ways.read({ sql, params: [firstKey, firstKey + count - 1] }, { lane: 'long' })
  }
  return { firstKey, count, rows: stored }
}
