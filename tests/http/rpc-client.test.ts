import type { CallInput } from '@tests/helpers/calls'
import { rpcEvent, rpcEventsPath, type RpcEnd, type RpcEvent } from '@common/rpc/events'
import { utf8Bytes } from '@common/rpc/bytes'
import type { RpcSchema } from '@common/rpc/schema'
import { WireWriter, wireKinds } from '@common/rpc/wire'
import {
  ordersProto,
  startGrpcServer,
  startLyingServer,
  typesProto,
  type TestGrpcServer,
} from '@tests/helpers/grpc-server'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/* Calls of the gRPC client reach our own services with the caller's rights, and other servers through the guard. */

let server: TestServer
let shop: TestGrpcServer
let owner: string
let editor: string
let viewer: string
let projectId: string
let liars: TestGrpcServer[] = []

beforeAll(async () => {
  shop = await startGrpcServer()
  server = await startServer({})
  owner = (await server.signUp('owner@example.com')).token
  projectId = (await server.operate('projectCreate', { title: 'Music', projectType: 'grpc' }, { token: owner })).id
  const as = { token: owner, projectId }
  await server.operate('tableCreate', { table: 'Book', columns: [{ name: 'title', type: 'SingleLineText' }] }, as)
  editor = (await server.signUp('editor@example.com')).token
  viewer = (await server.signUp('viewer@example.com')).token
  giveRoles(server.profileFolder, projectId, { 'viewer@example.com': 'viewer', 'editor@example.com': 'editor' })
})
afterAll(async () => {
  await server.close()
  shop.close()
})
beforeEach(async () => {
  await allow([`127.0.0.1:${shop.port}`])
  return () => {
    for (const liar of liars) liar.close()
    liars = []
  }
})

const allow = (outboundHosts: string[]) =>
  server.operate('installationSettingsSave', { outboundHosts }, { token: owner })
const shopAddress = (): string => `127.0.0.1:${shop.port}`
const files = [
  { name: 'orders.proto', text: ordersProto },
  { name: 'shop/types.proto', text: typesProto },
]

type Name = 'grpcDescribe' | 'grpcCallStart' | 'grpcMessageSend' | 'grpcCallEnd' | 'grpcProtoRead'
const send = (name: Name, body: unknown, token = owner): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token, body })
const codeOf = async (name: Name, body: unknown, token = owner): Promise<string> => {
  const answer = await send(name, body, token)
  return answer.status < 400 ? 'OK' : answer.error.code
}

type Start = Partial<CallInput<'grpcCallStart'>> & { readonly method: string }
const started = async (call: Start, token = owner): Promise<string> => {
  const body = { address: shopAddress(), service: 'shop.Orders', message: '{}', ...call }
  const answer = await send('grpcCallStart', body, token)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return (answer.json as { readonly call: string }).call
}

/** Reads the events of a call as they come. */
async function* eventsOf(call: string, token = owner, signal?: AbortSignal): AsyncGenerator<RpcEvent> {
  const response = await fetch(server.origin + rpcEventsPath(projectId, call), {
    headers: { 'xc-auth': token, 'xc-gui': 'true' },
    ...(signal !== undefined && { signal }),
  })
  expect(response.status).toBe(200)
  let text = ''
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (text + String(part)).split('\n\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) yield rpcEvent.parse(JSON.parse(line.slice(6)))
  }
}
const allOf = async (call: string, token = owner): Promise<RpcEvent[]> => Array.fromAsync(eventsOf(call, token))
const texts = (events: readonly RpcEvent[]): unknown[] =>
  events.flatMap((event) => (event.kind === 'received' ? [JSON.parse(event.text)] : []))
const endOf = (events: readonly RpcEvent[]): RpcEnd => {
  const last = events.at(-1)
  if (last?.kind !== 'end') throw new Error('The call has no end')
  return last
}

