import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionSettings, type ServerKind } from '@common/model/connection'
import type { Database } from '@main/db/database'
import { createDatabases, type Databases } from '@main/db/pool'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

interface Engine {
  readonly engine: string
  readonly kind: ServerKind
  readonly create: () => Promise<TestPostgres>
  readonly wait: (seconds: number) => string
  /**
   * Returns statements that create a user with a low connection limit. On MariaDB, a stop request needs a connection
   * too.
   */
  readonly limited: (user: string) => readonly string[]
  readonly dropUser: (user: string) => string
  /** Ends all other connections of a user. */
  readonly kill: (user: string) => string
  /** Counts the statements of a user that contain a word. */
  readonly running: (user: string, word: string) => string
}

const password = 'few connections'
const engines: Engine[] = [
  ...((await hasPostgres())
    ? [
        {
          engine: 'PostgreSQL',
          kind: 'postgres' as const,
          create: createTestPostgres,
          wait: (seconds: number) => `SELECT pg_sleep(${seconds})`,
          limited: (user: string) => [`CREATE ROLE ${user} LOGIN CONNECTION LIMIT 2 PASSWORD '${password}'`],
          dropUser: (user: string) => `DROP ROLE ${user}`,
          kill: (user: string) =>
            `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '${user}'`,
          running: (user: string, word: string) =>
            `SELECT count(*)::int FROM pg_stat_activity
             WHERE usename = '${user}' AND state = 'active' AND query LIKE '%${word}%'`,
        },
      ]
    : []),
  ...((await hasMariadb())
    ? [
        {
          engine: 'MariaDB',
          kind: 'mysql' as const,
          create: createTestMariadb,
          wait: (seconds: number) => `SELECT SLEEP(${seconds})`,
          limited: (user: string) => [
            `CREATE USER ${user} IDENTIFIED BY '${password}' WITH MAX_USER_CONNECTIONS 4`,
            `GRANT ALL ON *.* TO ${user}`,
          ],
          dropUser: (user: string) => `DROP USER ${user}`,
          kill: (user: string) => `KILL CONNECTION USER ${user}`,
          running: (user: string, word: string) =>
            `SELECT count(*) FROM information_schema.processlist
             WHERE user = '${user}' AND command IN ('Query', 'Execute') AND info LIKE '%${word}%'`,
        },
      ]
    : []),
]

describe.each(engines)('a $engine server that allows a user few connections', (engine) => {
  const user = `few_${randomUUID().slice(0, 8)}`
  let place: TestPostgres
  let databases: Databases
  /** As the administrator. */
  let admin: Database
  let database: Database

  beforeAll(async () => {
    place = await engine.create()
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    const url = new URL(place.url)
    const at = {
      kind: engine.kind,
      host: '127.0.0.1',
      port: Number(url.port),
      database: url.pathname.slice(1),
    }
    const own = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
    admin = await databases.servers.open({ settings: connectionSettings.parse({ ...at, ...own }), max: 2 })
    for (const sql of engine.limited(user)) await admin.transact([{ sql, params: [] }])
    database = await databases.servers.open({ settings: connectionSettings.parse({ ...at, user, password }) })
  })
  afterAll(async () => {
    await database.close()
    await admin.transact([{ sql: engine.dropUser(user), params: [] }])
    await admin.close()
    await databases.close()
    await place.drop()
  })

  const one = { sql: 'SELECT 1', params: [] }
  const running = async (word: string): Promise<number> =>
    Number((await admin.read({ sql: engine.running(user, word), params: [] }))[0]?.[0])

  it('answers more requests than that, one after the other', async () => {
    const wait = { sql: engine.wait(0.1), params: [] }
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => database.read(wait)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'fulfilled'))
  })

  it('loses its idle connections, and the next read is answered all the same', async () => {
    await Promise.all([database.read(one), database.read(one)])
    await admin.transact([{ sql: engine.kill(user), params: [] }])
    expect(await database.read(one)).toEqual([[1]])
  })

  it('ends the statements of a caller who leaves', async () => {
    const leaving = new AbortController()
    const wait = { sql: engine.wait(15), params: [] }
    const left = [1, 2].map(() => database.read(wait, { signal: leaving.signal }))
    for (const each of left) each.catch(() => undefined)
    await expect.poll(() => running('15'), { timeout: 10_000 }).toBe(2)
    leaving.abort()
    const codes = (await Promise.allSettled(left)).map((each) =>
      each.status === 'rejected' ? (each.reason as { code: string }).code : 'answered',
    )
    expect(codes).toEqual(['QUERY_CANCELLED', 'QUERY_CANCELLED'])
    await expect.poll(() => running('15'), { timeout: 8_000 }).toBe(0)
    expect(await database.read(one)).toEqual([[1]])
  })
})
