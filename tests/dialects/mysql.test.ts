import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@main/db/database'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { createTestMariadb, executeMariadb, hasMariadb, type TestMariadb } from '@tests/helpers/mariadb'
import { describeDatabase } from './database-suite'

const types = {
  key: 'bigint AUTO_INCREMENT PRIMARY KEY',
  bytes: 'longblob',
  float: 'double',
  boolean: 'tinyint(1)',
  reference: 'bigint',
  text: 'char',
  // A server limit ends the suite's own query after a thousand rows.
  endless:
    'SELECT count(*) FROM information_schema.COLLATIONS a, information_schema.COLLATIONS b, information_schema.COLLATIONS c, information_schema.COLLATIONS d, information_schema.COLLATIONS e',
}

describe.skipIf(!(await hasMariadb()))('MariaDB', () => {
  describeDatabase(types, async () => {
    const server = await createTestMariadb('CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin')
    const database = await openMysql({ settings: settingsOfUrl(server.url) })
    return {
      database,
      drop: async () => {
        await database.close()
        await server.drop()
      },
    }
  })

  describe('beside the suite', () => {
    let server: TestMariadb
    let database: Database
    beforeAll(async () => {
      server = await createTestMariadb()
      database = await openMysql({ settings: settingsOfUrl(server.url) })
    })
    /** Waits until so many statements sleep on the server. */
    const asleep = async (count: number): Promise<void> => {
      const sql = `SELECT 1 FROM information_schema.PROCESSLIST WHERE DB = database() AND INFO LIKE 'SELECT SLEEP%'`
      await expect.poll(async () => (await database.read({ sql, params: [] })).length).toBeGreaterThanOrEqual(count)
    }
    afterAll(async () => {
      await database.close()
      await server.drop()
    })
    const read = async (sql: string): Promise<unknown> => (await database.read({ sql, params: [] }))[0]

    it('keeps dates as the text of the server, and decimals as a number or exactly', async () => {
      expect(
        await read(
          `SELECT DATE '2024-02-29', CAST('2024-02-29 12:00:00.5' AS DATETIME(6)), CAST('23:59:59' AS TIME(6)), 1.50, 123456789012345678.50,
           JSON_OBJECT('a', 1), CAST('0000-00-00' AS DATE), CAST(18446744073709551615 AS UNSIGNED), 0.000`,
        ),
      ).toEqual([
        '2024-02-29',
        '2024-02-29 12:00:00.5',
        '23:59:59',
        1.5,
        '123456789012345678.5',
        '{"a": 1}',
        '0000-00-00',
        18446744073709551615n,
        0,
      ])
    })

    it('reads bits, single-precision numbers, choices, years and places', async () => {
      await database.changeSchema([
        {
          sql: `CREATE TABLE odd (b bit(1), w bit(64), f float, e enum('a','it''s'), s set('x','y'), y year, g point, v varbinary(3), u bigint unsigned)`,
          params: [],
        },
      ])
      await database.transact([
        {
          sql: `INSERT INTO odd VALUES (1, ?, 1.1, 'it''s', 'y,x', 2024, POINT(1, 2), ?, ?)`,
          params: [2n ** 64n - 1n, new Uint8Array([0, 255]), 2n ** 64n - 1n],
        },
      ])
      expect(await read('SELECT * FROM odd')).toEqual([
        1,
        2n ** 64n - 1n,
        1.1,
        "it's",
        'x,y',
        2024,
        '{"x":1,"y":2}',
        Buffer.from([0, 255]),
        2n ** 64n - 1n,
      ])
    })

    it('runs a transaction again that the server undid because of another', async () => {
      await database.changeSchema([{ sql: 'CREATE TABLE pair (id integer PRIMARY KEY, n integer)', params: [] }])
      await database.transact([{ sql: 'INSERT INTO pair VALUES (1, 0), (2, 0)', params: [] }])
      const add = (id: number) => ({ sql: 'UPDATE pair SET n = n + 1 WHERE id = ?', params: [id] })
      // Each locks a row that the other needs next: the server ends one of the two.
      const pause = { sql: 'SELECT SLEEP(0.2)', params: [] }
      await Promise.all([database.transact([add(1), pause, add(2)]), database.transact([add(2), pause, add(1)])])
      expect(await database.read({ sql: 'SELECT n FROM pair ORDER BY id', params: [] })).toEqual([[2], [2]])
    })

    it('reads and begins to write again when its connection was ended', async () => {
      const one = await openMysql({ settings: settingsOfUrl(server.url), max: 1 })
      const end = async (): Promise<void> => {
        const [[id] = []] = await one.read({ sql: 'SELECT connection_id()', params: [] })
        await executeMariadb(server.url, `KILL CONNECTION ${Number(id)}`)
      }
      await end()
      expect(await one.read({ sql: 'SELECT 1', params: [] })).toEqual([[1]])
      await end()
      // A transaction that could not even be begun is begun elsewhere.
      await one.transact([
        { sql: 'CREATE TEMPORARY TABLE seen (id integer)', params: [] },
        { sql: 'INSERT INTO seen VALUES (1)', params: [] },
      ])
      await one.close()
    })

    it('names the row of a bulk that is refused, and keeps none', async () => {
      await database.changeSchema([{ sql: 'CREATE TABLE names (name varchar(20) PRIMARY KEY, n integer)', params: [] }])
      const batch = Array.from({ length: 700 }, (_, at) => [at === 613 ? 'name 7' : `name ${at}`, at])
      const insert = { sql: 'INSERT INTO names (name, n) VALUES (?, ?) RETURNING n', params: [], returns: true }
      await expect(database.transact([{ ...insert, batch }])).rejects.toMatchObject({
        code: 'VALUE_NOT_UNIQUE',
        details: { table: 'names', column: 'name', at: { step: 0, row: 613 } },
      })
      expect(await read('SELECT count(*) FROM names')).toEqual([0])
      const [result] = await database.transact([{ ...insert, batch: batch.slice(0, 600) }])
      expect(result).toEqual({ changes: 600, rows: batch.slice(0, 600).map(([, n]) => [n]) })
    })

    it('says who waits too long for a row of others, and leaves nothing behind', async () => {
      const first = await openMysql({ settings: settingsOfUrl(server.url), max: 1 })
      const holding = first.transact(
        [
          { sql: 'INSERT INTO pair VALUES (9, 1)', params: [] },
          { sql: 'SELECT SLEEP(5)', params: [] },
        ],
        { timeoutMs: 1_500 },
      )
      holding.catch(() => undefined)
      await asleep(1)
      await expect(
        database.transact([{ sql: 'INSERT INTO pair VALUES (9, 2)', params: [] }], { timeoutMs: 300 }),
      ).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' })
      await holding.catch(() => undefined)
      expect(await database.read({ sql: 'SELECT * FROM pair WHERE id = 9 AND n = 2', params: [] })).toEqual([])
      await first.close()
    })

    it('notices a schema that somebody else has changed', async () => {
      const before = await database.schemaVersion()
      expect(await database.schemaVersion()).toBe(before)
      await executeMariadb(server.url, 'CREATE TABLE theirs (id integer PRIMARY KEY)')
      // Without `now`, a version is cached for longer where reading the schema is slow.
      const after = await database.schemaVersion({ now: true })
      expect(after).not.toBe(before)
      await executeMariadb(server.url, 'ALTER TABLE theirs ADD COLUMN more text')
      expect(await database.schemaVersion({ now: true })).not.toBe(after)
    })

    it('tells a definition as it is now, on a connection that has told it before', async () => {
      const alone = await openMysql({ settings: settingsOfUrl(server.url), max: 1 })
      const definition = (): Promise<string | undefined> => alone.dialect.objects.viewDefinition(alone, 'told')
      await database.changeSchema([{ sql: 'CREATE VIEW told AS SELECT 1 AS before_it', params: [] }])
      expect(await definition()).toContain('before_it')
      await database.changeSchema([{ sql: 'CREATE OR REPLACE VIEW told AS SELECT 2 AS after_it', params: [] }])
      expect(await definition()).toContain('after_it')
      await database.changeSchema([{ sql: 'DROP VIEW told', params: [] }])
      await alone.close()
    })

    it('waits for a schema change of another process before it says that none is on its way', async () => {
      const other = await openMysql({ settings: settingsOfUrl(server.url) })
      const step = (sql: string) => ({ sql, params: [] })
      const changing = other.changeSchema([step('SELECT SLEEP(0.7)'), step('CREATE TABLE made (id integer)')])
      await asleep(1)
      await database.schemaSettled()
      expect(await database.dialect.introspect.listTables(database)).toContainEqual({ name: 'made', type: 'table' })
      await changing
      await other.close()
    })

    it('ends when it is closed while others use it', async () => {
      const closing = await openMysql({ settings: settingsOfUrl(server.url), max: 2 })
      const reads = Array.from({ length: 6 }, () => closing.read({ sql: 'SELECT SLEEP(1.5)', params: [] }))
      const settled = Promise.allSettled(reads)
      await asleep(2)
      await closing.close()
      const outcomes = (await settled).map((result) => result.status)
      expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(2)
      await expect(closing.read({ sql: 'SELECT 1', params: [] })).rejects.toMatchObject({
        code: 'DATABASE_UNAVAILABLE',
      })
    })
  })

  it('says that a server that is not there is unavailable', async () => {
    await expect(openMysql({ settings: settingsOfUrl('mysql://nobody@127.0.0.1:1/none') })).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    })
  })
})
