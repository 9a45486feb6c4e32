import type { RowsToAppend } from '@main/db/statement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { RowPacker } from '@main/lib/packed-rows'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { temporaryFolder } from './sqlite-files'

const folder = temporaryFolder()
const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
let database: Database
const columns = ['name', 'amount', 'count', 'same', 'line'] as const

beforeAll(async () => {
  database = await openSqlite({ threads, filename: folder.file('rows.sqlite'), mode: 'builtIn', create: true })
  const list = 'name text UNIQUE, amount, count integer, same text, line integer'
  await database.changeSchema([{ sql: `CREATE TABLE waiting (${list})`, params: [] }])
})
afterAll(async () => {
  await database.close()
  await threads.close()
  folder.remove()
})

async function append(rows: readonly (readonly StoredValue[])[], lines: readonly number[]): Promise<void> {
  const packer = new RowPacker(3, rows.length)
  for (const value of rows.flat()) packer.add(value)
  const order: RowsToAppend = {
    table: 'waiting',
    columns,
    rows: packer.take(),
    same: ['of all'],
    lines: Uint32Array.from(lines),
  }
  await database.appendRows?.(order)
}
const stored = () =>
  database.read({
    sql: 'SELECT name, amount, typeof(amount), count, same, line FROM waiting ORDER BY line',
    params: [],
  })
const synchronous = async () =>
  (await database.transact([{ sql: 'PRAGMA synchronous', params: [], returns: true }]))[0]?.rows[0]?.[0]

it('Packed rows are kept as others are, whatever number of them there is', async () => {
  await append(
    [
      ['Ünï 😀', 2, 9_007_199_254_740_993n],
      ['', 1.5, null],
      [null, true, -7],
    ],
    [3, 4, 70_000],
  )
  expect(await stored()).toEqual([
    ['Ünï 😀', 2, 'integer', 9_007_199_254_740_993n, 'of all', 3],
    ['', 1.5, 'real', null, 'of all', 4],
    [null, 1, 'integer', -7, 'of all', 70_000],
  ])
  await database.transact([{ sql: 'DELETE FROM waiting', params: [] }])
  const many = Array.from({ length: 1_234 }, (_, at): StoredValue[] => [`row ${at}`, at / 2, at])
  await append(
    many,
    many.map((_, at) => at),
  )
  expect((await stored()).map(([name, , , count, , line]) => [name, count, line])).toEqual(
    many.map(([name], at) => [name, at, at]),
  )
})

it('All of them are there or none, and commits of others wait for the disk as before', async () => {
  await database.transact([{ sql: 'DELETE FROM waiting', params: [] }])
  const rows = Array.from({ length: 500 }, (_, at): StoredValue[] => [`row ${at % 499}`, at, at])
  const failed = append(
    rows,
    rows.map((_, at) => at),
  )
  await expect(failed).rejects.toMatchObject({ code: 'VALUE_NOT_UNIQUE' })
  expect(await stored()).toEqual([])
  // FULL
  expect(await synchronous()).toBe(2)
  await append([['a', 1, 1]], [1])
  expect(await synchronous()).toBe(2)
})