describe('the services of a server', () => {
  it('come from reflection', async () => {
    const schema = (await send('grpcDescribe', { address: shopAddress() })).json as RpcSchema
    const [orders] = schema.services
    expect(schema.services.map(({ name }) => name)).toEqual(['shop.Orders'])
    expect(
      orders?.methods
        .map(({ name, isClientStream, isServerStream }) => [name, isClientStream, isServerStream])
        .slice(0, 4),
    ).toEqual([
      ['Place', false, false],
      ['Watch', false, true],
      ['Sum', true, false],
      ['Chat', true, true],
    ])
    expect(schema.messages['shop.Order']?.fields.map(({ name, type, of }) => [name, type, of])).toEqual([
      ['name', 'string', undefined],
      ['count', 'int32', undefined],
      ['number', 'int64', undefined],
      ['parent', 'message', 'shop.Order'],
      ['tags', 'string', undefined],
    ])
  })

  it('come from .proto files, also without reflection', async () => {
    const plain = await startGrpcServer({ reflection: false })
    liars.push(plain)
    const address = `127.0.0.1:${plain.port}`
    await allow([address])
    expect(await codeOf('grpcDescribe', { address })).toBe('RPC_REFLECTION_MISSING')
    const schema = (await send('grpcDescribe', { address, files })).json as RpcSchema
    expect(schema.services[0]?.methods[0]).toMatchObject({ name: 'Place', note: 'Stores an order.' })
    expect(texts(await allOf(await started({ address, files, method: 'Place', message: '{"name":"Ada"}' })))).toEqual([
      { name: 'Ada', count: 0, number: '0', tags: [] },
    ])
  })

  it('are those of this server as the caller sees them', async () => {
    const schema = (await send('grpcDescribe', { address: '{{grpcAddress}}' }, viewer)).json as RpcSchema
    expect(schema.services.map(({ name }) => name)).toEqual([`basalt.${projectId}`])
    expect(schema.services[0]?.methods.map(({ name }) => name)).toContain('List')
  })
})

