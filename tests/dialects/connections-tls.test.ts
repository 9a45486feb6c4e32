import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionSettings, type ConnectionSettingsInput } from '@common/model/connection'
import { createDatabases, type Databases } from '@main/db/pool'
import { createOwnPostgres, type OwnPostgres } from '@tests/helpers/own-postgres'
import { hasPostgres } from '@tests/helpers/postgres'
import { hasOpenssl } from '@tests/helpers/certificates'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

describe.skipIf(!hasOpenssl() || !(await hasPostgres()))('encrypted connections to PostgreSQL', () => {
  let folder: string
  let postgres: OwnPostgres
  let databases: Databases
  let port: number

  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const pem = (name: string): string => readFileSync(join(folder, name), 'utf8')
  /** A key and a certificate signed by an authority of ours. */
  const sign = (name: string, subject: string, authority: string, names = ''): void => {
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject)
    writeFileSync(join(folder, `${name}.ext`), names)
    const ca = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial']
    openssl('x509', '-req', '-in', `${name}.csr`, ...ca, '-days', '2', '-out', `${name}.crt`, '-extfile', `${name}.ext`)
  }
  const authority = (name: string): void => {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
    openssl('req', '-x509', ...key, '-out', `${name}.crt`, '-days', '2', '-subj', `/CN=${name}`)
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'basalt-tls-'))
    authority('Harbour CA')
    authority('Other CA')
    sign('server', '/CN=localhost', 'Harbour CA', 'subjectAltName=DNS:localhost')
    sign('client', '/CN=postgres', 'Harbour CA')
    const places: Record<string, string> = {}
    const settingOf = (name: string, file: string): string[] => ['-c', `${name}=${places[file] ?? ''}`]
    postgres = await createOwnPostgres(() => [
      '-c',
      'ssl=on',
      ...settingOf('ssl_cert_file', 'server.crt'),
      ...settingOf('ssl_key_file', 'server.key'),
      ...settingOf('ssl_ca_file', 'Harbour CA.crt'),
    ])
    for (const name of ['server.crt', 'server.key', 'Harbour CA.crt']) places[name] = postgres.give(join(folder, name))
    writeFileSync(
      join(postgres.folder, 'pg_hba.conf'),
      [
        'host all open all password',
        'hostssl all cert all password clientcert=verify-ca',
        'hostssl all postgres all password',
      ].join('\n'),
    )
    await postgres.start()
    port = Number(new URL(postgres.url).port)
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    const admin = await databases.servers.open({ settings: settings({ ssl: { usage: 'required' } }) })
    for (const name of ['open', 'cert'])
      await admin.changeSchema([{ sql: `CREATE ROLE ${name} LOGIN PASSWORD 'postgres'`, params: [] }])
    await admin.close()
  })
  afterAll(async () => {
    await databases.close()
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const settings = (change: Partial<ConnectionSettingsInput>) =>
    connectionSettings.parse({
      kind: 'postgres',
      host: 'localhost',
      port,
      user: 'postgres',
      password: 'postgres',
      database: 'postgres',
      ...change,
    })
  const test = async (change: Partial<ConnectionSettingsInput>) =>
    databases.servers.test({ settings: settings(change) })

  it.each(['preferred', 'required'] as const)('are made when they are %s, whoever signed', async (usage) => {
    const { failure, steps } = await test({ ssl: { usage } })
    expect(failure).toBeNull()
    expect(steps[2]).toMatchObject({
      step: 'encrypt',
      state: 'done',
      facts: { protocol: 'TLSv1.3', issuer: 'Harbour CA' },
    })
  })

  it('are not made when nobody wants them', async () => {
    const { failure, steps } = await test({ user: 'open', ssl: { usage: 'no' } })
    expect([failure, steps[2]?.state]).toEqual([null, 'skipped'])
  })

  it.each<[string, Partial<ConnectionSettingsInput>, () => ConnectionSettingsInput['ssl'], string | null]>([
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
    ['are needed by some servers', {}, () => ({ usage: 'no' }), 'sslRequired'],
    ['ask for a client certificate', { user: 'cert' }, () => ({ usage: 'required' }), 'clientCertificateNeeded'],
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
    [
      'refuse an authority that is none',
      {},
      () => ({ usage: 'required-CA', serverCa: '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----' }),
      'certificateUntrusted',
    ],
  ])('%s', async (_what, change, ssl, failure) => {
    const given = { ...change, ssl: ssl() }
    expect((await test(given)).failure).toBe(failure)
    const opened = await databases.servers.open({ settings: settings(given) }).catch((error: unknown) => error)
    if (failure === null) await (opened as Awaited<ReturnType<Databases['open']>>).close()
    else expect(databases.servers.failureOf('postgres', opened)).toBe(failure)
  })
})
