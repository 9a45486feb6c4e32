import { connect, type Socket } from 'node:net'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import {
  anonymous,
  apiTokenPrincipal,
  personPrincipal,
  previewed,
  previewedRoleOf,
  sharedViewPrincipal,
  type Principal,
} from '@common/principal'
import { parseWhere } from '@common/query/where'
import { createDataApi } from '@main/dataapi'
import type { RestHandler } from '@main/dataapi/rest/contract'
import type { Database } from '@main/db/database'
import { authorize } from '@main/features/auth'
import type { RuleName } from '@main/http/rules'
import { createHttpServer, type HttpServer } from '@main/http/server'
import { randomIds } from '@main/lib/ids'
import { createLog } from '@main/lib/log'
import { contextOf } from '@tests/helpers/context'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { portsOf } from '@tests/helpers/ports'
import { compared, namesOf, sendRaw, throughRouter, type Raw } from '@tests/helpers/raw-http'
import { openTestDatabase, tableOf } from '@tests/helpers/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* The fast lane sends the same bytes as the router, for each kind of principal, also from its cache. */

const project = { projectId: 'p' } as const
const account = {
  userId: 1,
  sessionId: 's',
  email: 'ada@example.com',
  emailVerified: true,
  firstName: null,
  lastName: null,
  isSuperAdmin: true,
  userRole: 'super',
} as const
const person = (projectRole: 'owner' | 'viewer'): Principal =>
  personPrincipal(account, ['super', 'user'], { ...project, projectRole })

/** By token. */
const principals: Readonly<Record<string, Principal>> = {
  owner: person('owner'),
  viewer: person('viewer'),
  token: apiTokenPrincipal({
    ...project,
    tokenId: 't',
    title: 'T',
    userId: 1,
    email: account.email,
    projectRole: 'editor',
  }),
  share: sharedViewPrincipal({
    ...project,
    shareId: 's',
    title: 'S',
    table: 'Person',
    columns: new Set(['id', 'name']),
    filter: parseWhere('(public,eq,1)'),
    download: true,
  }),
}
/** Name of the kind, token, value of `xc-preview`. */
const kinds: readonly (readonly [string, string, string?])[] = [
  ['an owner', 'owner'],
  ['a viewer', 'viewer'],
  ['an API token', 'token'],
  ['a shared view', 'share'],
  ['a previewed role', 'owner', 'viewer'],
]

let http: HttpServer
let port: number
interface Started {
  readonly http: HttpServer
  readonly port: number
}
/** A server with room for one request, which is running. */
let full: Started
let release: () => void
/** A server whose clients have left large responses unread. */
let unread: Started
let ownPages: Started
const slow: Socket[] = []
let database: Database
let remove: () => void

const notHere = (): never => {
  throw new AppError('ROUTE_NOT_FOUND')
}

beforeAll(async () => {
  const file = makeDatabaseFile({
    sql: `CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER, public INTEGER);
      CREATE TABLE Other (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO Person VALUES (1, 'Ada', 100, 1), (2, 'Bob', 200, 1), (3, 'Eve', 300, 0);`,
  })
  remove = file.remove
  database = await openTestDatabase(file.filename)
  const tables = new Map<string, Table>()
  for (const name of ['Person', 'Other']) tables.set(name, await tableOf(database, name))
  const api = createDataApi({
    ...portsOf(
      database,
      (name) => tables.get(name),
      () => [...tables.keys()],
    ),
    metadataNow: () => 1,
    authorize,
  })
  const start = async (handle: RestHandler, requestsAtOnce?: number, ownPagesOnly?: boolean): Promise<Started> => {
    const server = await createHttpServer({
      providers: { start: notHere, returnAddress: notHere },
      invoker: {
        context: ({ token, preview, requestId, signal }) => {
          const role = previewedRoleOf(preview)
          const held = principals[token ?? ''] ?? anonymous
          return contextOf(role === undefined ? held : previewed(held, role), { requestId, signal: signal() })
        },
        operation: () => undefined,
        invoke: () => Promise.reject(new AppError('OPERATION_NOT_FOUND')),
      },
      dataApi: handle,
      apis: { documents: notHere, graphql: notHere },
      files: { open: notHere, openLink: notHere },
      auditFiles: { permit: notHere, open: notHere },
      metadataFiles: { open: notHere },
      sqlFiles: { openFile: notHere },
      imports: { failedRows: notHere },
      live: notHere,
      hooks: { path: '/hooks/', receive: notHere },
      rpcEvents: notHere,
      isRunning: () => true,
      log: createLog('silent'),
      ids: randomIds,
      rendererFolder: '/nothing',
      allowedHosts: [],
      openSchema: false,
      allowedOrigins: () => new Set([friend]),
      requestsAtOnce,
      ownPagesOnly,
      connectTo: () => [],
      framesOf: async () => [],
      receivers: {} as never,
    })
    return { http: server, port: await server.listen(0, '127.0.0.1') }
  }
  ;({ http, port } = await start(api.handle))
  ownPages = await start(api.handle, undefined, true)
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  release = held.resolve
  full = await start(async (request) => {
    arrived.resolve()
    await held.promise
    return api.handle(request)
  }, 1)
  void sendRaw(full.port, linesOf('Person', { token: 'owner', to: full.port }))
  await arrived.promise

  const large = { status: 200, body: Buffer.alloc(limits.pendingClientBytes * 1.5), headers: {} }
  unread = await start(async () => large)
  await Promise.all(Object.keys(principals).map((token) => leaveUnread(unread.port, token)))
})
afterAll(async () => {
  release()
  for (const socket of slow) socket.destroy()
  await Promise.all([http.close(), full.http.close(), ownPages.http.close(), unread.http.close()])
  await database.close()
  remove()
})

