import { createOwnPostgres, type OwnPostgres } from '@tests/helpers/own-postgres'
import { createProxy } from '@tests/helpers/proxy'
import { startServer, type TestServer } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { connectionSettings } from '@common/model/connection'
import type { Database } from '@main/db/database'
import { postgresServer } from '@main/db/dialects/postgres/server'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* Lists are read on a standby of PostgreSQL, and are never older than the request. */

let primary: OwnPostgres
let standby: OwnPostgres
let atStandby: Client

beforeAll(async () => {
  primary = await createOwnPostgres()
  await primary.start()
  const first = new Client({ connectionString: primary.url })
  await first.connect()
  await first.query('CREATE DATABASE shop')
  await first.end()
  await primary.kill()
  standby = await createOwnPostgres(() => ['-c', 'wal_retrieve_retry_interval=100ms'], primary)
  await Promise.all([primary.start(), standby.start()])
  atStandby = new Client({ connectionString: standby.url })
  atStandby.on('error', () => undefined)
  await atStandby.connect()
})
afterAll(async () => {
  await atStandby.end().catch(() => undefined)
  await Promise.all([primary.remove(), standby.remove()])
})

const settings = (hosts = [primary, standby].map(({ url }) => new URL(url).host)) => ({
  kind: 'postgres' as const,
  host: hosts.join(','),
  port: 5432,
  user: 'postgres',
  password: 'postgres',
  database: 'shop',
  standbyReads: true,
})

describe('a database with a standby', () => {
  let writer: Database
  let reader: Database
  beforeAll(async () => {
    const open = () => postgresServer.open({ settings: connectionSettings.parse(settings()) })
    ;[writer, reader] = await Promise.all([open(), open()])
    await writer.changeSchema([{ sql: 'CREATE TABLE counter (value integer NOT NULL)', params: [] }])
    await writer.transact([{ sql: 'INSERT INTO counter VALUES (0)', params: [] }])
  })
  afterAll(() => Promise.all([writer.close(), reader.close()]))

  const list = (database: Database) =>
    database
      .read({ sql: 'SELECT value, pg_is_in_recovery() FROM counter', params: [] }, { mayUseStandby: true })
      .then(([row]) => ({ value: Number(row?.[0]), onStandby: row?.[1] === true || row?.[1] === 1 }))
  const set = (value: number) => writer.transact([{ sql: 'UPDATE counter SET value = $1', params: [value] }])
  const untilOnStandby = (database: Database) => until(async () => (await list(database)).onStandby)

  it('shows each write to the next list, whoever wrote it', async () => {
    await Promise.all([untilOnStandby(writer), untilOnStandby(reader)])
    let onStandby = 0
    for (let value = 1; value <= 50; value += 1) {
      await set(value)
      for (const found of await Promise.all([list(writer), list(reader), list(reader)])) {
        expect(found.value).toBe(value)
        onStandby += Number(found.onStandby)
      }
    }
    expect(onStandby).toBeGreaterThan(0)
  })

  it('reads everything else on the primary', async () => {
    const [row] = await reader.read({ sql: 'SELECT pg_is_in_recovery()', params: [] })
    expect(row?.[0]).not.toBeTruthy()
  })

  it('reads on the primary while the standby is behind or away', async () => {
    await untilOnStandby(reader)
    await atStandby.query('SELECT pg_wal_replay_pause()')
    await set(100)
    expect(await list(reader)).toEqual({ value: 100, onStandby: false })
    await atStandby.query('SELECT pg_wal_replay_resume()')
    await untilOnStandby(reader)
    await standby.kill()
    await set(101)
    expect(await list(reader)).toEqual({ value: 101, onStandby: false })
    await standby.start()
    await untilOnStandby(reader)
    atStandby = new Client({ connectionString: standby.url })
    atStandby.on('error', () => undefined)
    await atStandby.connect()
  })

  it('reads there with an account that may not see how the standby follows', async () => {
    await writer.transact([
      { sql: "CREATE ROLE plain LOGIN PASSWORD 'plain'", params: [] },
      { sql: 'GRANT SELECT ON counter TO plain', params: [] },
    ])
    const account = { ...settings(), user: 'plain', password: 'plain' }
    const database = await postgresServer.open({ settings: connectionSettings.parse(account) })
    try {
      expect(await untilOnStandby(database)).toBe(true)
    } finally {
      await database.close()
    }
  })

  it('reads on the primary when the standby falls silent', async () => {
    const proxy = await createProxy({ host: '127.0.0.1', port: Number(new URL(standby.url).port) })
    const hosts = [new URL(primary.url).host, `127.0.0.1:${proxy.port}`]
    const database = await postgresServer.open({ settings: connectionSettings.parse(settings(hosts)) })
    try {
      await untilOnStandby(database)
      proxy.freeze()
      await set(102)
      const beganAt = performance.now()
      const lists = await Promise.all(Array.from({ length: 8 }, () => list(database)))
      // A statement would fail after 20 seconds.
      expect(performance.now() - beganAt).toBeLessThan(10_000)
      expect(new Set(lists.map(({ value, onStandby }) => `${value} ${onStandby}`))).toEqual(new Set(['102 false']))
      proxy.thaw()
      await until(async () => (await list(database)).onStandby, { timeout: 20_000 })
    } finally {
      await database.close()
      await proxy.close()
    }
  })
})

