import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppError } from '@common/errors'
import { createMetaStore, type MetaStore } from '@main/db/meta'
import { migrate } from '@main/db/meta/migrate'
import { createDatabases, type Databases } from '@main/db/pool'
import { createThrottle } from '@main/features/auth/throttle'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

/** Addresses that the sign-in and sign-up limits treat as the same guesser. */
describe('The limits of sign-ins and sign-ups', () => {
  let folder: string
  let databases: Databases
  let store: MetaStore
  const now = (): Date => new Date('2026-03-01T12:00:00Z')
  const clock = { now, monotonicMs: () => 0 }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-throttle-'))
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    const database = await databases.open({
      dialect: 'sqlite',
      filename: join(folder, 'meta.sqlite'),
      mode: 'builtIn',
      create: true,
    })
    await migrate(database, { now })
    store = createMetaStore(database, { exclusive: true })
  })
  afterAll(async () => {
    await databases.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    ['one IPv4 address', ['203.0.113.7', '203.0.113.7', '::ffff:203.0.113.7'], false],
    ['two IPv4 addresses', ['203.0.113.8', '203.0.113.9', '203.0.113.8'], true],
    // A provider gives each customer at least 64 bits: each guess could use a new address.
    ['one IPv6 network', ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', '2001:0db8:0001:0002::abcd%eth0'], false],
    ['two IPv6 networks', ['2001:db8:1:3::1', '2001:db8:1:4::1', '2001:db8:1:3::2'], true],
    ['short IPv6 addresses', ['2001:db9::1', '2001:db9:0:0:1::', '2001:db9::2:0:0:1'], false],
  ])('count %s together', async (_name, addresses, passes) => {
    const throttle = createThrottle({ store, clock, attempts: 2, signUps: 2 })
    const account = `${addresses[0]}@example.com`
    for (const count of [throttle.attempt, throttle.signUp]) {
      const [first = '', second = '', third = ''] = addresses
      await count(account, first)
      await count(account, second)
      const last = await count(account, third).catch((error: unknown) => (error as AppError).code)
      expect(last).toBe(passes ? undefined : 'TOO_MANY_ATTEMPTS')
    }
  })
})