/** Asks for a response, waits for its start and reads no further. */
function leaveUnread(to: number, token: string): Promise<void> {
  const socket = connect(to, '127.0.0.1')
  slow.push(socket)
  socket.write(`${linesOf('Large', { token, to }).join('\r\n')}\r\n\r\n`)
  return new Promise((resolve) => {
    socket.once('data', () => {
      socket.pause()
      resolve()
    })
  })
}

const friend = 'https://friend.example'

interface Asked {
  readonly token?: string
  readonly preview?: string | undefined
  readonly headers?: object
  readonly method?: string
  /** Precedes the path, in the absolute form of an address. */
  readonly authority?: string
  readonly to?: number
}

function linesOf(path: string, asked: Asked): string[] {
  const { token = 'owner', preview, headers, method = 'GET', authority = '', to = port } = asked
  const all = { host: `127.0.0.1:${to}`, 'xc-auth': token, ...(preview && { 'xc-preview': preview }), ...headers }
  return [
    `${method} ${authority}/nc/p/api/v1/${path} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`),
  ]
}

const ask = (path: string, asked: Asked): Promise<Raw> => sendRaw(asked.to ?? port, linesOf(path, asked))

const paths = [
  'Person',
  'Person?limit=1&offset=1&sort=-name',
  'Person?fields=salary',
  'Person?where=(salary,gt,150)',
  'Person?where=(name,like,E%25)',
  'Person/count',
  'Person/1',
  'Person/3',
  'Person/3/exists',
  'Person/groupby/name',
  'Person/aggregate?column_name=salary&func=sum',
  'Person?format=csv',
  'Person?after=&limit=1',
  'Other',
  'Nope',
]

interface Meeting extends Omit<Asked, 'to'> {
  readonly path?: string
  readonly server?: () => Started
  readonly status: string
  /** A header that the rule sets. */
  readonly header?: string
}

/** A request that meets each rule. Both paths must treat it alike; a new rule needs a line here. */
const meetings: Readonly<Record<RuleName, Meeting>> = {
  standardHeaders: { status: '200 OK', header: 'x-content-type-options: nosniff' },
  allowedPages: { headers: { origin: friend }, status: '200 OK', header: `access-control-allow-origin: ${friend}` },
  oneHost: { headers: { Host: 'other.example' }, status: '400 Bad Request' },
  ourHost: { headers: { host: 'other.example' }, status: '403 Forbidden' },
  ourPages: { headers: { origin: 'https://other.example' }, status: '403 Forbidden' },
  ownSite: { server: () => ownPages, headers: { 'sec-fetch-site': 'same-site' }, status: '403 Forbidden' },
  addressLength: { path: `Person?where=${'x'.repeat(limits.urlBytes)}`, status: '414 URI Too Long' },
  addressForm: { authority: 'http://other.example', status: '400 Bad Request' },
  headerLength: {
    headers: { 'x-long': 'x'.repeat(limits.headerBytes) },
    status: '431 Request Header Fields Too Large',
  },
  requestsAtOnce: { server: () => full, status: '429 Too Many Requests', header: 'retry-after: 1' },
  preflight: {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'GET', origin: friend },
    status: '204 No Content',
    header: 'access-control-max-age: 600',
  },
  unreadResponses: { server: () => unread, status: '429 Too Many Requests', header: 'retry-after: 5' },
}

describe.each(kinds)('%s', (_kind, token, preview) => {
  it.each(paths)('gets the same bytes for %s from the fast lane as from the router', async (path) => {
    const routed = await ask(path, { token, preview, headers: throughRouter })
    expect(routed.head[0]).toMatch(/^HTTP\/1.1 [234]\d\d /)
    for (let time = 0; time < 4; time++) {
      const fast = await ask(path, { token, preview })
      expect(compared(fast)).toEqual(compared(routed))
      expect(namesOf(fast)).toEqual(namesOf(routed))
    }
  })

  it.each(Object.entries(meetings))('meets the rule %s on both paths', async (_rule, meeting) => {
    const { path = 'Person', server, status, header, headers, ...rest } = meeting
    const asked = { ...rest, token, preview, to: server?.().port ?? port }
    const routed = await ask(path, { ...asked, headers: { ...headers, ...throughRouter } })
    expect(routed.head[0]).toBe(`HTTP/1.1 ${status}`)
    if (header !== undefined) expect(routed.head).toContain(header)
    // Repeated: the response is cached after the second one.
    for (let time = 0; time < 4; time++) {
      const fast = await ask(path, { ...asked, headers })
      expect(compared(fast)).toEqual(compared(routed))
      expect(namesOf(fast)).toEqual(namesOf(routed))
    }
  })
})

it('keeps the responses of principals apart', async () => {
  for (let time = 0; time < 5; time++) {
    const bodies = await Promise.all(kinds.map(([, token, preview]) => ask('Person', { token, preview })))
    expect(bodies.map(({ body }) => body.includes('Eve'))).toEqual([true, true, true, false, true])
    expect(bodies.map(({ body }) => body.includes('salary'))).toEqual([true, true, true, false, true])
  }
})

it('confirms no ETag of another principal', async () => {
  const etagOf = ({ head }: Raw): string => head.find((line) => /^etag:/i.test(line))?.slice(6) ?? ''
  const owner = etagOf(await ask('Person', { token: 'owner' }))
  const share = etagOf(await ask('Person', { token: 'share' }))
  expect(owner).not.toBe(share)
  expect((await ask('Person', { token: 'share', headers: { 'if-none-match': owner } })).head[0]).toBe('HTTP/1.1 200 OK')
  expect((await ask('Person', { token: 'share', headers: { 'if-none-match': share } })).head[0]).toBe(
    'HTTP/1.1 304 Not Modified',
  )
})
