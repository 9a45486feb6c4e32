import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { SqlColumn, SqlResultFilters, SqlResultSort } from '@common/sql/shapes'
import type { Database } from '@main/db/database'
import { RowPacker, unpacked, type PackedRows } from '@main/lib/packed-rows'
import { orderSql, windowSql, whereSql } from './window-sql'

/** Time limit of bulk writes and of sorting. */
const spoolMs = 120_000
/** Results beyond this many rows keep their last order, so that scrolling doesn't sort again. */
const orderedRows = 20_000
/** Columns of one table of the built-in engine, minus its key. */
const columnsMax = 1_999
/** Rows in memory while all rows are read. */
const batchRows = 5_000

/** One stored result. */
export interface StoredResult {
  readonly table: string
  readonly columns: readonly SqlColumn[]
  /** Stored rows. */
  rows: number
  /** True once no more rows come. */
  isComplete: boolean
  /** The last order, with its table. */
  ordered?: { readonly key: string; readonly table: string; readonly rows: number }
}

export interface ResultWindow {
  readonly rows: StoredValue[][]
  readonly positions: number[]
  readonly total: number
}

export interface WindowOptions {
  readonly offset: number
  readonly limit: number
  readonly sort: SqlResultSort
  readonly filters: SqlResultFilters
  readonly signal?: AbortSignal
}

/** Results of runs, in one file of the profile. It is deleted at each start, and when no result is left. */
export interface Spool {
  /** @throws AppError NOT_SUPPORTED for more columns than a table can have */
  readonly create: (columns: readonly SqlColumn[]) => Promise<StoredResult>
  readonly append: (result: StoredResult, rows: PackedRows) => Promise<void>
  readonly window: (result: StoredResult, options: WindowOptions) => Promise<ResultWindow>
  /** Returns all rows in batches, sorted and filtered. */
  readonly batches: (
    result: StoredResult,
    options: Pick<WindowOptions, 'sort' | 'filters' | 'signal'>,
  ) => AsyncGenerator<StoredValue[][]>
  /** Returns one row by its position; undefined if it is gone. */
  readonly row: (result: StoredResult, position: number) => Promise<StoredValue[] | undefined>
  readonly update: (
    result: StoredResult,
    changes: readonly { readonly position: number; readonly values: ReadonlyMap<number, StoredValue> | undefined }[],
  ) => Promise<void>
  readonly drop: (results: readonly StoredResult[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Deletes the results of an earlier process in the background. */
export function createSpool(options: {
  readonly folder: string
  readonly open: (filename: string) => Promise<Database>
  readonly report: (error: unknown) => void
}): Spool {
  const filename = join(options.folder, 'results.sqlite')
  let opening: Promise<Database> | undefined
  let count = 0
  let held = 0

  const remove = (): Promise<void> => rm(options.folder, { recursive: true, force: true })
  /** The last removal of the folder. A new file waits for it. */
  let removed = remove().catch(options.report)

  const open = async (): Promise<Database> => {
    // After an error, the rest of the folder goes now.
    await removed.catch(remove)
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    return options.open(filename)
  }
  const database = (): Promise<Database> =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    }))

  const close = async (): Promise<void> => {
    const closing = opening
    opening = undefined
    if (closing !== undefined) removed = closing.then((opened) => opened.close()).then(remove)
    await removed
  }

  /** Stores the order of a large result once. */
  const ordered = async (
    result: StoredResult,
    window: WindowOptions,
  ): Promise<NonNullable<StoredResult['ordered']>> => {
    const key = JSON.stringify([window.sort, window.filters])
    const known = result.ordered
    if (known?.key === key) return known
    const opened = await database()
    const table = `o${++count}`
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

  const window: Spool['window'] = async (result, asked) => {
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

  return {
    create: async (columns) => {
      if (columns.length > columnsMax) throw new AppError('NOT_SUPPORTED')
      // Counts from now on: opening takes time.
      held++
      const table = `r${++count}`
      const names = columns.map((_, at) => `, c${at}`).join('')
      try {
        const opened = await database()
        await opened.changeSchema([{ sql: `CREATE TABLE ${table} (position INTEGER PRIMARY KEY${names})`, params: [] }])
      } catch (error) {
        held--
        throw error
      }
      return { table, columns, rows: 0, isComplete: false }
    },

    append: async (result, rows) => {
      const opened = await database()
      if (opened.appendRows === undefined) throw new AppError('NOT_SUPPORTED')
      const columns = result.columns.map((_, at) => `c${at}`)
      await opened.appendRows(
        { table: result.table, columns, rows, same: [], lines: undefined },
        { timeoutMs: spoolMs },
      )
      result.rows += rows.count
    },

    window,

    batches: async function* (result, { signal, ...order }) {
      if (order.sort.length === 0 && order.filters.length === 0) {
        yield* plainBatches(result, signal)
        return
      }
      for (let offset = 0; ; offset += batchRows) {
        const { rows } = await window(result, { ...order, offset, limit: batchRows, ...(signal && { signal }) })
        if (rows.length > 0) yield rows
        if (rows.length < batchRows) return
      }
    },

    row: async (result, position) => {
      const sql = `SELECT * FROM ${result.table} WHERE position = ?`
      const [row] = await (await database()).read({ sql, params: [position] }, { lane: 'short' })
      return row?.slice(1)
    },

    update: async (result, changes) => {
      await (
        await database()
      ).transact(
        changes.flatMap(({ position, values }) => {
          if (values === undefined)
            return [{ sql: `DELETE FROM ${result.table} WHERE position = ?`, params: [position] }]
          if (values.size === 0) return []
          const set = [...values.keys()].map((at) => `c${at} = ?`).join(', ')
          return [
            { sql: `UPDATE ${result.table} SET ${set} WHERE position = ?`, params: [...values.values(), position] },
          ]
        }),
      )
      result.rows -= changes.filter(({ values }) => values === undefined).length
      // Another order or other rows match now.
      const { ordered: stale } = result
      delete result.ordered
      if (stale !== undefined) await (await database()).changeSchema([{ sql: `DROP TABLE ${stale.table}`, params: [] }])
    },

    drop: async (results) => {
      held -= results.length
      if (held === 0) {
        await close()
        return
      }
      const tables = results.flatMap(({ table, ordered: order }) =>
        order === undefined ? [table] : [table, order.table],
      )
      if (tables.length === 0) return
      await (
        await database()
      ).changeSchema(tables.map((table) => ({ sql: `DROP TABLE IF EXISTS ${table}`, params: [] })))
    },

    close,
  }
}

function split(rows: StoredValue[][]): Pick<ResultWindow, 'rows' | 'positions'> {
  return { rows: rows.map((row) => row.slice(1)), positions: rows.map(([position]) => Number(position)) }
}

/** Returns the first rows of packed ones. */
export function firstRows(rows: PackedRows, most: number): PackedRows {
  if (rows.count <= most) return rows
  const packer = new RowPacker(rows.width, Math.max(1, most))
  for (const row of unpacked(rows).slice(0, most)) for (const value of row) packer.add(value)
  return packer.take()
}

/** Estimates the stored size of packed rows, in bytes. */
export const sizeOfRows = (rows: PackedRows): number =>
  rows.text.length + rows.kinds.length * 4 + rows.others.reduce((sum, { byteLength }) => sum + byteLength, 0)
