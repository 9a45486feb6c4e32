import { Client, credentials, Metadata, status } from '@grpc/grpc-js'
import { operationsPath } from '@common/constants'
import { operationByName, operationNames } from '@common/operations'
import type { Permission } from '@common/permissions'
import { visitorHeader } from '@common/wire/names'
import { routePermissions, type Route } from '@main/dataapi/rest/routes'
import { uploadFile } from '@tests/helpers/form'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCallers, refusal, type Caller } from './callers'

/*
 * Every kind of caller against everything that the server answers, compared with the one permission table. Requests are
 * made so that an allowed one is refused later, for what it asks: nothing changes while the tests run.
 */

let server: TestServer
let owner: TestUser
let projectId: string
let callers: readonly Caller[]
let fileAddress: string

/** The table of the links for visitors. */
const sharedTable = 'Albums'

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('ada@example.com')
  // Served by REST, GraphQL and gRPC.
  projectId = (await server.operate('projectCreate', { title: 'Music', projectType: 'grpc' }, owner)).id
  const as = { token: owner.token, projectId }
  for (const table of [sharedTable, 'Artists'])
    await server.operate('tableCreate', { table, columns: [{ name: 'title', type: 'SingleLineText' }] }, as)
  const row = { method: 'POST', token: owner.token, body: { title: 'Secret name' } }
  await server.request(`/nc/${projectId}/api/v1/Artists`, row)
  callers = await makeCallers(server, owner, projectId, sharedTable)
  const upload = await uploadFile(server, { name: 'notes.txt', content: 'text' }, { token: owner.token, projectId })
  fileAddress = (upload.json as { readonly url: string }).url
})
afterAll(() => server.close())

/** Returns the outcomes that differ from the permission table. */
async function differences(
  whats: readonly string[],
  permissionOf: (what: string) => Permission,
  send: (what: string, caller: Caller) => Promise<Answer>,
  isAllowed: (answer: Answer) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (const caller of callers)
    for (const what of whats) {
      const answer = await send(what, caller)
      const expected = refusal(caller, permissionOf(what))
      const got = `${answer.status} ${answer.status < 400 ? '' : answer.error.code}`.trim()
      const wanted = expected === undefined ? 'allowed' : `${expected.status} ${expected.code}`
      if (expected === undefined ? !isAllowed(answer) : got !== wanted)
        found.push(`${caller.name}, ${what}: ${got} instead of ${wanted}`)
    }
  return found
}

const isRefusal = ({ status, error }: Answer): boolean =>
  status === 401 || status === 403 || (status === 404 && error.code === 'PROJECT_NOT_FOUND')

describe('every operation', () => {
  const names = operationNames.filter((name) => {
    const { ownPathOnly, undoOnly } = operationByName(name) ?? {}
    return ownPathOnly !== true && undoOnly !== true
  })
  const permissionOf = (name: string): Permission => operationByName(name)?.permission ?? 'project.delete'

  it('answers each caller as the permission table says', async () => {
    const send = (name: string, { headers }: Caller): Promise<Answer> =>
      server.request(`${operationsPath}/${name}?project=${encodeURIComponent(projectId)}`, {
        method: 'POST',
        headers,
        body: { nothingLikeThis: '1' },
      })
    // Input that no operation knows: whoever may call it learns that, the others don't.
    const isAllowed = ({ status, error }: Answer): boolean => status === 400 && error.code === 'INPUT_INVALID'
    expect(await differences(names, permissionOf, send, isAllowed)).toEqual([])
  }, 120_000)

  it('exists for nobody under the name of a property of all objects', async () => {
    for (const { headers } of callers)
      for (const name of ['constructor', '__proto__', 'toString'])
        expect((await server.request(`${operationsPath}/${name}`, { method: 'POST', headers, body: {} })).status).toBe(
          404,
        )
  })
})

/** A path below the table and a method for each route of the data API. */
const routes: Readonly<Record<Route['kind'], readonly [method: string, path: string]>> = {
  list: ['GET', ''],
  findOne: ['GET', '/findOne'],
  count: ['GET', '/count'],
  groupBy: ['GET', '/groupby/nothing'],
  aggregate: ['GET', '/aggregate?column_name=nothing'],
  distribute: ['GET', '/distribute?column_name=nothing'],
  distinct: ['GET', '/distinct?column_name=nothing'],
  read: ['GET', '/1'],
  exists: ['GET', '/1/exists'],
  create: ['POST', ''],
  createMany: ['POST', '/bulk'],
  update: ['PUT', '/1'],
  updateMany: ['PUT', '/bulk'],
  delete: ['DELETE', '/999999'],
  deleteMany: ['DELETE', '/bulk'],
  hasList: ['GET', '/has/nothing'],
  belongsList: ['GET', '/belongs/nothing'],
  notLinked: ['GET', '/m2mNotChildren/nothing/1'],
  linkedList: ['GET', '/1/nothing'],
  linkedFindOne: ['GET', '/1/nothing/findOne'],
  linkedCount: ['GET', '/1/nothing/count'],
  linkedRead: ['GET', '/1/nothing/1'],
  linkedExists: ['GET', '/1/nothing/1/exists'],
  linkedCreate: ['POST', '/1/nothing'],
  linkedUpdate: ['PUT', '/1/nothing/1'],
  linkedDelete: ['DELETE', '/1/nothing/1'],
  link: ['PUT', '/1/nothing/1/link'],
  unlink: ['DELETE', '/1/nothing/1/link'],
}
const kinds = Object.keys(routes) as Route['kind'][]