describe('a call', () => {
  it('to this server has the rights of its caller', async () => {
    const call = { address: '{{grpcAddress}}', service: `basalt.${projectId}` }
    const create = { ...call, method: 'Create', message: '{"table":"Book","row":{"title":"Gödel 🎵"}}' }
    expect(endOf(await allOf(await started(create, editor), editor))).toMatchObject({ code: 0, name: 'OK' })
    const list = { ...call, method: 'List', message: '{"table":"Book"}' }
    expect(texts(await allOf(await started(list, viewer), viewer))).toMatchObject([{ rows: [{ title: 'Gödel 🎵' }] }])
    expect(endOf(await allOf(await started(create, viewer), viewer))).toMatchObject({
      code: 7,
      name: 'PERMISSION_DENIED',
    })
    const asToken = { ...list, metadata: [{ name: 'xc-token', value: 'x'.repeat(40) }], files: files.slice(0, 0) }
    expect(await codeOf('grpcCallStart', { ...asToken })).toBe('RPC_REFLECTION_FAILED')
  })

  it('shows what went out and came in, with times, sizes and trailers', async () => {
    const metadata = [
      { name: 'Trace', value: 'abc' },
      { name: 'off', value: 'x', enabled: false },
      { name: 'data-bin', value: 'AQI=' },
    ]
    const message = '{"name": "Ada", "number": 9007199254740993}'
    const events = await allOf(await started({ method: 'Place', message, metadata }))
    expect(events.map(({ kind }) => kind)).toEqual(['sent', 'metadata', 'received', 'end'])
    expect(texts(events)).toEqual([{ name: 'Ada', count: 0, number: '9007199254740993', tags: [] }])
    const end = endOf(events)
    expect([end.code, end.name, end.trailers]).toEqual([0, 'OK', [{ name: 'took', value: '1' }]])
    expect(end.atMs).toBeGreaterThan(0)
    const received = shop.received.at(-1)
    expect([received?.get('trace'), received?.get('off'), received?.get('data-bin')]).toEqual([
      ['abc'],
      [],
      [Buffer.from([1, 2])],
    ])
    // Another server never gets the caller's own token.
    expect(received?.get('xc-auth')).toEqual([])
  })

  it('streams from the server', async () => {
    const events = await allOf(await started({ method: 'Watch', message: '{"count": 1000}' }))
    expect(texts(events)).toHaveLength(1000)
    expect(texts(events).at(-1)).toMatchObject({ name: 'Order 1000' })
    expect(endOf(events).code).toBe(0)
  })

  it('streams from the client', async () => {
    const call = await started({ method: 'Sum', message: '{"count":1}' })
    const events = allOf(call)
    for (const count of [2, 3])
      expect(await codeOf('grpcMessageSend', { call, message: `{"count":${count}}` })).toBe('OK')
    expect(await codeOf('grpcMessageSend', { call, message: '{"count":"x"}' })).toBe('RPC_MESSAGE_INVALID')
    expect(await codeOf('grpcCallEnd', { call, how: 'finish' })).toBe('OK')
    expect(await codeOf('grpcMessageSend', { call, message: '{}' })).toMatch(/^RPC_CALL_(?:ENDED|NOT_FOUND)$/)
    expect(texts(await events)).toMatchObject([{ name: 'sum', count: 6 }])
  })

  it('streams both ways', async () => {
    const call = await started({ method: 'Chat', message: null })
    const events = eventsOf(call)
    await send('grpcMessageSend', { call, message: '{"name":"{{projectId}}"}' })
    const names: string[] = []
    for await (const event of events) {
      if (event.kind !== 'received') continue
      names.push((JSON.parse(event.text) as { readonly name: string }).name)
      if (names.length === 1) await send('grpcMessageSend', { call, message: '{"name":"b"}' })
      else await send('grpcCallEnd', { call, how: 'finish' })
    }
    expect(names).toEqual([`Hello ${projectId}`, 'Hello b'])
  })

  it('shows the status of a failure, with its metadata', async () => {
    const end = endOf(await allOf(await started({ method: 'Refuse' })))
    expect(end).toMatchObject({ code: 9, name: 'FAILED_PRECONDITION', details: 'Out of stock' })
    expect(end.trailers).toContainEqual({ name: 'reason-bin', value: 'AQI=' })
  })

  it('ends at its deadline, when it is cancelled and when the reader leaves', async () => {
    const late = endOf(await allOf(await started({ method: 'Never', timeoutMs: 50 })))
    expect([late.code, late.name]).toEqual([4, 'DEADLINE_EXCEEDED'])

    const call = await started({ method: 'Never' })
    const events = allOf(call)
    await send('grpcCallEnd', { call, how: 'cancel' })
    expect(endOf(await events)).toMatchObject({ code: 1, name: 'CANCELLED', reason: 'cancelled' })

    const left = await started({ method: 'Endless' })
    const cancelled = shop.nextCancel()
    const leaving = new AbortController()
    const reading = eventsOf(left, owner, leaving.signal)
    await reading.next()
    leaving.abort()
    await cancelled
  })

  it('is of its caller alone, and has one reader', async () => {
    const call = await started({ method: 'Never', timeoutMs: 5_000 })
    const path = rpcEventsPath(projectId, call)
    for (const token of [editor, viewer])
      expect((await server.request(path, { token })).error.code).toBe('RPC_CALL_NOT_FOUND')
    expect((await server.request(path, {})).status).toBe(401)
    expect(await codeOf('grpcCallEnd', { call, how: 'cancel' }, editor)).toBe('RPC_CALL_NOT_FOUND')
    const events = eventsOf(call)
    await events.next()
    expect((await server.request(path, { token: owner })).error.code).toBe('RPC_CALL_NOT_FOUND')
    await send('grpcCallEnd', { call, how: 'cancel' })
    expect(endOf(await Array.fromAsync(events)).name).toBe('CANCELLED')
  })

  it('with a huge response ends with a status', async () => {
    expect(endOf(await allOf(await started({ method: 'Large' })))).toMatchObject({ name: 'RESOURCE_EXHAUSTED' })
  })

  it('is one of ten at the same time', async () => {
    const calls: string[] = []
    for (let at = 0; at < 10; at += 1) calls.push(await started({ method: 'Never' }))
    const readers = calls.map((call) => allOf(call))
    const more = { address: shopAddress(), service: 'shop.Orders', method: 'Place', message: '{}' }
    expect(await codeOf('grpcCallStart', more)).toBe('TOO_MANY_REQUESTS')
    expect(await codeOf('grpcCallStart', more, editor)).toBe('OK')
    for (const call of calls) await send('grpcCallEnd', { call, how: 'cancel' })
    await Promise.all(readers)
  })
})

