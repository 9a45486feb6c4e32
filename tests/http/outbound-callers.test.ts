import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import dnsPromises from 'node:dns/promises'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { createServer, Socket, type AddressInfo, type Server as NetServer } from 'node:net'
import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import type { ApiRequestInput } from '@common/api-client/request'
import type { operations } from '@common/operations'
import { outboundCallers, type OutboundCaller } from '@tests/helpers/outbound-callers'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'

/*
 * Each caller of the outbound guard meets each address that it may not reach. A new caller is declared in
 * tests/helpers/outbound-callers.ts and needs an attempt here.
 */

/** An unused address (RFC 5737). Connections to it end at once in these tests. */
const publicAddress = '192.0.2.1'
const names: Readonly<Record<string, readonly string[]>> = {
  'localhost.': ['127.0.0.1'],
  '127.0.0.1.': ['127.0.0.1'],
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'private.test': ['10.0.0.1'],
  'both.test': [publicAddress, '127.0.0.1'],
}
/** Changes its address after the first look-up. */
const rebinding = 'rebinding.test'
let lookups = 0

const entriesOf = (name: string): LookupAddress[] | undefined =>
  resolved(name)?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
function resolved(name: string): readonly string[] | undefined {
  if (name !== rebinding) return names[name]
  lookups += 1
  return lookups === 1 ? [publicAddress] : ['127.0.0.1']
}

/** Resolves the names above without a network, for both ways to look names up. */
function stubLookups(): void {
  const { lookup } = dns
  vi.spyOn(dns, 'lookup').mockImplementation(((
    name: string,
    options: LookupOptions,
    callback: (error: null, all: LookupAddress[]) => void,
  ) => {
    const found = entriesOf(name)
    if (found === undefined) lookup(name, options, callback as never)
    else callback(null, found)
  }) as never)
  const { lookup: lookupLater } = dnsPromises
  vi.spyOn(dnsPromises, 'lookup').mockImplementation(
    (async (name: string, options: LookupOptions) => entriesOf(name) ?? lookupLater(name, options)) as never,
  )
  // Modules that import the functions by name get the stubs too.
  syncBuiltinESMExports()
}

/** Hosts as in addresses of the web. */
const hosts = {
  loopback: [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.1',
    '127.0.0.1.',
    'localhost',
    'localhost.',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::1]',
  ],
  metadata: [
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '[fe80::a9fe:a9fe]',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
  ],
  'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1', '100.64.0.1', '[fc00::1]'],
  names: Object.keys(names),
}

type Action = z.input<(typeof operations)['jobSave']['input']>['action']
/** Sends the caller to `host:port` and returns its errors as text. */
type Attempt = (host: string, port: number, person: TestUser) => Promise<string>

let server: TestServer
let owner: TestUser
/** The owner of the project, without rights on the installation. */
let maker: TestUser
let projectId: string
/** Counts connections to its port, which is new for each test. */
let trap: { readonly port: number; readonly close: () => void } = { port: 0, close: () => undefined }
let redirector: HttpServer
let redirectorPort: number
/** Where the redirector leads. */
let location = ''
/** Addresses of connections to the port of the trap. */
let connections: string[] = []
let knocks = 0

const as = (person: TestUser) => ({ token: person.token, projectId })
const allow = (outboundHosts: string[]) =>
  server.operate('installationSettingsSave', { outboundHosts }, { token: owner.token })
const textOf = async (name: string, body: object, person: TestUser): Promise<string> =>
  (
    await server.request(`/api/v1/operations/${name}?project=${projectId}`, {
      method: 'POST',
      token: person.token,
      body,
    })
  ).text
const url = (host: string, port: number): string => `http://${host}:${port}/path`

const job =
  (action: (address: string) => Action): Attempt =>
  async (host, port, person) => {
    const input = { title: 'Job', pattern: '0 0 1 1 *', timeZone: 'UTC', retries: 0, active: false }
    const saved = await textOf('jobSave', { ...input, action: action(url(host, port)) }, person)
    const { id } = JSON.parse(saved) as { readonly id?: string }
    if (id === undefined) return saved
    await server.operate('jobRun', { id }, as(person))
    const ended = async () => {
      const [run] = (await server.operate('jobRuns', { id }, as(person))).list
      return run !== undefined && run.endedAt !== null ? run : undefined
    }
    await expect.poll(ended, { timeout: 20_000, interval: 5 }).toBeDefined()
    const run = await ended()
    await server.operate('jobDelete', { id }, as(person))
    return `${run?.msg} ${run?.output}`
  }