it('creates a missing database on the primary, whichever server is named first', async () => {
  const { host, ...rest } = settings()
  const reversed = host.split(',').toReversed().join(',')
  const wanted = connectionSettings.parse({ ...rest, host: reversed, database: 'made', schema: 'own' })
  await postgresServer.createMissing({ settings: wanted }, 'make')
  const database = await postgresServer.open({ settings: wanted })
  expect(await database.read({ sql: 'SELECT current_schema()', params: [] })).toEqual([['own']])
  await database.close()
})

describe('a project with a standby', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it('reads lists, counts and groups there', async () => {
    const { token } = await server.signUp()
    const made = await server.operate('projectCreateFromConnection', { title: 'Shop', settings: settings() }, { token })
    const here = { token, projectId: made.id }
    const seen = await server.operate('projectConnectionRead', {}, here)
    expect(seen.standbyReads).toBe(true)
    const columns = [
      { name: 'id', type: 'ID' as const },
      { name: 'name', type: 'SingleLineText' as const },
    ]
    await server.operate('tableCreate', { table: 'things', columns }, here)
    for (const path of ['things', 'things/count', 'things/groupby/name']) {
      const read = async (): Promise<boolean> => {
        const name = `thing-${Math.random()}`
        await server.request(`/nc/${made.id}/api/v1/things`, { method: 'POST', token, body: { name } })
        const { status } = await server.request(`/nc/${made.id}/api/v1/${path}?where=(name,eq,${name})`, { token })
        expect(status).toBe(200)
        const { rows } = await atStandby.query<{ query: string }>(
          "SELECT query FROM pg_stat_activity WHERE application_name = 'Basalt' AND datname = 'shop'",
        )
        const word = path.endsWith('count') ? /count\(/i : path.includes('group') ? /GROUP BY/ : /"id"/
        return rows.some(({ query }) => query.includes('"things"') && word.test(query))
      }
      await until(read)
    }
  })
})

it('ignores a server that has more of the old timeline than the new primary', async () => {
  await atStandby.end()
  await standby.kill()
  const at = async <T extends object>(url: string, sql: string): Promise<T[]> => {
    const client = new Client({ connectionString: url.replace(/postgres$/, 'shop') })
    client.on('error', () => undefined)
    await client.connect()
    return client.query<T>(sql).then(
      ({ rows }) => client.end().then(() => rows),
      async (error: unknown) => {
        await client.end()
        throw error
      },
    )
  }
  for (let round = 0; round < 2; round += 1)
    await at(primary.url, 'INSERT INTO counter VALUES (-1); SELECT pg_switch_wal()')
  await primary.kill()
  const ahead = await createOwnPostgres(() => [], primary)
  await Promise.all([ahead.start(), standby.start()])
  await at(standby.url, 'SELECT pg_promote()')
  const hosts = [standby, ahead].map(({ url }) => new URL(url).host)
  const database = await postgresServer.open({ settings: connectionSettings.parse(settings(hosts)) })
  try {
    await database.transact([{ sql: 'UPDATE counter SET value = 200', params: [] }])
    const read = () =>
      database.read({ sql: 'SELECT min(value), pg_is_in_recovery() FROM counter', params: [] }, { mayUseStandby: true })
    await until(async () => {
      const [row] = await read()
      expect([Number(row?.[0]), Boolean(row?.[1])]).toEqual([200, false])
      const asked = await at<{ query: string }>(ahead.url, 'SELECT query FROM pg_stat_activity')
      return asked.some(({ query }) => query.includes('pg_last_wal_replay_lsn') && !query.includes('pg_stat_activity'))
    })
  } finally {
    await database.close()
    await ahead.remove()
  }
}, 60_000)
