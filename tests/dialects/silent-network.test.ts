import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionSettings, type ServerKind } from '@common/model/connection'
import type { Database } from '@main/db/database'
import { createDatabases, type Databases } from '@main/db/pool'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { createProxy, type Proxy } from '@tests/helpers/proxy'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const engines: { engine: string; kind: ServerKind; create: () => Promise<TestPostgres> }[] = [
  ...((await hasPostgres()) ? [{ engine: 'PostgreSQL', kind: 'postgres' as const, create: createTestPostgres }] : []),
  ...((await hasMariadb()) ? [{ engine: 'MariaDB', kind: 'mysql' as const, create: createTestMariadb }] : []),
]

/** No response, no rejection, nothing: the usual failure of a network. */
describe.each(engines)('a network that falls silent on the way to $engine', ({ kind, create }) => {
  let place: TestPostgres
  let proxy: Proxy
  let databases: Databases
  let database: Database

  beforeAll(async () => {
    place = await create()
    const url = new URL(place.url)
    proxy = await createProxy({ host: url.hostname, port: Number(url.port) })
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    const settings = connectionSettings.parse({
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

  it('holds nobody for ever, and takes no connection along', async () => {
    // Opens both connections of the pool before the silence begins.
    await Promise.all([database.read(select), database.transact([insert])])
    proxy.freeze()
    const failed = await Promise.allSettled([
      database.read(select, { timeoutMs: 200 }),
      database.transact([insert], { timeoutMs: 200 }),
    ])
    const codes = failed.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'kept'))
    for (const code of codes) expect(['QUERY_TIMEOUT', 'DATABASE_UNAVAILABLE']).toContain(code)
    proxy.thaw()
    expect(await database.read(select)).toEqual([[1]])
    await database.transact([insert])
    expect(await database.read(select)).toEqual([[2]])
  })
})
