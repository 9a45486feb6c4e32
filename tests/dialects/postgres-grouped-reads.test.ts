import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { Database } from '@main/db/database'
import { openPostgres } from '@main/db/dialects/postgres/connection'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'

const values = [1, 2, 3, 4, 5, 6]

describe.skipIf(!(await hasPostgres()))('Quick reads with the same text that begin together', () => {
  let server: TestPostgres
  let database: Database
  beforeAll(async () => {
    server = await createTestPostgres()
    database = await openPostgres({ url: server.url })
    for (const table of ['locked', 'free'])
      await database.changeSchema([{ sql: `CREATE TABLE ${table} (id integer PRIMARY KEY)`, params: [] }])
    // Reads that begin together find idle connections.
    await Promise.all(values.map(() => database.read({ sql: 'SELECT pg_sleep(0.2)', params: [] })))
  })
  afterAll(async () => {
    await database.close()
    await server.drop()
  })
  const read = (sql: string, value: number): Promise<StoredValue[][]> =>
    database.read({ sql, params: [value], repeats: true }, { lane: 'short' })
  const connectionsOf = async (sql: string): Promise<{ found: unknown[]; connections: number }> => {
    const rows = (await Promise.all(values.map((value) => read(sql, value)))).map(([row]) => row ?? [])
    return { found: rows.map(([value]) => value), connections: new Set(rows.map(([, pid]) => pid)).size }
  }

  it('share a connection, and each gets its own rows', async () => {
    // From the eleventh time on they are prepared, also within a group.
    for (let round = 0; round < 4; round += 1)
      expect(await connectionsOf('SELECT $1::integer, pg_backend_pid()')).toEqual({ found: values, connections: 1 })
  })

  it('fail alone', async () => {
    const outcomes = await Promise.allSettled([1, 0, 2].map((value) => read('SELECT 2 / $1::integer', value)))
    expect(outcomes[0]).toMatchObject({ value: [[2]] })
    expect(outcomes[1]).toMatchObject({ status: 'rejected' })
    expect(outcomes[2]).toMatchObject({ value: [[1]] })
  })

  it('run again if their connection ends', async () => {
    const sql = "SELECT pg_terminate_backend(pg_backend_pid()) WHERE $1 > 0 AND nextval('endings') = 2"
    await database.changeSchema([{ sql: 'CREATE SEQUENCE endings', params: [] }])
    const all = await Promise.all([1, 2, 3].map((value) => read(sql, value)))
    expect(all).toEqual([[], [], []])
    expect(await database.read({ sql: 'SELECT last_value > 3 FROM endings', params: [] })).toEqual([[true]])
  })

  it("don't wait for a lock on another table", async () => {
    const locking = new Client({ connectionString: server.url })
    await locking.connect()
    await locking.query('BEGIN; LOCK TABLE locked')
    let isLocked = true
    const waiting = read('SELECT id FROM locked WHERE id = $1', 1).then((rows) => ({ rows, isLocked }))
    expect(await read('SELECT id FROM free WHERE id = $1', 1)).toEqual([])
    isLocked = false
    await locking.end()
    expect(await waiting).toEqual({ rows: [], isLocked: false })
  })

  it('run beside each other if they are slow', async () => {
    const sql = 'SELECT $1::integer, pg_backend_pid(), pg_sleep(0.06)'
    expect(await connectionsOf(sql)).toEqual({ found: values, connections: 1 })
    expect(await connectionsOf(sql)).toEqual({ found: values, connections: values.length })
  })
})
