import {
  credentials,
  loadPackageDefinition,
  Metadata,
  status,
  type Client,
  type ClientDuplexStream,
  type ClientUnaryCall,
  type ServiceError,
  type StatusObject,
} from '@grpc/grpc-js'
import { loadFileDescriptorSetFromBuffer, loadSync } from '@grpc/proto-loader'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonOfStruct, structOf } from '@main/grpc/struct'
import { contentsOf, makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

type Call = (request: object, metadata: Metadata, done: (error: ServiceError | null, reply: unknown) => void) => void
type Constructor = new (address: string, credentials: unknown) => Client

let server: TestServer
let owner: TestUser
let project: string
let address: string
let filename: string
let remove: () => void
let client: Client
const clients: Client[] = []

const makeProject = async (title: string, projectType: 'grpc' | 'rest'): Promise<string> => {
  const given = { title, projectType, filename } as const
  return (await server.call('projectCreateFromFile', given, { token: owner.token })).id
}
const addressOf = async (id: string): Promise<string> => {
  const { json } = await server.request(`/nc/${id}/projectApiInfo`, { token: owner.token })
  return (json as { info: { db: { grpcApiUrl: string } } }).info.db.grpcApiUrl
}

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
  const file = makeDatabaseFile({
    sql: `CREATE TABLE Book (id INTEGER PRIMARY KEY, title TEXT, price REAL);
      CREATE TABLE "Größe" (a TEXT, b INTEGER, note TEXT, PRIMARY KEY (a, b));
      CREATE TABLE Names (id INTEGER PRIMARY KEY, constructor INTEGER, prototype TEXT, "__proto__" INTEGER);
      CREATE TABLE Extra (id INTEGER PRIMARY KEY, n INTEGER);
      INSERT INTO Book VALUES (1, 'One', 5), (2, 'Two', 15.5), (3, 'Three', NULL);
      INSERT INTO "Größe" VALUES ('x', 1, 'first');`,
  })
  ;({ filename, remove } = file)
  project = await makeProject('Library', 'grpc')
  address = await addressOf(project)
  client = await clientThroughReflection(project)
})
afterAll(async () => {
  for (const each of clients) each.close()
  await server.close()
  remove()
})

/** Creates a client as tools such as grpcurl do, from the address and the name alone. */
async function clientThroughReflection(id: string): Promise<Client> {
  const files = await reflected({ file_containing_symbol: `basalt.${id}` })
  const set = Buffer.concat(files.flatMap((file) => [Buffer.from([0x0a, ...varint(file.length)]), file]))
  const loaded = loadPackageDefinition(loadFileDescriptorSetFromBuffer(set, { longs: Number, oneofs: true }))
  const constructors = loaded['basalt'] as unknown as Readonly<Record<string, Constructor>>
  const Service = constructors[id]
  if (Service === undefined) throw new Error(`Reflection knows no service ${id}`)
  const made = new Service(address, credentials.createInsecure())
  clients.push(made)
  return made
}

interface Reflected {
  readonly file_descriptor_response?: { readonly file_descriptor_proto: readonly Buffer[] }
  readonly list_services_response?: { readonly service: readonly { readonly name: string }[] }
}

function reflection(): Client {
  const folder = createRequire(import.meta.url).resolve('@grpc/reflection/package.json')
  const file = join(folder, '../build/proto/grpc/reflection/v1/reflection.proto')
  const loaded = loadPackageDefinition(loadSync(file, { keepCase: true, oneofs: true })) as unknown as {
    grpc: { reflection: { v1: { ServerReflection: Constructor } } }
  }
  return new loaded.grpc.reflection.v1.ServerReflection(address, credentials.createInsecure())
}

