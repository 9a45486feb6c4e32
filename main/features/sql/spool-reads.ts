import type { StoredValue } from '@common/columns/column-type'
import type { Database } from '@main/db/database'
import { orderSql, whereSql, windowSql } from './window-sql'
import type { ResultWindow, Spool, StoredResult, WindowOptions } from './types'

/** Time limit of bulk writes and of sorting. */
export const spoolMs = 120_000
/** Results beyond this many rows keep their last order, so that scrolling doesn't sort again. */
const orderedRows = 20_000
/** Rows in memory while all rows are read. */
const batchRows = 5_000

type ResultReads = Pick<Spool, 'window' | 'batches'>

/** Reads stored results. @param nextName  returns the name of a new table */
export function createResultReads(database: () => Promise<Database>, nextName: () => string): ResultReads {
  const storeOrder = async (
    result: StoredResult,
    window: WindowOptions,
  ): Promise<NonNullable<StoredResult['ordered']>> => {
    const key = JSON.stringify([window.sort, window.filters])
    const known = result.ordered
    if (known?.key === key) return known
    const opened = await database()
    const table = nextName()
    const where = whereSql(result.columns, window.filters)
    const select = `SELECT position AS row_position FROM ${result.table}${where.sql} ORDER BY ${orderSql(result.columns, window.sort)}`
    await opened.changeSchema(
      [
        { sql: `CREATE TABLE ${table} (at INTEGER PRIMARY KEY, row_position INTEGER NOT NULL)`, params: [] },
        { sql: `INSERT INTO ${table} (row_position) ${select}`, params: where.params },
        ...(known === undefined ? [] : [{ sql: `DROP TABLE ${known.table}`, params: [] }]),
      ],
      { timeoutMs: spoolMs },
    )
    const [[rows] = []] = await opened.read({ sql: `SELECT max(at) FROM ${table}`, params: [] })
    return (result.ordered = { key, table, rows: Number(rows ?? 0) })
  }

  const queues = new WeakMap<StoredResult, Promise<unknown>>()
  /** Stores the order of a large result once, also for windows that arrive at the same time. */
  const ordered: typeof storeOrder = (result, asked) => {
    const stored = (queues.get(result) ?? Promise.resolve()).then(() => storeOrder(result, asked))
    queues.set(
      result,
      stored.catch(() => undefined),
    )
    return stored
  }

  const window: ResultReads['window'] = async (result, asked) => {
    const opened = await database()
    const read = { ...(asked.signal && { signal: asked.signal }), timeoutMs: spoolMs }
    const isPlain = asked.sort.length === 0 && asked.filters.length === 0
    if (!isPlain && result.isComplete && result.rows > orderedRows) {
      const { table, rows: total } = await ordered(result, asked)
      const sql = `SELECT r.* FROM ${table} o JOIN ${result.table} r ON r.position = o.row_position WHERE o.at > ? ORDER BY o.at LIMIT ${asked.limit}`
      return { ...split(await opened.read({ sql, params: [asked.offset] }, { ...read, lane: 'short' })), total }
    }
    const { rows, total } = windowSql(result.table, result.columns, asked)
    const lane = isPlain ? 'short' : 'likelyShort'
    const [found, [[matching] = []]] = await Promise.all([
      opened.read(rows, { ...read, lane }),
      isPlain && result.isComplete ? [[result.rows]] : opened.read(total, { ...read, lane }),
    ])
    return { ...split(found), total: Number(matching ?? 0) }
  }

  /** Continues after the last position, as an offset reads everything before it. */
  const plainBatches = async function* (result: StoredResult, signal?: AbortSignal): AsyncGenerator<StoredValue[][]> {
    const opened = await database()
    const sql = `SELECT * FROM ${result.table} WHERE position > ? ORDER BY position LIMIT ${batchRows}`
    for (let last: StoredValue = -1; ;) {
      const rows: StoredValue[][] = await opened.read(
        { sql, params: [last] },
        { ...(signal && { signal }), lane: 'short' },
      )
      if (rows.length === 0) return
      last = rows.at(-1)?.[0] ?? last
      yield rows.map((row) => row.slice(1))
    }
  }

  const batches: ResultReads['batches'] = async function* (result, { signal, ...order }) {
    if (order.sort.length === 0 && order.filters.length === 0) {
      yield* plainBatches(result, signal)
      return
    }
    for (let offset = 0; ; offset += batchRows) {
      const { rows } = await window(result, { ...order, offset, limit: batchRows, ...(signal && { signal }) })
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) return
    }
  }

  return { window, batches }
}

function split(rows: StoredValue[][]): Pick<ResultWindow, 'rows' | 'positions'> {
  return { rows: rows.map((row) => row.slice(1)), positions: rows.map(([position]) => Number(position)) }
}
