import type { Database } from '@main/db/database'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { mysqlServer } from '@main/db/dialects/mysql/server'
import { connectionSettings } from '@common/model/connection'
import { executeMariadb, queryMariadb } from '@tests/helpers/mariadb'
import { createOwnMariadb, findProgram, type OwnMariadb } from '@tests/helpers/own-mariadb'
import { until } from '@tests/helpers/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* A primary of MariaDB becomes read-only, and its replica takes over. Connections stay open. */

const ask = (server: OwnMariadb, sql: string) => queryMariadb(server.url, sql)

describe.skipIf(findProgram('mariadbd') === undefined)('a switch of MariaDB servers', () => {
  let primary: OwnMariadb
  let replica: OwnMariadb
  let database: Database
  beforeAll(async () => {
    const options = (id: number): string[] => [`--server-id=${id}`, '--log-bin=log', '--binlog-format=ROW']
    ;[primary, replica] = await Promise.all([createOwnMariadb(options(1)), createOwnMariadb(options(2))])
    await Promise.all([primary.start(), replica.start()])
    const { port } = new URL(primary.url)
    await executeMariadb(
      replica.url,
      `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'root', MASTER_USE_GTID = slave_pos`,
      'START SLAVE',
      'SET GLOBAL read_only = 1',
    )
    await executeMariadb(
      primary.url,
      'CREATE DATABASE shop',
      'CREATE TABLE shop.things (id integer PRIMARY KEY AUTO_INCREMENT, name varchar(20) NOT NULL)',
      // The first user may always write.
      "CREATE USER app@'%' IDENTIFIED BY 'secret'",
      "GRANT ALL ON shop.* TO app@'%'",
      // Accounts of the server itself would come first.
      "DELETE FROM mysql.global_priv WHERE User = ''",
      'FLUSH PRIVILEGES',
    )
    const hosts = [replica, primary].map(({ url }) => new URL(url).host).join(',')
    database = await openMysql({ settings: settingsOfUrl(`mysql://app:secret@${hosts}/shop`) })
  }, 90_000)
  afterAll(async () => {
    await database.close()
    await Promise.all([primary.remove(), replica.remove()])
  })

  const insert = (name: string) => ({ sql: 'INSERT INTO things (name) VALUES (?)', params: [name] })
  const insertMany = (prefix: string) =>
    Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        database.transact(
          at % 2 === 0 ? [insert(`${prefix} ${at}`)] : [insert(`${prefix} ${at}`), insert(`${prefix} ${at} too`)],
        ),
      ),
    )
  const count = async (server: OwnMariadb): Promise<number> =>
    Number((await ask(server, 'SELECT count(*) AS count FROM shop.things'))[0]?.['count'])

  it('reads lists on the replica, and shows each write to the next one', async () => {
    const hosts = [replica, primary].map(({ url }) => new URL(url).host).join(',')
    const settings = settingsOfUrl(`mysql://app:secret@${hosts}/shop`)
    const reader = await openMysql({ settings, standbyReads: true })
    const list = async () => {
      const sql = 'SELECT (SELECT count(*) FROM things), @@global.server_id'
      const [row] = await reader.read({ sql, params: [] }, { mayUseStandby: true })
      return { count: Number(row?.[0]), onReplica: Number(row?.[1]) === 2 }
    }
    const untilOnReplica = () => until(async () => (await list()).onReplica)
    await untilOnReplica()
    // The terminal's program takes one server.
    expect(
      await mysqlServer.findPrimary?.({ settings: connectionSettings.parse({ ...settings, kind: 'mysql' }) }),
    ).toEqual({ host: '127.0.0.1', port: Number(new URL(primary.url).port) })
    let onReplica = 0
    for (let rows = 1; rows <= 20; rows += 1) {
      await database.transact([insert(`row ${rows}`)])
      const found = await list()
      expect(found.count).toBe(rows)
      onReplica += Number(found.onReplica)
    }
    expect(onReplica).toBeGreaterThan(0)
    expect(await reader.read({ sql: 'SELECT @@global.server_id', params: [] })).toEqual([[1]])

    await untilOnReplica()
    await ask(replica, 'STOP SLAVE SQL_THREAD')
    await database.transact([{ sql: 'DELETE FROM things', params: [] }])
    expect(await list()).toEqual({ count: 0, onReplica: false })
    await ask(replica, 'START SLAVE SQL_THREAD')
    await untilOnReplica()
    await reader.close()
  })

  it('sends the next writes to the new primary, each once', async () => {
    await insertMany('before')
    await ask(primary, 'SET GLOBAL read_only = 1')
    // No server accepts writes.
    await expect(database.transact([insert('between')])).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await until(async () => (await count(replica)) === 12)
    await ask(replica, 'STOP SLAVE')
    await ask(replica, 'SET GLOBAL read_only = 0')
    await insertMany('after')
    expect([await count(primary), await count(replica)]).toEqual([12, 24])

    // Pooled connections of the new primary see the same, and the former one is a replica now.
    await ask(replica, 'SET GLOBAL read_only = 1')
    await ask(primary, 'SET GLOBAL read_only = 0')
    await insertMany('back')
    expect([await count(primary), await count(replica)]).toEqual([24, 24])
  })
})
