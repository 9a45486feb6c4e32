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
import type { Database } from '@main/db/database'
import { authorize } from '@main/features/auth'
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
  token: apiTokenPrincipal({ ...project, tokenId: 't', userId: 1, email: account.email, projectRole: 'editor' }),
  share: sharedViewPrincipal({
    ...project,
    shareId: 's',
    table: 'Person',
    columns: new Set(['id', 'name']),
    filter: parseWhere('(public,eq,1)'),
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
  http = await createHttpServer({
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
    dataApi: api.handle,
    apis: { documents: notHere, graphql: notHere },
    files: { mayReceive: notHere, receive: notHere, open: notHere, openLink: notHere },
    imports: { mayReceive: notHere, receive: notHere, failedRows: notHere },
    live: notHere,
    isRunning: () => true,
    log: createLog('silent'),
    ids: randomIds,
    rendererFolder: '/nothing',
    allowedHosts: [],
    openSchema: false,
    allowedOrigins: [],
    connectTo: () => [],
  })
  port = await http.listen(0, '127.0.0.1')
})
afterAll(async () => {
  await http.close()
  await database.close()
  remove()
})

function ask(path: string, token = 'owner', preview?: string, headers: object = {}): Promise<Raw> {
  const all = {
    host: `127.0.0.1:${port}`,
    'xc-auth': token,
    ...(preview !== undefined && { 'xc-preview': preview }),
    ...headers,
  }
  return sendRaw(port, [
    `GET /nc/p/api/v1/${path} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`),
  ])
}

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

describe.each(kinds)('%s', (_kind, token, preview) => {
  it.each(paths)('gets the same bytes for %s from the fast lane as from the router', async (path) => {
    const routed = await ask(path, token, preview, throughRouter)
    expect(routed.head[0]).toMatch(/^HTTP\/1.1 [234]\d\d /)
    for (let time = 0; time < 4; time++) {
      const fast = await ask(path, token, preview)
      expect(compared(fast)).toEqual(compared(routed))
      expect(namesOf(fast)).toEqual(namesOf(routed))
    }
  })
})

it('keeps the responses of principals apart', async () => {
  for (let time = 0; time < 5; time++) {
    const bodies = await Promise.all(kinds.map(([, token, preview]) => ask('Person', token, preview)))
    expect(bodies.map(({ body }) => body.includes('Eve'))).toEqual([true, true, true, false, true])
    expect(bodies.map(({ body }) => body.includes('salary'))).toEqual([true, true, true, false, true])
  }
})

it('confirms no ETag of another principal', async () => {
  const etagOf = ({ head }: Raw): string => head.find((line) => /^etag:/i.test(line))?.slice(6) ?? ''
  const owner = etagOf(await ask('Person', 'owner', undefined))
  const share = etagOf(await ask('Person', 'share', undefined))
  expect(owner).not.toBe(share)
  expect((await ask('Person', 'share', undefined, { 'if-none-match': owner })).head[0]).toBe('HTTP/1.1 200 OK')
  expect((await ask('Person', 'share', undefined, { 'if-none-match': share })).head[0]).toBe(
    'HTTP/1.1 304 Not Modified',
  )
})