function answerOf(request: object, token: string | undefined = owner.token): Promise<Reflected> {
  const asking = reflection()
  const open = (
    asking as unknown as {
      ServerReflectionInfo: (metadata: Metadata) => ClientDuplexStream<object, Reflected>
    }
  ).ServerReflectionInfo
  const stream = open.call(asking, authorized(token))
  return new Promise<Reflected>((resolve, reject) => {
    stream.on('data', resolve)
    stream.on('error', reject)
    stream.write(request)
    stream.end()
  }).finally(() => asking.close())
}

const reflected = async (request: object): Promise<Buffer[]> => [
  ...((await answerOf(request)).file_descriptor_response?.file_descriptor_proto ?? []),
]

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

/** API tokens have 40 characters, those of sessions have dots. */
function authorized(token: string | undefined, preview?: string): Metadata {
  const metadata = new Metadata()
  if (preview !== undefined) metadata.set('xc-preview', preview)
  if (token !== undefined && token !== '') metadata.set(/^[0-9a-f]{40}$/.test(token) ? 'xc-token' : 'xc-auth', token)
  return metadata
}

/** Sends arbitrary bytes to a path. */
function sendBytes(path: string, bytes: Buffer, token: string): Promise<ServiceError | null> {
  const same = (message: Buffer): Buffer => message
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, same, same, bytes, authorized(token), (error) => resolve(error))
  })
}

function call(
  name: string,
  request: object,
  token: string | undefined = owner.token,
  of = client,
  preview?: string,
): Promise<unknown> {
  const metadata = authorized(token, preview)
  const method = (of as unknown as Readonly<Record<string, Call>>)[name]
  return new Promise((resolve, reject) => {
    method?.call(of, request, metadata, (error, reply) => (error === null ? resolve(reply) : reject(error)))
  })
}
/** protobufjs, from descriptors, takes a map for the list of entries on the wire. */
interface Entries {
  readonly fields: readonly { readonly key: string; readonly value: unknown }[]
}
const sent = (row: Record<string, unknown>): Entries => ({
  fields: Object.entries(structOf(row).fields).map(([key, value]) => ({ key, value })),
})
const received = (row: unknown): Record<string, unknown> =>
  jsonOfStruct({ fields: Object.fromEntries((row as Entries).fields.map(({ key, value }) => [key, value])) })

const rowOf = async (name: string, request: object): Promise<unknown> =>
  received(((await call(name, request)) as { row: unknown }).row)
const rowsOf = async (request: object): Promise<unknown[]> =>
  ((await call('List', request)) as { rows: unknown[] }).rows.map(received)
const refused = async (name: string, request: object, token?: string): Promise<ServiceError> => {
  try {
    await call(name, request, token)
  } catch (error) {
    return error as ServiceError
  }
  throw new Error(`${name} was not refused`)
}

