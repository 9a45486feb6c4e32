import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredValue } from '@common/columns/column-type'
import type { Database, TablesOfMoment } from '@main/db/database'
import { momentRows, selectAll } from '@main/db/moment'
import { quote } from './literals'

/**
 * Copies the file and runs work that reads the copy, which then goes. SQLite makes the copy from one state of the file,
 * and writers of a file with a write-ahead log don't wait for it.
 */
export async function readAtOneMoment<T>(
  work: (tables: TablesOfMoment) => Promise<T>,
  options: {
    readonly folder: string
    readonly copyTo: (path: string) => Promise<void>
    readonly open: (path: string) => Promise<Database>
    readonly signal: AbortSignal | undefined
  },
): Promise<T> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const path = join(options.folder, `${randomUUID()}.moment`)
  try {
    await options.copyTo(path)
    const copy = await options.open(path)
    try {
      return await work({ rows: (table, columns) => rowsOf(copy, table, columns, options.signal) })
    } finally {
      await copy.close()
    }
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(`${path}${ending}`, { force: true })
  }
}

/** Yields all rows of a table of a file that nothing writes. */
export async function* rowsOf(
  database: Database,
  { name, rowId, primaryKey }: Parameters<TablesOfMoment['rows']>[0],
  columns: Parameters<TablesOfMoment['rows']>[1],
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredValue[][]> {
  const read = (sql: string, params: readonly StoredValue[]): Promise<StoredValue[][]> =>
    database.read({ sql, params }, { lane: 'long', ...(signal && { signal }) })
  if (rowId === null) {
    const select = selectAll(database.dialect, name, columns)
    const order = primaryKey.length === 0 ? '' : ` ORDER BY ${primaryKey.map(quote).join(', ')}`
    for (let offset = 0; ; offset += momentRows) {
      const rows = await read(`${select}${order} LIMIT ${momentRows} OFFSET ${offset}`, [])
      if (rows.length > 0) yield rows
      if (rows.length < momentRows) return
    }
  }
  const place = quote(rowId)
  const select = selectAll(database.dialect, name, columns, place)
  let after: StoredValue | undefined
  for (;;) {
    const where = after === undefined ? '' : ` WHERE ${place} > ?`
    const sql = `${select}${where} ORDER BY ${place} LIMIT ${momentRows}`
    const rows = await read(sql, after === undefined ? [] : [after])
    if (rows.length === 0) return
    after = rows.at(-1)?.at(-1)
    yield rows.map((row) => row.slice(0, -1))
    if (rows.length < momentRows) return
  }
}
