import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@main/db/database'
import { createMetaStore } from '@main/db/meta'
import { migrate } from '@main/db/meta/migrate'
import { createDatabases, targetOfUrl, type Databases } from '@main/db/pool'
import { createPeers, peerUrl, type Peers } from '@main/features/peers'
import { randomIds } from '@main/lib/ids'
import type { Schedule } from '@main/lib/schedule'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { until } from '@tests/helpers/until'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const engines = [
  'SQLite',
  ...((await hasPostgres()) ? ['PostgreSQL'] : []),
  ...((await hasMariadb()) ? ['MariaDB'] : []),
]

const facts = { netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null }
const v4 = (address: string, internal = false) => ({ ...facts, family: 'IPv4' as const, address, internal })
const v6 = (address: string, internal = false) => ({ ...facts, family: 'IPv6' as const, address, internal, scopeid: 0 })

describe.each(engines)('The list of servers on %s', (engine) => {
  let folder: string
  let databases: Databases
  let database: Database
  let drop: () => Promise<void> = () => Promise.resolve()
  const faults: unknown[] = []
  const now = (): Date => new Date('2026-03-01T12:00:00.000Z')

  /** A server whose regular entries the test makes. */
  const server = (): Peers & { readonly noteAgain: () => void } => {
    let noteAgain = (): void => undefined
    const every: Schedule['every'] = (_ms, work) => {
      noteAgain = work
      return () => undefined
    }
    const peers = createPeers({
      store: createMetaStore(database, { exclusive: false }),
      clock: { now, monotonicMs: () => 0 },
      schedule: { every } as Schedule,
      ids: randomIds,
      report: (error) => faults.push(error),
    })
    if (peers === undefined) throw new Error('There is no list')
    return { ...peers, noteAgain: () => noteAgain() }
  }
  const addresses = async (peers: Peers): Promise<string[]> =>
    (await peers.others()).map(({ address }) => address).toSorted()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-peers-'))
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    if (engine === 'SQLite') {
      const filename = join(folder, 'meta.sqlite')
      database = await databases.open({ dialect: 'sqlite', filename, mode: 'builtIn', create: true })
    } else {
      const made = await (engine === 'MariaDB' ? createTestMariadb() : createTestPostgres())
      ;({ drop } = made)
      database = await databases.open(targetOfUrl(made.url))
    }
    await migrate(database, { now })
  })
  afterAll(async () => {
    await databases.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
    expect(faults).toEqual([])
  })

  it('never leads a server to its own address', async () => {
    const [killed, other] = [server(), server()]
    await killed.announce('http://10.0.0.1:8080')
    await other.announce('http://10.0.0.2:8080')
    // Starts again at the same address, while the entry of the killed one is young.
    const restarted = server()
    await restarted.announce('http://10.0.0.1:8080')
    expect(await addresses(restarted)).toEqual(['http://10.0.0.2:8080'])
    const [listed] = await other.others()
    const secret = listed?.secret ?? ''
    expect([listed?.address, restarted.isOurs(secret)]).toEqual(['http://10.0.0.1:8080', true])
    // As many characters, and one byte more.
    expect(restarted.isOurs(`${secret.slice(1)}é`)).toBe(false)
    // Both machines say that they are the same address.
    killed.noteAgain()
    await until(async () => (await other.others()).length === 2)
    expect(await addresses(restarted)).toEqual(['http://10.0.0.2:8080'])
    expect(await addresses(killed)).toEqual(['http://10.0.0.2:8080'])
    await Promise.all([killed, other, restarted].map((each) => each.close()))
    expect(await addresses(server())).toEqual([])
  })
})

it('a server enters its address in the network, and a loopback address only if it is set', () => {
  expect(peerUrl(undefined, '10.0.0.1', 8080)).toBe('http://10.0.0.1:8080')
  expect(peerUrl(undefined, 'fd00::1', 8080)).toBe('http://[fd00::1]:8080')
  expect(peerUrl(undefined, '127.0.0.1', 8080)).toBeUndefined()
  expect(peerUrl(undefined, '::1', 8080)).toBeUndefined()
  expect(peerUrl('http://127.0.0.1:0', '127.0.0.1', 8082)).toBe('http://127.0.0.1:8082')
  expect(peerUrl('http://[fd00::1]:0/basalt', '::', 8082)).toBe('http://[fd00::1]:8082/basalt')
  expect(peerUrl('http://basalt.internal', '::', 8082)).toBe('http://basalt.internal')
})

it('a server on all addresses enters the first that others reach', () => {
  const loopback = { lo: [v4('127.0.0.1', true), v6('::1', true)] }
  const both = { ...loopback, eth0: [v4('169.254.7.7'), v6('fe80::1')], eth1: [v6('fd00::2'), v4('10.0.0.5')] }
  expect(peerUrl(undefined, '0.0.0.0', 8080, both)).toBe('http://10.0.0.5:8080')
  expect(peerUrl(undefined, '::', 8080, both)).toBe('http://10.0.0.5:8080')
  const newer = { ...loopback, eth0: [v4('169.254.7.7'), v6('fe80::1'), v6('fd00::2')] }
  expect(peerUrl(undefined, '::', 8080, newer)).toBe('http://[fd00::2]:8080')
  expect(peerUrl(undefined, '0.0.0.0', 8080, newer)).toBeUndefined()
  expect(peerUrl(undefined, '::', 8080, loopback)).toBeUndefined()
})
