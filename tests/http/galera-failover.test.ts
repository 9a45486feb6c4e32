import { operateAt, startCluster, type Cluster } from '@tests/helpers/cluster'
import { startFailoverClients, refusedMaxMs } from '@tests/helpers/failover-clients'
import { reasonWithoutGalera, startGalera, type GaleraCluster } from '@tests/helpers/galera'
import { killRounds } from '@tests/helpers/kill-rounds'
import { noteMissing } from '@tests/helpers/needs-clusters'
import { until } from '@tests/helpers/until'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* Two servers keep their store and their data in a Galera cluster, and one of its nodes is killed, another one freezes. */

const missing = reasonWithoutGalera()
if (missing !== undefined) noteMissing('Failover of Galera', missing)

describe.skipIf(missing !== undefined)('a Galera cluster', { tags: ['nightly'] }, () => {
  let galera: GaleraCluster
  let cluster: Cluster | undefined
  beforeAll(async () => {
    galera = await startGalera(3)
    await galera.nodes[0]?.query('CREATE DATABASE basalt', 'CREATE DATABASE shop')
  }, 120_000)
  afterAll(async () => {
    await cluster?.close()
    await galera.remove()
  })

  const at = (host: string): Promise<Database> => openMysql({ settings: settingsOfUrl(`mysql://root@${host}/shop`) })

  it('runs a transaction again that another node made impossible, and shows each commit on every node', async () => {
    const [first, second] = galera.nodes
    const databases = await Promise.all([at(first?.host ?? ''), at(second?.host ?? '')])
    await first?.query('CREATE TABLE shop.counters (id integer PRIMARY KEY, value integer NOT NULL)')
    await first?.query('INSERT INTO shop.counters VALUES (1, 0)')
    const increments = [
      { sql: 'SELECT value FROM counters WHERE id = 1 FOR UPDATE', params: [] },
      { sql: 'UPDATE counters SET value = value + 1 WHERE id = 1', params: [] },
    ]
    const conflicts = async (): Promise<number> => {
      const found = await Promise.all(
        galera.nodes.map(({ query }) =>
          query("SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_local_cert_failures', 'wsrep_local_bf_aborts')"),
        ),
      )
      return found.flat().reduce((sum, { Value }) => sum + Number(Value), 0)
    }
    let written = 0
    for (const before = await conflicts(); (await conflicts()) < before + 3;) {
      await Promise.all(databases.map((each) => each.transact(increments)))
      written += databases.length
      for (const each of databases)
        expect(await each.read({ sql: 'SELECT value FROM counters', params: [] })).toEqual([[written]])
    }
    await Promise.all(databases.map((each) => each.close()))
  })

  it('loses and doubles no acknowledged write when a node dies or freezes, and answers only 503', async () => {
    cluster = await startCluster(`mysql://root@${galera.hosts}/basalt`, 2)
    const [first = ''] = cluster.origins
    const token = await cluster.signUp()
    const settings = { kind: 'mysql', host: galera.hosts, port: 3306, user: 'root', password: '', database: 'shop' }
    const made = await operateAt(first, 'projectCreateFromConnection', { title: 'Shop', settings }, { token })
    const here = { token, projectId: (made as { readonly id: string }).id }
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'name', type: 'SingleLineText' },
    ]
    await operateAt(first, 'tableCreate', { table: 'things', columns }, here)

    const clients = startFailoverClients(cluster.origins, { ...here, table: 'things' })
    const acknowledged = async (count: number): Promise<void> => {
      const before = clients.acknowledged()
      await expect.poll(clients.acknowledged).toBeGreaterThan(before + count)
    }
    const times: string[] = []
    const rounds = killRounds(1)
    for (let round = 0; round <= rounds; round += 1) {
      await acknowledged(50)
      // The servers use the first node until it fails, then the next one. The last failure is a freeze.
      const node = galera.nodes[round % galera.nodes.length]
      clients.longestGapMs()
      clients.refusedForMs()
      if (round < rounds) await node?.kill()
      else node?.freeze()
      await acknowledged(50)
      const refusedMs = Math.round(clients.refusedForMs())
      times.push(`${Math.round(clients.longestGapMs())} ms without a write, ${refusedMs} ms of refusals`)
      expect(refusedMs).toBeLessThan(refusedMaxMs)
      await (round < rounds ? node?.restart() : node?.thaw())
      await acknowledged(50)
    }
    const names = await clients.stop()

    for (const { query } of galera.nodes) {
      const rows = await query(
        'SET SESSION wsrep_sync_wait = 7',
        'SELECT name, count(*) AS count FROM shop.things GROUP BY name',
      )
      const counts = new Map(rows.map(({ name, count }) => [String(name), Number(count)]))
      expect([...names].filter((name) => counts.get(name) !== 1)).toEqual([])
      expect([...counts.values()].filter((count) => count !== 1)).toEqual([])
    }
    const refused = [...clients.refused()].map(([text, count]) => `${count} × ${text}`)
    const sentence = /^503 The database(?: Shop)? (?:does not answer|is busy)\./
    expect([...clients.refused().keys()].filter((text) => !sentence.test(text))).toEqual([])
    process.stdout.write(`  failover of Galera: ${times.join(', ')}; ${refused.join(' | ')}\n`)
  }, 240_000)

  it('does not answer from a node that lost the others', async () => {
    const database = await at(galera.hosts)
    const read = () => database.read({ sql: 'SELECT count(*) FROM things', params: [] })
    expect(await read()).toHaveLength(1)
    const [, second, third] = galera.nodes
    await Promise.all([second?.kill(), third?.kill()])
    const isDown = (error: unknown): boolean => error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE'
    await until(() => read().then(() => false, isDown))
    for (const call of [read, () => at(galera.hosts)])
      await expect(call()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    await database.close()
  })
})
