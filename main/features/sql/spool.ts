import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import { RowPacker, unpacked, type PackedRows } from '@main/lib/packed-rows'
import { createResultReads, spoolMs } from './spool-reads'
import type { Spool } from './types'

/** Columns of one table of the built-in engine, minus its key. */
const columnsMax = 1_999

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

  const { window, batches } = createResultReads(database, () => `o${++count}`)

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

    batches,

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