describe('bad input', () => {
  const call = { service: 'shop.Orders', method: 'Place', message: '{}' }
  it.each([
    ['an address without a port', { address: 'localhost' }, 'RPC_ADDRESS_INVALID'],
    ['a path', { address: 'localhost:1/a' }, 'RPC_ADDRESS_INVALID'],
    ['another transport', { address: 'unix:/tmp/socket' }, 'RPC_ADDRESS_INVALID'],
    ['an unknown variable', { address: '{{nothing}}' }, 'VARIABLES_UNKNOWN'],
    ['metadata of the protocol', { metadata: [{ name: 'grpc-timeout', value: '1' }] }, 'RPC_METADATA_INVALID'],
    ['metadata with a line', { metadata: [{ name: 'a', value: 'b\nc' }] }, 'RPC_METADATA_INVALID'],
    ['an unknown method', { method: 'Nothing' }, 'RPC_METHOD_NOT_FOUND'],
    ['an unknown service', { service: 'shop.Nothing' }, 'RPC_METHOD_NOT_FOUND'],
    ['an unknown field', { message: '{"a":1}' }, 'RPC_MESSAGE_INVALID'],
    ['broken JSON', { message: '{' }, 'RPC_MESSAGE_INVALID'],
    ['a broken file', { files: [{ name: 'a.proto', text: 'message {' }] }, 'RPC_PROTO_INVALID'],
    ['files without their imports', { files: files.slice(0, 1) }, 'RPC_PROTO_INCOMPLETE'],
    ['a deadline of an hour', { timeoutMs: 3_600_000 }, 'INPUT_INVALID'],
  ])('%s is rejected', async (_, changes, code) => {
    expect(await codeOf('grpcCallStart', { address: shopAddress(), ...call, ...changes })).toBe(code)
  })

  it('names the place in the message', async () => {
    const answer = await send('grpcCallStart', { address: shopAddress(), ...call, message: '{\n  "count": "x"\n}' })
    expect(answer.error.msg).toBe('Line 2, column 12 of the message: Use a whole number here.')
  })

  it('never reads files of this computer', async () => {
    const text = 'syntax = "proto3"; import "/etc/passwd"; service S { rpc R (M) returns (M); }'
    const answer = await send('grpcDescribe', { address: shopAddress(), files: [{ name: 'a.proto', text }] })
    expect([answer.error.code, answer.error.msg]).toEqual([
      'RPC_PROTO_INCOMPLETE',
      'The files don’t declare M. Add the files that they import: /etc/passwd.'.replace('’', "'"),
    ])
  })
})

