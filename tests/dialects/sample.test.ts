import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRecordStore, type SampleTable } from '@common/sample'
import type { Database } from '@main/db/database'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads, type SqliteThreads } from '@main/db/dialects/sqlite/threads'
import { createSampleDatabase } from '@main/features/projects/sample'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

let folder: string
let threads: SqliteThreads
let database: Database
let tables: readonly SampleTable[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-sample-'))
  threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
  database = await openSqlite({ threads, filename: join(folder, 'sample.sqlite'), mode: 'builtIn', create: true })
  tables = makeRecordStore()
  await createSampleDatabase(database, tables)
})

afterAll(async () => {
  await database.close()
  await threads.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the sample as a database', () => {
  it('holds every row as it was made', async () => {
    for (const { name, columns, rows } of tables) {
      const list = columns.map((column) => database.dialect.quote(column.name)).join(', ')
      const sql = `SELECT ${list} FROM ${database.dialect.quote(name)} ORDER BY rowid`
      expect(await database.read({ sql, params: [] })).toEqual(rows)
    }
  })

  it('has its foreign keys and keys, and they hold', async () => {
    for (const { name, columns, foreignKeys } of tables) {
      const described = await database.dialect.introspect.describeTable(database, name)
      expect(described?.foreignKeys).toHaveLength(foreignKeys.length)
      expect(described?.foreignKeys).toEqual(expect.arrayContaining([...foreignKeys]))
      const keys = described?.columns.filter(({ keyPosition }) => keyPosition > 0).map((column) => column.name)
      expect(keys).toEqual(columns.filter(({ primaryKey }) => primaryKey).map((column) => column.name))
    }
    expect(await database.read({ sql: 'PRAGMA foreign_key_check', params: [] })).toEqual([])
    expect(await database.read({ sql: 'PRAGMA integrity_check', params: [] })).toEqual([['ok']])
  })

  it('refuses a row that points nowhere', async () => {
    const sql = 'INSERT INTO invoice_lines (invoice_id, track_id, quantity, unit_price) VALUES (?, ?, 1, 0.99)'
    await expect(database.transact([{ sql, params: [1, 999_999] }])).rejects.toMatchObject({
      code: 'VALUE_REFERENCE_MISSING',
    })
  })

  it('is whole or absent: a second sample in the same database changes nothing', async () => {
    await expect(createSampleDatabase(database, tables)).rejects.toThrow()
    const [[count]] = (await database.read({ sql: 'SELECT count(*) FROM tracks', params: [] })) as [[number]]
    expect(count).toBe(makeRecordStore().find(({ name }) => name === 'tracks')?.rows.length)
  })
})
