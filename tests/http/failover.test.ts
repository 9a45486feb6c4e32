import { Client } from 'pg'
import { operateAt, startCluster, type Cluster } from '@tests/helpers/cluster'
import { startFailoverClients, refusedMaxMs } from '@tests/helpers/failover-clients'
import { createOwnPostgres, type OwnPostgres } from '@tests/helpers/own-postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'

/* Two servers write to a primary of PostgreSQL that is killed. Its standby is promoted. */

let primary: OwnPostgres
let standby: OwnPostgres
let cluster: Cluster | undefined

const onServer = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  // Acknowledged transactions are on the standby too; asynchronous replication may lose the last ones.
  let waits = false
  primary = await createOwnPostgres(() => (waits ? ['-c', 'synchronous_standby_names=*'] : []))
  await primary.start()
  await onServer(primary.url, (client) => client.query('CREATE DATABASE shop'))
  await primary.kill()
  standby = await createOwnPostgres(() => [], primary)
  waits = true
  await Promise.all([primary.start(), standby.start()])
})
afterAll(async () => {
  await cluster?.close()
  await Promise.all([primary.remove(), standby.remove()])
})

it(
  'loses and doubles no acknowledged write, and answers only 503 until the standby is promoted',
  { tags: ['nightly'], timeout: 240_000 },
  async () => {
    const hosts = [primary, standby].map(({ url }) => new URL(url).host).join(',')
    cluster = await startCluster(`postgres://postgres:postgres@${hosts}/postgres`, 2)
    const [first = ''] = cluster.origins
    const token = await cluster.signUp()
    const settings = {
      kind: 'postgres',
      host: hosts,
      port: 5432,
      user: 'postgres',
      password: 'postgres',
      database: 'shop',
    }
    const made = await operateAt(first, 'projectCreateFromConnection', { title: 'Shop', settings }, { token })
    const here = { token, projectId: (made as { readonly id: string }).id }
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'name', type: 'SingleLineText' },
    ]
    await operateAt(first, 'tableCreate', { table: 'things', columns }, here)

    const clients = startFailoverClients(cluster.origins, { ...here, table: 'things' })
    await expect.poll(clients.acknowledged).toBeGreaterThan(100)
    clients.longestGapMs()
    clients.refusedForMs()
    await primary.kill()
    await onServer(standby.url, (client) => client.query('SELECT pg_promote()'))
    const before = clients.acknowledged()
    await expect.poll(clients.acknowledged).toBeGreaterThan(before + 100)
    const gapMs = clients.longestGapMs()
    const refusedMs = clients.refusedForMs()
    const names = await clients.stop()

    const rows = await onServer(standby.url.replace(/postgres$/, 'shop'), (client) =>
      client.query<{ name: string; count: string }>('SELECT name, count(*) AS count FROM things GROUP BY name'),
    )
    const counts = new Map(rows.rows.map(({ name, count }) => [name, Number(count)]))
    expect([...names].filter((name) => counts.get(name) !== 1)).toEqual([])
    expect([...counts.values()].filter((count) => count !== 1)).toEqual([])
    const refused = [...clients.refused().keys()]
    expect(refused.filter((text) => !/^503 \S+ \S+/.test(text))).toEqual([])
    process.stdout.write(`  failover of PostgreSQL: ${Math.round(gapMs)} ms without a write, ${refused.join(' | ')}\n`)
    expect(refusedMs).toBeLessThan(refusedMaxMs)
    expect(gapMs).toBeLessThan(10_000)
  },
)
