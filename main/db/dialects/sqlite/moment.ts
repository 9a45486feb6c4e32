import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredValue } from '@common/columns/column-type'
import type { Database, TablesOfMoment } from '@main/db/database'
import { momentBytes, momentRows, selectAll } from '@main/db/moment'
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
  // SQLite knows the sizes of values without reading them.
  const sizes = columns.map((column) => `coalesce(octet_length(${quote(column.name)}), 0)`)
  const size = sizes.length === 0 ? '0' : sumOf(sizes)
  const from = `FROM ${quote(name)}`
  if (rowId === null && primaryKey.length > 0) {
    yield* rowsByKey(read, { from, size, select: selectAll(database.dialect, name, columns), primaryKey })
    return
  }
  if (rowId === null) {
    const select = selectAll(database.dialect, name, columns)
    for (let offset = 0; ;) {
      const next = await read(`SELECT ${size} ${from} LIMIT ${momentRows} OFFSET ${offset}`, [])
      const count = rowsInChunk(next.map(([bytes]) => Number(bytes)))
      if (count === 0) return
      yield await read(`${select} LIMIT ${count} OFFSET ${offset}`, [])
      offset += count
    }
  }
  const place = quote(rowId)
  const select = selectAll(database.dialect, name, columns)
  for (let after: StoredValue | undefined; ;) {
    const where = after === undefined ? '' : ` WHERE ${place} > ?`
    const known = after === undefined ? [] : [after]
    const next = await read(`SELECT ${size}, ${place} ${from}${where} ORDER BY ${place} LIMIT ${momentRows}`, known)
    const count = rowsInChunk(next.map(([bytes]) => Number(bytes)))
    if (count === 0) return
    yield await read(`${select}${where} ORDER BY ${place} LIMIT ${count}`, known)
    after = next[count - 1]?.[1]
  }
}

/** Yields the rows of a WITHOUT ROWID table, each chunk behind the key of the last one. */
async function* rowsByKey(
  read: (sql: string, params: readonly StoredValue[]) => Promise<StoredValue[][]>,
  {
    from,
    size,
    select,
    primaryKey,
  }: { readonly from: string; readonly size: string; readonly select: string; readonly primaryKey: readonly string[] },
): AsyncGenerator<StoredValue[][]> {
  const key = primaryKey.map(quote)
  const order = ` ORDER BY ${key.join(', ')}`
  // A text that isn't valid UTF-8 arrives unchanged only as bytes.
  const places = key.flatMap((name) => [
    `typeof(${name}) = 'text'`,
    `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), ${name})`,
  ])
  for (let after: readonly StoredValue[] | undefined; ;) {
    // The sign removes the affinity of the cast, which would convert numbers of the column.
    const bound = key.map((_, at) => (after?.[2 * at] === 1 ? '+CAST(? AS TEXT)' : '?'))
    const where = after === undefined ? '' : ` WHERE (${key.join(', ')}) > (${bound.join(', ')})`
    const known = key.flatMap((_, at) => (after === undefined ? [] : [after[2 * at + 1] ?? null]))
    const next = await read(`SELECT ${size}, ${places.join(', ')} ${from}${where}${order} LIMIT ${momentRows}`, known)
    const count = rowsInChunk(next.map(([bytes]) => Number(bytes)))
    if (count === 0) return
    yield await read(`${select}${where}${order} LIMIT ${count}`, known)
    after = next[count - 1]?.slice(1)
  }
}

/** Sums within brackets: SQLite takes expressions a thousand levels deep, and each sign is one. */
const sumOf = (sizes: readonly string[]): string =>
  Array.from({ length: Math.ceil(sizes.length / sumTerms) }, (_, at) =>
    sizes.slice(at * sumTerms, (at + 1) * sumTerms).join(' + '),
  )
    .map((part) => `(${part})`)
    .join(' + ')
const sumTerms = 200

/** Returns how many of the next rows make a chunk. @param sizes  bytes of each */
function rowsInChunk(sizes: readonly number[]): number {
  let bytes = 0
  const at = sizes.findIndex((size) => (bytes += size) >= momentBytes)
  return at < 0 ? sizes.length : at + 1
}
