import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionSettings, type ConnectionSettings, type ConnectionSettingsInput } from '@common/model/connection'
import { createDatabases, type Databases } from '@main/db/pool'
import { createTestMariadb, executeMariadb, hasMariadb, type TestMariadb } from '@tests/helpers/mariadb'
import { createOwnMariadb, type OwnMariadb } from '@tests/helpers/own-mariadb'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

describe.skipIf(!(await hasMariadb()))('connections to MariaDB', () => {
  let mariadb: TestMariadb
  let databases: Databases
  let server: ConnectionSettings
  const closed: (() => void)[] = []

  beforeAll(async () => {
    mariadb = await createTestMariadb()
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    const url = new URL(mariadb.url)
    const database = url.pathname.slice(1)
    const user = `u_${database.slice(-20)}`
    await executeMariadb(
      mariadb.url,
      'CREATE TABLE film_actor (id integer PRIMARY KEY)',
      'CREATE VIEW actors AS SELECT id FROM film_actor',
      `CREATE USER ${user}@'%' IDENTIFIED BY 'right', weak_${user}@'%' IDENTIFIED BY 'weak'`,
      `GRANT ALL ON *.* TO ${user}@'%'`,
      `GRANT CREATE, SELECT ON \`shop\\_%\`.* TO weak_${user}@'%'`,
    )
    server = connectionSettings.parse({
      kind: 'mysql',
      host: url.hostname,
      port: Number(url.port),
      user,
      password: 'right',
      database,
    })
  })
  afterAll(async () => {
    for (const close of closed) close()
    await databases.close()
    await executeMariadb(mariadb.url, `DROP USER ${server.user}@'%', weak_${server.user}@'%'`)
    await mariadb.drop()
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
    expect(result.steps[1]?.facts.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(result.steps[5]?.facts).toEqual({ tables: 1 })
  })

  it.each<[string, Partial<ConnectionSettingsInput>, string, string]>([
    ['a host that nobody knows', { host: 'nobody.invalid' }, 'hostUnknown', 'find'],
    ['a port at which nothing listens', { port: 1 }, 'refused', 'reach'],
    ['a wrong password', { password: 'wrong' }, 'credentialsRefused', 'signIn'],
    ['no password', { password: '' }, 'credentialsRefused', 'signIn'],
    ['a user who is not there', { user: 'nobody' }, 'credentialsRefused', 'signIn'],
    ['a database that is not there', { database: 'no such database' }, 'databaseMissing', 'open'],
    ['encryption that the server does not offer', { ssl: { usage: 'required' } }, 'sslNotOffered', 'encrypt'],
  ])('say what is wrong with %s', async (_what, change, failure, step) => {
    const result = await test(change)
    expect([result.failure, result.steps.find(({ state }) => state === 'failed')?.step]).toEqual([failure, step])
    const opening = databases.servers.open({ settings: settings(change) })
    const error = await opening.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(databases.servers.failureOf('mysql', error)).toBe(failure)
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
    expect(databases.servers.failureOf('mysql', error)).toBe('hostForbidden')
  })

  it('make what is missing when they are told to, and only then', async () => {
    const missing = { database: `${server.database} \`made`, createIfNotExists: true }
    const tested = await test(missing)
    expect([tested.failure, tested.steps[4]?.facts]).toEqual([null, { willBeMade: true }])
    expect((await test({ ...missing, createIfNotExists: false })).failure).toBe('databaseMissing')
    await databases.servers.createMissing({ settings: settings(missing) })
    // Again: now it exists.
    await databases.servers.createMissing({ settings: settings(missing) })
    expect((await test(missing)).steps[5]?.facts).toEqual({ tables: 0 })
    await executeMariadb(mariadb.url, `DROP DATABASE \`${missing.database.replaceAll('`', '``')}\``)
  })

  it('know who may not make a database or see one', async () => {
    const weak = { user: `weak_${server.user}`, password: 'weak', createIfNotExists: true }
    expect((await test({ ...weak, database: 'other' })).failure).toBe('databaseForbidden')
    expect((await test({ ...weak, database: 'shopXnew' })).failure).toBe('databaseForbidden')
    expect((await test({ ...weak, database: 'shop_new' })).steps[4]?.facts).toEqual({ willBeMade: true })
    expect((await test({ ...weak, database: server.database })).failure).toBe('databaseForbidden')
  })
})

/** True if openssl can create the certificates. Tests create them each time, because stored ones would expire. */
function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write('Tests of encrypted connections are skipped: there is no openssl\n')
    return false
  }
}