const automation =
  (step: (address: string) => object): Attempt =>
  async (host, port, person) => {
    const trigger = { kind: 'webhook' }
    const input = { title: 'Automation', trigger, steps: [step(url(host, port))], retries: 0 }
    const saved = await textOf('automationSave', input, person)
    const { id } = JSON.parse(saved) as { readonly id?: string }
    if (id === undefined) return saved
    const tested = await textOf('automationTest', { id, body: '{}' }, person)
    await server.operate('automationDelete', { id }, as(person))
    return tested
  }

/** True if both the test of a connection and the driver of the database refuse. */
const connection = async (kind: 'mysql' | 'postgres' | 'mssql', host: string, port: number, person: TestUser) => {
  const settings = { kind, host, port, user: 'person', password: 'secret', database: 'shop' }
  const tested = await server.request('/dashboard/?q=sqlOp_testConnection', {
    method: 'POST',
    token: person.token,
    body: { api: 'testConnection', args: { settings } },
  })
  const created = await textOf('projectCreateFromConnection', { title: 'Shop', projectType: 'rest', settings }, person)
  return [tested.text, created].every((text) => /hostForbidden|only the owner/.test(text)) ? '' : created
}

const script = (address: string) =>
  ({ kind: 'script', code: `console.log((await fetch(${JSON.stringify(address)})).status)` }) as const

const service = async (name: string, values: object, person: TestUser): Promise<string> =>
  textOf('serviceTest', { service: name, values }, person)

const attempts: Readonly<Record<OutboundCaller, Attempt>> = {
  apiClient: (host, port, person) => {
    const request: ApiRequestInput = { method: 'GET', url: url(host, port) }
    return textOf('apiRequestSend', { request }, person)
  },
  grpcClient: (host, port, person) => textOf('grpcDescribe', { address: `${host}:${port}` }, person),
  jobRequest: job((address) => ({ kind: 'http', method: 'POST', url: address })),
  jobChat: job((address) => ({ kind: 'chat', url: address, text: 'Hello' })),
  jobImport: job((address) => ({ kind: 'import', url: address, table: 'Tracks' })),
  jobScript: job(script),
  automationRequest: automation((address) => ({ kind: 'http', method: 'POST', url: address })),
  automationScript: automation(script),
  plugin: (host, port, person) => {
    const values = { channel: 'sales', webhook_url: url(host, port) }
    return textOf('pluginTest', { plugin: 'mattermost', entry: { values } }, person)
  },
  storage: (host, port) => {
    const keys = { bucket: 'files', access_key: 'key', access_secret: 'secret' }
    return service('minio', { ...keys, endpoint: `http://${host}:${port}` }, owner)
  },
  signIn: (host, port) => {
    const client = { name: 'Harbour ID', client_id: 'basalt', client_secret: 'secret' }
    return service('oidc', { ...client, address: `https://${host}:${port}` }, owner)
  },
  templates: (host, port, person) => textOf('templateFetch', { url: url(host, port) }, person),
  codeHost: async (host, port, person) => {
    const repository = { repo: 'acme/templates', branch: 'main', path: 'shared', token: 'token' }
    const saved = await server.request('/api/v1/operations/codeHostSave', {
      method: 'POST',
      token: owner.token,
      body: { ...repository, host: `http://${host}:${port}` },
    })
    if (saved.status !== 200) return saved.text
    const template = { title: 'Shop', tables: [{ tn: 'orders', columns: [{ cn: 'total', uidt: 'Currency' }] }] }
    return textOf('codeHostPublish', { template }, person)
  },
  database: async (host, port, person) => {
    const kinds = ['mysql', 'postgres', 'mssql'] as const
    const texts = await Promise.all(kinds.map((kind) => connection(kind, host, port, person)))
    return texts.join('') || 'OUTBOUND_FORBIDDEN'
  },
}