describe('gRPC', () => {
  it('lowers rights to those of a previewed role', async () => {
    const row = sent({ title: 'Previewed', price: 1 })
    for (const preview of ['viewer', 'nonsense']) {
      expect(await call('Count', { table: 'Book' }, owner.token, client, preview)).toEqual({ count: 3 })
      await expect(call('Create', { table: 'Book', row }, owner.token, client, preview)).rejects.toMatchObject({
        code: status.PERMISSION_DENIED,
      })
    }
  })

  it('takes API tokens of its project, with their role', async () => {
    const as = { token: owner.token, projectId: project }
    const { id, token } = await server.operate('apiTokenCreate', { title: 'gRPC', role: 'viewer' }, as)
    const made = { title: 'Other library', projectType: 'grpc' } as const
    const other = (await server.call('projectCreateByWebWithXCDB', made, { token: owner.token })).id
    const services = async (): Promise<string[]> =>
      ((await answerOf({ list_services: '' }, token)).list_services_response?.service ?? []).map(({ name }) => name)
    expect(await call('Count', { table: 'Book' }, token)).toEqual({ count: 3 })
    await expect(call('Create', { table: 'Book', row: sent({ title: 'x' }) }, token)).rejects.toMatchObject({
      code: status.PERMISSION_DENIED,
    })
    expect(await services()).toContain(`basalt.${project}`)
    expect(await services()).not.toContain(`basalt.${other}`)
    const foreign = { token: owner.token, projectId: other }
    const { token: foreignToken } = await server.operate('apiTokenCreate', { title: 'Other' }, foreign)
    await server.operate('apiTokenDelete', { id }, as)
    for (const bad of [token, foreignToken, 'f'.repeat(40)])
      await expect(call('Count', { table: 'Book' }, bad)).rejects.toMatchObject({
        code: status.UNAUTHENTICATED,
        details: expect.stringContaining("This API token doesn't work here.") as string,
      })
    await server.operate('projectDelete', {}, foreign)
  })

  it('names the services of projects of this type alone, from the moment that they are made', async () => {
    const services = async (): Promise<string[]> =>
      ((await answerOf({ list_services: '' })).list_services_response?.service ?? []).map(({ name }) => name)
    expect(await services()).toContain(`basalt.${project}`)
    await server.call('projectCreateByWebWithXCDB', { title: 'Rest', projectType: 'rest' }, { token: owner.token })
    const second = await server.call(
      'projectCreateByWebWithXCDB',
      { title: 'Second', projectType: 'grpc' },
      { token: owner.token },
    )
    expect(await addressOf(second.id)).toBe(address)
    expect((await services()).filter((name) => name.startsWith('basalt.')).toSorted()).toEqual(
      [`basalt.${project}`, `basalt.${second.id}`].toSorted(),
    )
    await server.call('projectDelete', {}, { token: owner.token, projectId: second.id })
    await expect.poll(services).not.toContain(`basalt.${second.id}`)
    expect(await rowsOf({ table: 'Book', limit: 1 })).toHaveLength(1)
  })

  it('lists, reads and counts', async () => {
    expect(await rowsOf({ table: 'Book', where: '(price,gt,1)', sort: '-price' })).toEqual([
      { id: 2, title: 'Two', price: 15.5 },
      { id: 1, title: 'One', price: 5 },
    ])
    expect(await rowsOf({ table: 'Book', fields: 'title', limit: 1, offset: 2 })).toEqual([{ id: 3, title: 'Three' }])
    expect(await rowOf('Read', { table: 'Book', id: '3' })).toEqual({ id: 3, title: 'Three', price: null })
    expect(await rowOf('Read', { table: 'Größe', id: 'x___1' })).toMatchObject({ note: 'first' })
    expect(await call('Count', { table: 'Book', condition: '{"price":{"gt":10}}' })).toEqual({ count: 1 })
  })

  it('makes and reads rows with columns that are named like parts of objects', async () => {
    const row = JSON.parse('{"constructor":1,"prototype":"b","__proto__":3}') as Record<string, unknown>
    const made = await rowOf('Create', { table: 'Names', row: sent(row) })
    expect(JSON.stringify(made)).toBe('{"id":1,"constructor":1,"prototype":"b","__proto__":3}')
    const [listed] = await rowsOf({ table: 'Names', where: '(constructor,eq,1)' })
    expect(JSON.stringify(listed)).toBe(JSON.stringify(made))
  })

  it('makes, changes and deletes rows', async () => {
    expect(await rowOf('Create', { table: 'Book', row: sent({ title: 'Four', price: 1 }) })).toEqual({
      id: 4,
      title: 'Four',
      price: 1,
    })
    expect(await rowOf('Update', { table: 'Book', id: '4', row: sent({ price: null }) })).toMatchObject({
      title: 'Four',
      price: null,
    })
    const rows = [sent({ title: 'Five' }), sent({ title: 'Six' })]
    expect(await call('CreateBulk', { table: 'Book', rows })).toMatchObject({
      ids: [{ numberValue: 5 }, { numberValue: 6 }],
    })
    for (const id of ['4', '5', '6']) expect(await call('Delete', { table: 'Book', id })).toEqual({ deleted: 1 })
    expect(await call('Delete', { table: 'Book', id: '4' })).toEqual({ deleted: 0 })
  })

  it('says in the metadata of an answer what it left out, as REST does in headers', async () => {
    const as = { token: owner.token, projectId: project }
    const definition = { kind: 'formula', formula: '{n} * 2' } as const
    await server.call('virtualColumnCreate', { tn: 'Extra', title: 'Twice', definition }, as)
    const create = (client as unknown as Readonly<Record<string, Call & ((...args: unknown[]) => ClientUnaryCall)>>)[
      'Create'
    ]
    const ended = Promise.withResolvers<StatusObject>()
    const request = { table: 'Extra', row: sent({ n: 2, Twice: 9 }) }
    create?.call(client, request, authorized(owner.token), () => undefined).on('status', ended.resolve)
    const { code, metadata } = await ended.promise
    expect([code, metadata.get('basalt-ignored'), metadata.get('basalt-omitted')]).toEqual([status.OK, ['Twice'], []])
    const [change] = metadata.get('basalt-change')
    await server.call('changeUndo', { change: String(change) }, as)
    expect(await call('Count', { table: 'Extra', where: '(n,eq,2)' })).toEqual({ count: 0 })
  })

  it.each<[string, string, object, status, string]>([
    ['an unknown table', 'List', { table: 'Nope' }, status.NOT_FOUND, 'TABLE_NOT_FOUND'],
    ['no table', 'List', {}, status.NOT_FOUND, 'TABLE_NOT_FOUND'],
    ['a filter that is none', 'List', { table: 'Book', where: '(a' }, status.INVALID_ARGUMENT, 'FILTER_INVALID'],
    ['a row that is not there', 'Read', { table: 'Book', id: '99' }, status.NOT_FOUND, 'ROW_NOT_FOUND'],
    ['no id', 'Delete', { table: 'Book' }, status.INVALID_ARGUMENT, 'ROW_KEY_INVALID'],
    [
      'a value that does not fit',
      'Create',
      { table: 'Book', row: sent({ price: 'x' }) },
      status.INVALID_ARGUMENT,
      'ROW_INVALID',
    ],
    [
      'a column that is none',
      'Create',
      { table: 'Book', row: sent({ nope: 1 }) },
      status.INVALID_ARGUMENT,
      'ROW_INVALID',
    ],
  ])('tells of bad input: %s', async (_name, method, request, code, known) => {
    const before = contentsOf(filename)
    const error = await refused(method, request)
    expect(error.code).toBe(code)
    expect(error.metadata.get('xc-code')).toEqual([known])
    expect(error.details).toMatch(/\S/)
    expect(error.details).not.toMatch(/SQLITE|SELECT |constraint failed/)
    const message: unknown = JSON.parse(String(error.metadata.get('basalt-message')[0]))
    expect(message).toMatchObject({ key: `errors.${known}` })
    expect(contentsOf(filename)).toBe(before)
  })

  it('takes values for the parameters of query tables, and rejects missing and wrong ones', async () => {
    const as = { token: owner.token, projectId: project }
    const table = 'Dear books'
    const sql =
      'SELECT title, price FROM Book WHERE price >= :least AND price <= :most AND (:title IS NULL OR title = :title)'
    await server.operate(
      'queryTableCreate',
      {
        title: table,
        sql,
        parameters: [
          { name: 'least', type: 'number' },
          { name: 'most', type: 'number', default: 100 },
          { name: 'title', type: 'text', default: null },
        ],
      },
      as,
    )
    const given = (parameters: Record<string, unknown>) => ({ table, parameters: sent(parameters) })
    expect(await rowsOf({ ...given({ least: 1 }), sort: 'price' })).toEqual([
      { title: 'One', price: 5 },
      { title: 'Two', price: 15.5 },
    ])
    expect(await rowsOf(given({ least: '5.5', most: null, title: 'Two' }))).toEqual([{ title: 'Two', price: 15.5 }])
    expect(await call('Count', given({ least: 1, most: 10 }))).toEqual({ count: 1 })
    for (const [parameters, code] of [
      [{}, 'QUERY_VALUE_MISSING'],
      [{ least: null }, 'QUERY_VALUE_MISSING'],
      [{ least: 'many' }, 'QUERY_VALUE_INVALID'],
      [{ least: [1] }, 'QUERY_VALUE_INVALID'],
      [{ least: 1, format: 'csv' }, 'QUERY_PARAMETER_INVALID'],
      [{ least: 1, where: '(price,gt,10)' }, 'QUERY_PARAMETER_INVALID'],
    ] as const)
      for (const method of ['List', 'Count']) {
        const error = await refused(method, given(parameters))
        expect([method, parameters, error.code, error.metadata.get('xc-code')]).toEqual([
          method,
          parameters,
          status.INVALID_ARGUMENT,
          [code],
        ])
      }
    await server.operate('queryTableDelete', { table }, as)
  })

  it('carries the text of an error as a message, in ASCII and without long ones', async () => {
    const messageOf = async (table: string): Promise<unknown[]> =>
      (await refused('List', { table })).metadata.get('basalt-message')
    const [text] = await messageOf('Bücher 📚')
    expect(text).toMatch(/^[ -~]+$/)
    expect(JSON.parse(String(text))).toEqual({ key: 'errors.TABLE_NOT_FOUND', params: { table: 'Bücher 📚' } })
    expect(await messageOf('x'.repeat(5_000))).toEqual([])
  })

  it('tells outsiders of no service, and the same of those that are there and that are not', async () => {
    const stranger = await server.signUp()
    for (const token of ['', 'nonsense'])
      await expect(answerOf({ list_services: '' }, token)).rejects.toMatchObject({ code: status.UNAUTHENTICATED })
    const seen = (await answerOf({ list_services: '' }, stranger.token)).list_services_response?.service ?? []
    expect(seen.map(({ name }) => name).filter((name) => name.startsWith('basalt.'))).toEqual([])
    for (const token of ['', 'nonsense', stranger.token])
      for (const [method, bytes] of [
        ['List', Buffer.alloc(0)],
        ['List', Buffer.from([0xff, 0xff, 0xff])],
        ['Nope', Buffer.alloc(0)],
      ] as const) {
        const known = await sendBytes(`/basalt.${project}/${method}`, bytes, token)
        const unknown = await sendBytes(`/basalt.nothing_x1y2/${method}`, bytes, token)
        expect([known?.code, known?.details]).toEqual([unknown?.code, unknown?.details])
        expect(known?.code).toBe(token === stranger.token ? status.NOT_FOUND : status.UNAUTHENTICATED)
      }
    const unreadable = await sendBytes(`/basalt.${project}/List`, Buffer.from([0xff, 0xff, 0xff]), owner.token)
    expect(unreadable?.code).toBe(status.INVALID_ARGUMENT)
    expect((await sendBytes(`/basalt.${project}/Nope`, Buffer.alloc(0), owner.token))?.code).toBe(status.UNIMPLEMENTED)
  })

  it('is for the people of the project, while its API runs', async () => {
    expect((await refused('List', { table: 'Book' }, 'nonsense')).code).toBe(status.UNAUTHENTICATED)
    const stranger = await server.signUp()
    expect((await refused('List', { table: 'Book' }, stranger.token)).code).toBe(status.NOT_FOUND)
    await server.call('projectStop', {}, { token: owner.token, projectId: project })
    const stopped = await refused('List', { table: 'Book' })
    expect([stopped.code, stopped.metadata.get('xc-code')]).toEqual([status.NOT_FOUND, ['PROJECT_STOPPED']])
    await server.call('projectStart', {}, { token: owner.token, projectId: project })
    expect(await rowsOf({ table: 'Book' })).toHaveLength(3)
  })
})
