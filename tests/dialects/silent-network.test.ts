import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionSettings, type ConnectionSettings, type ServerKind } from '@common/model/connection'
import { poolUse } from '@main/db/connection-pool'
import type { Database } from '@main/db/database'
import { createDatabases, type Databases } from '@main/db/pool'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { createProxy, type Proxy } from '@tests/helpers/proxy'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { until, untilItWorks } from '@tests/helpers/until'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const engines: { engine: string; kind: ServerKind; create: () => Promise<TestPostgres>; sleep: string }[] = [
  ...((await hasPostgres())
    ? [
        {
          engine: 'PostgreSQL',
          kind: 'postgres' as const,
          create: createTestPostgres,
          sleep: 'SELECT 1 FROM pg_sleep(2.5)',
        },
      ]
    : []),
  ...((await hasMariadb())
    ? [{ engine: 'MariaDB', kind: 'mysql' as const, create: createTestMariadb, sleep: 'SELECT sleep(2.5) + 1' }]
    : []),
]
/** Far below the limit of a statement. The watch takes three seconds, and a new connection one more. */
const noticedMaxMs = 10_000

/** No response, no rejection, nothing: the usual failure of a network. */
describe.each(engines)('a network that falls silent on the way to $engine', ({ kind, create, sleep }) => {
  let place: TestPostgres
  let proxy: Proxy
  let databases: Databases
  let settings: ConnectionSettings
  let database: Database

  beforeAll(async () => {
    place = await create()
    const url = new URL(place.url)
    proxy = await createProxy({ host: url.hostname, port: Number(url.port) })
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    settings = connectionSettings.parse({
      kind,
      host: '127.0.0.1',
      port: proxy.port,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
    })
    database = await databases.servers.open({ settings, max: 2 })
    await database.changeSchema([{ sql: 'CREATE TABLE pulse (n integer)', params: [] }])
  })
  afterAll(async () => {
    await database.close()
    await databases.close()
    await proxy.close()
    await place.drop()
  })

  const insert = { sql: 'INSERT INTO pulse VALUES (1)', params: [] }
  const select = { sql: 'SELECT count(*) FROM pulse', params: [] }

  /** Opens both connections of the pool. */
  const openBoth = async (): Promise<void> => {
    await Promise.all([database.read(select), database.read(select)])
    await until(() => poolUse().idle === 2)
  }

  it('holds nobody for ever, and takes no connection along', async () => {
    await openBoth()
    proxy.freeze()
    const failed = await Promise.allSettled([
      database.read(select, { timeoutMs: 200 }),
      database.transact([insert], { timeoutMs: 200 }),
    ])
    const codes = failed.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'kept'))
    for (const code of codes) expect(['QUERY_TIMEOUT', 'DATABASE_UNAVAILABLE']).toContain(code)
    proxy.thaw()
    expect(await database.read(select)).toEqual([[0]])
    await database.transact([insert])
    expect(await database.read(select)).toEqual([[1]])
  })

  it('fails running and waiting statements within seconds, and the next ones soon', { tags: ['nightly'] }, async () => {
    await openBoth()
    const before = await database.read(select)
    proxy.freeze()
    const frozenMs = performance.now()
    const calls = [database.read(select), database.transact([insert]), database.transact([insert, insert])]
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'DATABASE_UNAVAILABLE' } })
    expect(performance.now() - frozenMs).toBeLessThan(noticedMaxMs)
    const nextMs = performance.now()
    await expect(database.read(select)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(performance.now() - nextMs).toBeLessThan(noticedMaxMs)
    proxy.thaw()
    expect(await untilItWorks(() => database.read(select))).toEqual(before)
  })

  it('leaves a long statement of a server alone that is alive', async () => {
    expect(await database.read({ sql: sleep, params: [] })).toEqual([[1]])
  })

  it('replaces connections that broke while idle before a transaction begins', async () => {
    await openBoth()
    const [[before]] = (await database.read(select)) as [[number]]
    proxy.forget()
    await database.transact([insert, insert])
    await openBoth()
    proxy.forget()
    expect(await database.read(select)).toEqual([[Number(before) + 2]])
  })

  it('goes on with the next server of a cluster', async () => {
    const host = `127.0.0.1:${settings.port},${new URL(place.url).host}`
    const cluster = await databases.servers.open({ settings: { ...settings, host } })
    const [[before]] = (await cluster.read(select)) as [[number]]
    proxy.freeze()
    const frozenMs = performance.now()
    // Its outcome is unknown to the caller, and a read repeats itself.
    const [write, read] = await Promise.allSettled([cluster.transact([insert]), cluster.read(select)])
    expect(write).toMatchObject({ status: 'rejected', reason: { code: 'DATABASE_UNAVAILABLE' } })
    expect(read).toEqual({ status: 'fulfilled', value: [[before]] })
    expect(performance.now() - frozenMs).toBeLessThan(noticedMaxMs)
    await cluster.transact([insert])
    proxy.thaw()
    expect(await cluster.read(select)).toEqual([[Number(before) + 1]])
    await cluster.close()
  })
})