const call = (kind: string, { headers }: Caller, table = sharedTable): Promise<Answer> => {
  const [method, path] = routes[kind as Route['kind']]
  const bodies: Readonly<Record<string, unknown>> = {
    createMany: [{ nothing: 1 }],
    updateMany: [{ nothing: 1 }],
    deleteMany: [{ nothing: 1 }],
  }
  const body = method === 'GET' || kind === 'delete' ? {} : { body: bodies[kind] ?? { nothing: 1 } }
  return server.request(`/nc/${projectId}/api/v1/${table}${path}`, { method, headers, ...body })
}

describe('every route of the data API', () => {
  const permissionOf = (kind: string): Permission => routePermissions[kind as Route['kind']]

  it('answers each caller as the permission table says', async () => {
    const found = await differences(kinds, permissionOf, call, (answer) => !isRefusal(answer))
    expect(found).toEqual([])
  })

  it('shows visitors of one view no other table', async () => {
    for (const caller of callers.filter(({ table }) => table !== undefined))
      for (const kind of kinds) {
        const answer = await call(kind, caller, 'Artists')
        expect([caller.name, kind, answer.status >= 400]).toEqual([caller.name, kind, true])
        expect(answer.status).not.toBe(500)
        expect(answer.text).not.toContain('Secret name')
      }
  })

  it('answers GraphQL alike', async () => {
    const list = '{ AlbumsList(limit: 1) { title } }'
    const remove = 'mutation { AlbumsDelete(id: "999999") }'
    for (const [query, permission] of [
      [list, 'row.read'],
      [remove, 'row.delete'],
    ] as const)
      for (const caller of callers) {
        const answer = await server.request(`/nc/${projectId}/v1/graphql`, {
          method: 'POST',
          headers: caller.headers,
          body: { query },
        })
        const { data, errors } = (answer.json ?? {}) as { data?: object | null; errors?: readonly object[] }
        const isFine = answer.status === 200 && errors === undefined && data !== null && data !== undefined
        expect([caller.name, permission, isFine]).toEqual([
          caller.name,
          permission,
          refusal(caller, permission) === undefined,
        ])
      }
  })

  it('answers gRPC alike, which knows no links for visitors', async () => {
    const client = new Client(await grpcAddress(), credentials.createInsecure())
    for (const [method, permission] of [
      ['List', 'row.read'],
      ['Delete', 'row.delete'],
    ] as const)
      for (const caller of callers) {
        const code = await grpcCode(client, `/basalt.${projectId}/${method}`, caller.headers)
        const isRefused = [status.UNAUTHENTICATED, status.PERMISSION_DENIED, status.NOT_FOUND].includes(code)
        const isVisitor = Object.keys(caller.headers).includes(visitorHeader)
        expect([caller.name, method, isRefused]).toEqual([
          caller.name,
          method,
          isVisitor || refusal(caller, permission) !== undefined,
        ])
      }
    client.close()
  })

  it('sends events to those who read', async () => {
    for (const caller of callers) {
      const stream = new AbortController()
      const answer = await fetch(`${server.origin}/nc/${projectId}/v1/live`, {
        headers: caller.headers,
        signal: stream.signal,
      })
      stream.abort()
      const expected = refusal(caller, 'row.read')?.status ?? 200
      expect([caller.name, answer.status]).toEqual([caller.name, expected])
    }
  })

  it('sends files of all tables to those who may read files', async () => {
    for (const caller of callers) {
      const answer = await server.request(fileAddress, { headers: caller.headers })
      const isFound = answer.status === 200
      expect([caller.name, isFound]).toEqual([
        caller.name,
        caller.table === undefined && refusal(caller, 'file.read') === undefined,
      ])
    }
  })
})

async function grpcAddress(): Promise<string> {
  const { json } = await server.request(`/nc/${projectId}/projectApiInfo`, { token: owner.token })
  return (json as { readonly info: { readonly db: { readonly grpcApiUrl: string } } }).info.db.grpcApiUrl
}

/** Calls a method with the table as field 1 and a key that no row has, or a filter that doesn't parse, as field 2. */
function grpcCode(client: Client, path: string, headers: Readonly<Record<string, string>>): Promise<status> {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
  const same = (message: Buffer): Buffer => message
  const field = (tag: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([tag, text.length]), Buffer.from(text)])
  const request = Buffer.concat([field(0x0a, sharedTable), field(0x12, '99')])
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, same, same, request, metadata, (error) => resolve(error?.code ?? status.OK))
  })
}
