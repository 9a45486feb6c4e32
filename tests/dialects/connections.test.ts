import { createServer, type Server, type Socket } from 'node:net'
import { availableServerKinds } from '@common/dialects'
import { connectionSettings, type ConnectionSettings, type ConnectionSettingsInput } from '@common/model/connection'
import { createDatabases, serverDrivers, type Databases } from '@main/db/pool'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

it('kinds that the interface offers are those that can be opened', () => {
  expect(Object.keys(serverDrivers).toSorted()).toEqual(availableServerKinds.toSorted())
})

describe.skipIf(!(await hasPostgres()))('connections to PostgreSQL', () => {
  let postgres: TestPostgres
  let databases: Databases
  let server: ConnectionSettings
  const closed: (() => void)[] = []

  beforeAll(async () => {
    postgres = await createTestPostgres()
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    const url = new URL(postgres.url)
    server = connectionSettings.parse({
      kind: 'postgres',
      host: url.hostname,
      port: Number(url.port),
      user: url.username,
      password: url.password,
      database: url.pathname.slice(1),
    })
    const database = await databases.open({ dialect: 'postgres', url: postgres.url })
    for (const sql of [
      'CREATE TABLE film_actor (id integer PRIMARY KEY)',
      'CREATE SCHEMA "odd schema"',
      'CREATE TABLE "odd schema".one (id integer)',
      'CREATE TABLE "odd schema".two (id integer)',
    ])
      await database.changeSchema([{ sql, params: [] }])
    await database.close()
  })
  afterAll(async () => {
    for (const close of closed) close()
    await databases.close()
    await postgres.drop()
  })

  const settings = (change: Partial<ConnectionSettingsInput>): ConnectionSettings =>
    connectionSettings.parse({ ...server, ...change })
  const test = (change: Partial<ConnectionSettingsInput>, publicOnly = false) =>
    databases.servers.test({ settings: settings(change), publicOnly })

  /** Opens a port with another kind of server. */
  async function otherServer(onConnect: (socket: Socket) => void): Promise<number> {
    const other: Server = createServer((socket) => {
      socket.on('error', () => undefined)
      onConnect(socket)
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    closed.push(() => other.close())
    const address = other.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  it('go through all steps and say what they found', async () => {
    const result = await test({})
    expect(result.failure).toBeNull()
    expect(result.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'find done',
      'reach done',
      'encrypt skipped',
      'signIn done',
      'open done',
      'read done',
    ])
    expect(result.steps[0]?.facts).toEqual({ address: '127.0.0.1' })
    expect(result.steps[1]?.facts.version).toMatch(/^\d+/)
    expect(result.steps[5]?.facts).toEqual({ tables: 1 })
  })

  it('read the schema that was chosen', async () => {
    expect((await test({ schema: 'odd schema' })).steps[5]?.facts).toEqual({ tables: 2 })
    const database = await databases.servers.open({ settings: settings({ schema: 'odd schema' }) })
    expect(await database.read({ sql: 'SELECT current_schema()', params: [] })).toEqual([['odd schema']])
    await database.close()
  })

  it.each<[string, Partial<ConnectionSettingsInput>, string, string]>([
    ['a host that nobody knows', { host: 'nobody.invalid' }, 'hostUnknown', 'find'],
    ['a port at which nothing listens', { port: 1 }, 'refused', 'reach'],
    ['a wrong password', { password: 'wrong' }, 'credentialsRefused', 'signIn'],
    ['no password', { password: '' }, 'credentialsRefused', 'signIn'],
    ['a user who is not there', { user: 'nobody' }, 'credentialsRefused', 'signIn'],
    ['a database that is not there', { database: 'no such database' }, 'databaseMissing', 'open'],
    ['a schema that is not there', { schema: 'no such schema' }, 'schemaMissing', 'open'],
    ['encryption that the server does not offer', { ssl: { usage: 'required' } }, 'sslNotOffered', 'encrypt'],
    [
      'an authority that is none',
      {
        ssl: {
          usage: 'required-CA',
          serverCa: '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----',
        },
      },
      'sslNotOffered',
      'encrypt',
    ],
  ])('say what is wrong with %s', async (_what, change, failure, step) => {
    const result = await test(change)
    expect([result.failure, result.steps.find(({ state }) => state === 'failed')?.step]).toEqual([failure, step])
    expect(result.steps.findLast(({ state }) => state !== 'waiting')?.state).toBe('failed')
  })

  it('tell servers of another kind from those that leave', async () => {
    const web = await otherServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect((await test({ port: web })).failure).toBe('otherProtocol')
    const leaving = await otherServer((socket) => socket.destroy())
    expect((await test({ port: leaving })).failure).toBe('closed')
    const silent = await otherServer(() => undefined)
    expect((await test({ port: silent })).failure).toBe('timeout')
  })

  it('fall back to no encryption where it is only preferred', async () => {
    expect((await test({ ssl: { usage: 'preferred' } })).failure).toBeNull()
    const database = await databases.servers.open({ settings: settings({ ssl: { usage: 'preferred' } }) })
    expect(await database.read({ sql: 'SELECT 1', params: [] })).toEqual([[1]])
    await database.close()
  })

  it('reach no address of this machine for those who may not', async () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '[::1]', '2130706433', '127.1', '::ffff:127.0.0.1'])
      expect([host, (await test({ host }, true)).failure]).toEqual([host, 'hostForbidden'])
    const opening = databases.servers.open({ settings: server, publicOnly: true })
    const error = await opening.catch((reason: unknown) => reason)
    expect(databases.servers.failureOf('postgres', error)).toBe('hostForbidden')
  })

  it('make what is missing when they are told to, and only then', async () => {
    const missing = { database: `${server.database} "made"`, schema: 'some schema', createIfNotExists: true }
    const tested = await test(missing)
    expect([tested.failure, tested.steps[4]?.facts]).toEqual([null, { willBeMade: true }])
    expect((await test({ ...missing, createIfNotExists: false })).failure).toBe('databaseMissing')
    await databases.servers.createMissing({ settings: settings(missing) })
    // Again: now it exists.
    await databases.servers.createMissing({ settings: settings(missing) })
    expect((await test(missing)).steps[5]?.facts).toEqual({ tables: 0 })
    const admin = await databases.open({ dialect: 'postgres', url: postgres.url, max: 1 })
    const sql = `DROP DATABASE "${missing.database.replaceAll('"', '""')}" WITH (FORCE)`
    await expect(admin.read({ sql, params: [] })).resolves.toEqual([])
    await admin.close()
  })

  it('know who may not make a database or read a schema', async () => {
    const user = `weak_${server.database}`
    const admin = await databases.open({ dialect: 'postgres', url: postgres.url, max: 1 })
    await admin.changeSchema([{ sql: `CREATE ROLE ${user} LOGIN PASSWORD 'weak'`, params: [] }])
    const weak = { user, password: 'weak' }
    expect((await test({ ...weak, database: 'not there', createIfNotExists: true })).failure).toBe('createForbidden')
    expect((await test({ ...weak, schema: 'not there', createIfNotExists: true })).failure).toBe('createForbidden')
    expect((await test({ ...weak, schema: 'odd schema' })).failure).toBe('readForbidden')
    await admin.changeSchema([{ sql: `DROP ROLE ${user}`, params: [] }])
    await admin.close()
  })
})