describe('a server that lies about itself', () => {
  const message = (id: number, ...parts: Uint8Array[]): Uint8Array => {
    const writer = new WireWriter()
    for (const part of parts) {
      writer.tag(id, wireKinds.bytes)
      writer.bytes(part)
    }
    return writer.finish()
  }
  const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))
  const text = (id: number, value: string): Uint8Array => message(id, utf8Bytes(value))
  const services = (...names: string[]): Uint8Array =>
    message(6, join(...names.map((name) => message(1, text(1, name)))))
  const file = (...parts: Uint8Array[]): Uint8Array => message(4, message(1, join(...parts)))

  it.each<[string, () => readonly Uint8Array[] | undefined, string]>([
    ['garbage', () => [Uint8Array.from([0xff, 0xff])], 'RPC_REFLECTION_FAILED'],
    [
      'thousands of services',
      () => [services(...Array.from({ length: 400 }, (_, at) => `s${at}`))],
      'RPC_SCHEMA_TOO_LARGE',
    ],
    [
      'names that are code',
      () => [
        join(services('a.S'), file(text(1, 'a.proto'), text(2, 'a'), message(4, text(1, 'M"];process.exit(1)//')))),
      ],
      'RPC_REFLECTION_FAILED',
    ],
    [
      'endless imports',
      (() => {
        let count = 0
        return () => [join(services('a.S'), file(text(1, `f${(count += 1)}`), text(3, `f${count + 1}`)))]
      })(),
      'RPC_SCHEMA_TOO_LARGE',
    ],
    [
      'types within types without end',
      () => {
        let inner = text(1, 'M')
        for (let level = 0; level < 100; level += 1) inner = join(text(1, 'M'), message(3, inner))
        return [join(services('a.S'), file(text(1, 'a.proto'), message(4, inner)))]
      },
      'RPC_REFLECTION_FAILED',
    ],
  ])('with %s gets a clear error', async (_, answer, code) => {
    const liar = await startLyingServer(answer)
    liars.push(liar)
    await allow([`127.0.0.1:${liar.port}`])
    expect(await codeOf('grpcDescribe', { address: `127.0.0.1:${liar.port}` })).toBe(code)
  })

  it('with types that nothing declares can still be read', async () => {
    const method = join(text(1, 'Go'), text(2, '.a.Gone'), text(3, '.a.Gone'))
    const service = join(text(1, 'S'), message(2, method))
    const liar = await startLyingServer(() => [
      join(services('a.S'), file(text(1, 'a.proto'), text(2, 'a'), message(6, service))),
    ])
    liars.push(liar)
    await allow([`127.0.0.1:${liar.port}`])
    const address = `127.0.0.1:${liar.port}`
    const schema = (await send('grpcDescribe', { address })).json as RpcSchema
    expect(schema.services[0]?.methods[0]?.input).toBe('a.Gone')
    const answer = await send('grpcCallStart', { address, service: 'a.S', method: 'Go', message: '{}' })
    expect(answer.error.msg).toContain("The server doesn't describe the type a.Gone.")
  })
})

describe('other hosts', () => {
  const call = { service: 'shop.Orders', method: 'Place', message: '{}' }
  it('need the right to call them', async () => {
    expect(await codeOf('grpcDescribe', { address: shopAddress() }, viewer)).toBe('NOT_ALLOWED')
    expect(await codeOf('grpcCallStart', { address: shopAddress(), ...call }, viewer)).toBe('NOT_ALLOWED')
    expect(await codeOf('grpcDescribe', { address: shopAddress() }, editor)).toBe('OK')
  })

  it.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0.0.0.0',
    '169.254.169.254',
    '10.0.0.1',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
  ])('on this computer or a private network are refused: %s', async (host) => {
    await allow([])
    for (const address of [`${host}:${shop.port}`, `grpc://${host}:${shop.port}`])
      expect(await codeOf('grpcCallStart', { address, ...call, files })).toMatch(/^OUTBOUND_(?:FORBIDDEN|FAILED)$/)
    expect(await codeOf('grpcDescribe', { address: `${host}:${shop.port}` })).toMatch(/^OUTBOUND_(?:FORBIDDEN|FAILED)$/)
  })

  it('that don’t answer end with a status', async () => {
    await allow(['127.0.0.1:1'])
    const end = endOf(await allOf(await started({ address: '127.0.0.1:1', files, method: 'Place' })))
    expect(end.name).toBe('UNAVAILABLE')
  })
})

describe('the .proto files of a project', () => {
  it('describe its own service', async () => {
    const { files: own } = (await send('grpcProtoRead', {})).json as { readonly files: typeof files }
    const call = { address: '{{grpcAddress}}', service: `basalt.${projectId}`, files: own }
    const events = await allOf(await started({ ...call, method: 'Count', message: '{"table":"Book"}' }))
    expect(texts(events)).toMatchObject([{ count: expect.any(String) as string }])
  })

  it('come as a zip file under the old name', async () => {
    const response = await fetch(`${server.origin}/dashboard`, {
      method: 'POST',
      headers: { 'xc-auth': owner, 'content-type': 'application/json' },
      body: JSON.stringify({ api: 'grpcProtoDownloadZip', project_id: projectId }),
    })
    expect(response.headers.get('content-type')).toBe('application/zip')
    const unpacked = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(new TextDecoder().decode(unpacked['basalt.proto'])).toContain(`service ${projectId} {`)
  })
})