describe.skipIf(!hasOpenssl() || !(await hasMariadb()))('encrypted connections to MariaDB', () => {
  let folder: string
  let mariadb: OwnMariadb
  let databases: Databases
  let port: number

  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const pem = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const sign = (name: string, subject: string, names = ''): void => {
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject)
    writeFileSync(join(folder, `${name}.ext`), names)
    const ca = ['-CA', 'Harbour CA.crt', '-CAkey', 'Harbour CA.key', '-CAcreateserial']
    openssl('x509', '-req', '-in', `${name}.csr`, ...ca, '-days', '2', '-out', `${name}.crt`, '-extfile', `${name}.ext`)
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'basalt-tls-'))
    for (const name of ['Harbour CA', 'Other CA']) {
      const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
      openssl('req', '-x509', ...key, '-out', `${name}.crt`, '-days', '2', '-subj', `/CN=${name}`)
    }
    sign('server', '/CN=localhost', 'subjectAltName=DNS:localhost')
    sign('client', '/CN=someone')
    mariadb = await createOwnMariadb([
      `--ssl-cert=${join(folder, 'server.crt')}`,
      `--ssl-key=${join(folder, 'server.key')}`,
      `--ssl-ca=${join(folder, 'Harbour CA.crt')}`,
    ])
    await mariadb.start()
    port = Number(new URL(mariadb.url).port)
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    await executeMariadb(
      mariadb.url,
      `CREATE USER open@'%' IDENTIFIED BY 'secret'`,
      `CREATE USER hidden@'%' IDENTIFIED BY 'secret' REQUIRE SSL`,
      `CREATE USER cert@'%' IDENTIFIED BY 'secret' REQUIRE X509`,
      'CREATE DATABASE shop',
      `GRANT ALL ON shop.* TO open@'%', hidden@'%', cert@'%'`,
    )
  })
  afterAll(async () => {
    await databases.close()
    await mariadb.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const settings = (change: Partial<ConnectionSettingsInput>) =>
    connectionSettings.parse({
      kind: 'mysql',
      host: 'localhost',
      port,
      user: 'hidden',
      password: 'secret',
      database: 'shop',
      ...change,
    })

  it.each(['preferred', 'required'] as const)('are made when they are %s, whoever signed', async (usage) => {
    const { failure, steps } = await databases.servers.test({ settings: settings({ ssl: { usage } }) })
    expect(failure).toBeNull()
    expect(steps[2]).toMatchObject({
      step: 'encrypt',
      state: 'done',
      facts: { protocol: 'TLSv1.3', issuer: 'Harbour CA' },
    })
    const database = await databases.servers.open({ settings: settings({ ssl: { usage } }) })
    const [[, cipher] = []] = await database.read({ sql: `SHOW STATUS LIKE 'Ssl_cipher'`, params: [] })
    expect(cipher).not.toBe('')
    await database.close()
  })

  it.each<[string, Partial<ConnectionSettingsInput>, () => ConnectionSettingsInput['ssl'], string | null]>([
    ['are not made when nobody wants them', { user: 'open' }, () => ({ usage: 'no' }), null],
    ['trust the authority given', {}, () => ({ usage: 'required-CA', serverCa: pem('Harbour CA.crt') }), null],
    ['trust no other', {}, () => ({ usage: 'required-CA', serverCa: pem('Other CA.crt') }), 'certificateUntrusted'],
    ['trust nobody unknown', {}, () => ({ usage: 'required-CA' }), 'certificateUntrusted'],
    [
      'do not look at the name with required-CA',
      { host: '127.0.0.1' },
      () => ({ usage: 'required-CA', serverCa: pem('Harbour CA.crt') }),
      null,
    ],
    ['know the name', {}, () => ({ usage: 'required-identity', serverCa: pem('Harbour CA.crt') }), null],
    [
      'refuse another name',
      { host: '127.0.0.1' },
      () => ({ usage: 'required-identity', serverCa: pem('Harbour CA.crt') }),
      'identityMismatch',
    ],
    // The server only says that it rejects the user.
    ['are needed by some users', {}, () => ({ usage: 'no' }), 'credentialsRefused'],
    ['with a certificate are needed by some', { user: 'cert' }, () => ({ usage: 'required' }), 'credentialsRefused'],
    [
      'show a client certificate',
      { user: 'cert' },
      () => ({ usage: 'required', clientKey: pem('client.key'), clientCert: pem('client.crt') }),
      null,
    ],
    [
      'refuse a key of another certificate',
      { user: 'cert' },
      () => ({ usage: 'required', clientKey: pem('server.key'), clientCert: pem('client.crt') }),
      'keysInvalid',
    ],
    [
      'refuse a key that is none',
      {},
      () => ({
        usage: 'required',
        clientKey: '-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----',
        clientCert: pem('client.crt'),
      }),
      'keysInvalid',
    ],
  ])('%s', async (_what, change, ssl, failure) => {
    const given = { ...change, ssl: ssl() }
    expect((await databases.servers.test({ settings: settings(given) })).failure).toBe(failure)
    const opened = await databases.servers.open({ settings: settings(given) }).catch((error: unknown) => error)
    if (failure === null) await (opened as Awaited<ReturnType<Databases['open']>>).close()
    else expect(databases.servers.failureOf('mysql', opened)).toBe(failure)
  })
})
