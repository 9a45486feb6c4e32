import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@main/db/database'
import { openPostgres } from '@main/db/dialects/postgres/connection'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'

const byKey = { sql: 'SELECT id, n FROM pair WHERE id = $1', params: [1], repeats: true } as const
const prepared = { sql: 'SELECT statement FROM pg_prepared_statements', params: [] }

describe.skipIf(!(await hasPostgres()))('Statements that PostgreSQL prepares', () => {
  let server: TestPostgres
  /** One connection, so that a test sees what is prepared on it. */
  let database: Database
  let other: Database
  beforeAll(async () => {
    server = await createTestPostgres()
    database = await openPostgres({ url: server.url, max: 1 })
    other = await openPostgres({ url: server.url })
    await database.changeSchema([{ sql: 'CREATE TABLE pair (id integer PRIMARY KEY, n integer)', params: [] }])
    await database.transact([{ sql: 'INSERT INTO pair VALUES (1, 7)', params: [] }])
  })
  afterAll(async () => {
    await Promise.all([database.close(), other.close()])
    await server.drop()
  })
  /** Runs a read until the server has prepared it. */
  const prepare = async (): Promise<void> => {
    for (let run = 0; run < 20; run += 1) await database.read(byKey)
    expect(await database.read(prepared)).toContainEqual([byKey.sql])
  }

  it('are those that repeat and ran often', async () => {
    await database.read(byKey)
    expect(await database.read(prepared)).toEqual([])
    const { sql, params } = { ...byKey, sql: `${byKey.sql} AND true` }
    for (let run = 0; run < 20; run += 1) await database.read({ sql, params })
    await prepare()
    expect(await database.read(prepared)).not.toContainEqual([sql])
  })

  it('run again after another program changed the type of a column', async () => {
    await prepare()
    await other.changeSchema([{ sql: 'ALTER TABLE pair ALTER n TYPE text', params: [] }])
    expect(await database.read(byKey)).toEqual([[1, '7']])
  })

  it('stay, with their connection, when the server lacks a feature that another statement needs', async () => {
    const connection = () => database.read({ sql: 'SELECT pg_backend_pid()', params: [] })
    await prepare()
    const before = await connection()
    // The code is that of plans which no longer fit.
    await expect(database.read({ sql: 'SELECT count(*) FROM pair FOR UPDATE', params: [] })).rejects.toThrow()
    expect(await connection()).toEqual(before)
    expect(await database.read(prepared)).toContainEqual([byKey.sql])
  })

  it('run again in a transaction, whose earlier steps apply once', async () => {
    const write = { sql: 'UPDATE pair SET id = id WHERE id = $1 RETURNING n', params: [1], returns: true } as const
    const run = () =>
      database.transact([
        { sql: 'INSERT INTO log DEFAULT VALUES', params: [] },
        { ...write, repeats: true },
      ])
    await other.changeSchema([{ sql: 'CREATE TABLE log (id serial)', params: [] }])
    for (let round = 0; round < 20; round += 1) await run()
    expect(await database.read(prepared)).toContainEqual([write.sql])
    await other.changeSchema([{ sql: 'ALTER TABLE pair ALTER n TYPE integer USING n::integer', params: [] }])
    const [, written] = await run()
    expect(written?.rows).toEqual([[7]])
    expect(await database.read({ sql: 'SELECT count(*) FROM log', params: [] })).toEqual([[21]])
  })

  it('are none once a proxy has given the connection to others', async () => {
    await prepare()
    await database.read({ sql: 'DEALLOCATE ALL', params: [] })
    expect(await database.read(byKey)).toEqual([[1, 7]])
    for (let run = 0; run < 20; run += 1) await database.read(byKey)
    expect(await database.read(prepared)).toEqual([])
  })
})