/** Listens on one port of both loopback addresses, if the computer has two. */
async function startTrap(): Promise<typeof trap> {
  const listen = (host: string, port: number): Promise<NetServer | undefined> =>
    new Promise((resolve) => {
      const made = createServer((socket) => {
        knocks += 1
        socket.on('error', () => undefined)
        socket.destroy()
      })
      made.once('error', () => resolve(undefined))
      made.listen(port, host, () => resolve(made))
    })
  const first = await listen('127.0.0.1', 0)
  if (first === undefined) throw new Error('No port is free')
  const { port } = first.address() as AddressInfo
  const second = await listen('::1', port)
  return { port, close: () => [first, second].forEach((each) => each?.close()) }
}

beforeAll(async () => {
  stubLookups()
  // oxlint-disable-next-line unbound-method -- it is called with its socket
  const { connect } = Socket.prototype
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]): Socket {
    this.on('connectionAttempt', (address: string, port: number) => {
      if (port !== trap.port) return
      connections.push(address)
      if (address === publicAddress) this.destroy(Object.assign(new Error('Unreachable'), { code: 'EHOSTUNREACH' }))
    })
    return Reflect.apply(connect, this, given) as Socket
  })
  redirector = createHttpServer((_request, response) => response.writeHead(302, { location }).end())
  await new Promise<void>((resolve) => redirector.listen(0, '127.0.0.1', resolve))
  redirectorPort = (redirector.address() as AddressInfo).port
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  maker = await server.signUp('maker@example.com')
  const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  file.prepare("UPDATE xc_users SET user_role = 'user' WHERE email = ?").run(maker.email)
  file.close()
  projectId = (await server.call('projectCreateSample', {}, maker)).id
})
afterAll(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  redirector.closeAllConnections()
  redirector.close()
  await server.close()
})
beforeEach(async () => {
  await allow([])
  lookups = 0
  // A new port: a client of an earlier test may still be retrying.
  trap = await startTrap()
  knocks = 0
  connections = []
  return trap.close
})

const forbidden = /OUTBOUND_FORBIDDEN|Basalt may not send requests to/
const reported = async (caller: OutboundCaller, host: string, port: number, person = maker) => {
  const text = await attempts[caller](host, port, person)
  return forbidden.test(text) ? 'forbidden' : text
}

describe.each(outboundCallers)('%s', (caller) => {
  it.each(Object.keys(hosts) as (keyof typeof hosts)[])('does not reach %s', async (group) => {
    const found: [string, string][] = []
    for (const host of hosts[group]) found.push([host, await reported(caller, host, trap.port)])
    expect(found).toEqual(hosts[group].map((host) => [host, 'forbidden']))
    expect([connections, knocks]).toEqual([[], 0])
  })

  it('connects to the address that was checked, not to a later one', async () => {
    await reported(caller, rebinding, trap.port)
    expect(lookups).toBeGreaterThan(0)
    expect([connections.filter((address) => address !== publicAddress), knocks]).toEqual([[], 0])
  }, 180_000)

  it.each(['user@127.0.0.1', 'user:secret@127.0.0.1', 'example.com@127.0.0.1', '127.0.0.1%40example.com'])(
    'does not take %s for another host',
    async (host) => {
      await attempts[caller](host, trap.port, maker)
      expect([connections, knocks]).toEqual([[], 0])
    },
  )

  it('does not reach them by redirects', async () => {
    await allow([`127.0.0.1:${redirectorPort}`])
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', 'loopback.test', 'user@127.0.0.1']) {
      location = `http://${host}:${trap.port}/`
      await attempts[caller]('127.0.0.1', redirectorPort, maker)
    }
    expect([connections, knocks]).toEqual([[], 0])
  }, 180_000)

  it('reaches what the administrator allows', async () => {
    await allow([`127.0.0.1:${trap.port}`])
    // Databases have no list: only a super admin connects to private ones.
    expect(await reported(caller, '127.0.0.1', trap.port, caller === 'database' ? owner : maker)).not.toBe('forbidden')
    expect(knocks).toBeGreaterThan(0)
  }, 180_000)
})

describe('mail', () => {
  it('goes to servers that only a super admin names', async () => {
    const settings = { host: '127.0.0.1', port: trap.port, security: 'none', user: '', sender: 'basalt@example.com' }
    for (const name of ['mailSettingsSave', 'mailTest']) {
      const body = name === 'mailTest' ? { settings } : settings
      const answer = await server.request(`/api/v1/operations/${name}`, { method: 'POST', token: maker.token, body })
      expect([name, answer.status]).toEqual([name, 403])
    }
    expect(knocks).toBe(0)
  })
})
