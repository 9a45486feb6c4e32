import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiRequestInput, ApiResponse } from '@common/api-client/request'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/* A request of the API client reaches this server with the caller's rights, and other hosts through the guard. */

let server: TestServer
let other: Server
let port: number
let owner: string
let viewer: string
let projectId: string
/** Requests that the other host received. */
let received: { readonly request: IncomingMessage; readonly body: string }[] = []

beforeAll(async () => {
  other = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      received.push({ request, body })
      const { pathname } = new URL(request.url ?? '', 'http://other.invalid')
      if (pathname === '/to-own') return response.writeHead(302, { location: `${server.origin}/user/me` }).end()
      if (pathname === '/large') return response.end('x'.repeat(6 * 1024 * 1024))
      if (pathname === '/bytes')
        return response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([137, 80]))
      if (pathname === '/never') return undefined
      return response.writeHead(201, { 'content-type': 'text/plain', 'x-two': ['a', 'b'] }).end('made')
    })
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  port = (other.address() as AddressInfo).port
  server = await startServer({})
  owner = (await server.signUp('owner@example.com')).token
  projectId = (await server.call('projectCreateSample', {}, { token: owner })).id
  viewer = (await server.signUp('viewer@example.com')).token
  giveRoles(server.profileFolder, projectId, { 'viewer@example.com': 'viewer' })
})
afterAll(async () => {
  other.closeAllConnections()
  other.close()
  await server.close()
})
beforeEach(async () => {
  received = []
  await allow([])
})

const allow = (outboundHosts: string[]) =>
  server.operate('installationSettingsSave', { outboundHosts }, { token: owner })

const send = (request: ApiRequestInput, token = owner, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(`/api/v1/operations/apiRequestSend?project=${projectId}`, {
    method: 'POST',
    token,
    headers,
    body: { request },
  })
const responseTo = async (request: ApiRequestInput, token = owner): Promise<ApiResponse> => {
  const { status, json, text } = await send(request, token)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return json as ApiResponse
}

describe('a request to this server', () => {
  it.each(['/nc/{{projectId}}/api/v1/Tracks', '{{baseUrl}}/api/v1/Tracks', 'own'])(
    '%s has its caller’s rights',
    async (url) => {
      const address = url === 'own' ? `${server.origin}/nc/${projectId}/api/v1/Tracks` : url
      const read = await responseTo({ method: 'GET', url: address, params: [{ name: 'limit', value: '2' }] }, viewer)
      expect([read.status, JSON.parse(read.body).length, read.isCut, read.isBase64]).toEqual([200, 2, false, false])
      expect(read.size).toBe(Buffer.byteLength(read.body))
      expect(read.url).toBe(`/nc/${projectId}/api/v1/Tracks?limit=2`)
      const change = { method: 'PUT', url: `${address}/1`, body: { kind: 'json', text: '{"Title":"New"}' } } as const
      expect((await responseTo(change, viewer)).status).toBe(403)
      expect((await responseTo(change, owner)).status).toBe(200)
    },
  )

  it('has no rights without its caller’s session', async () => {
    const url = '{{baseUrl}}/api/v1/Tracks'
    expect((await responseTo({ method: 'GET', url, auth: { kind: 'none' } })).status).toBe(401)
    const headers = [{ name: 'xc-auth', value: viewer }]
    const body = { kind: 'json', text: '{"Title":"New"}' } as const
    expect((await responseTo({ method: 'POST', url, headers, body })).status).toBe(403)
  })

  it('has the rights of a preview', async () => {
    const request = { method: 'POST', url: '{{baseUrl}}/api/v1/Tracks', body: { kind: 'json', text: '{}' } } as const
    const answer = await send(request, owner, { 'xc-preview': 'viewer' })
    expect((answer.json as ApiResponse).status).toBe(403)
  })

  it('has the rights of an API token, and no more', async () => {
    const token = await server.operate(
      'apiTokenCreate',
      { title: 'T', role: 'viewer', expiresAt: null },
      { token: owner, projectId },
    )
    const answer = await server.request(`/api/v1/operations/apiRequestSend?project=${projectId}`, {
      method: 'POST',
      headers: { 'xc-token': token.token },
      body: { request: { method: 'GET', url: '{{baseUrl}}/api/v1/Tracks' } },
    })
    expect([answer.status, (answer.json as ApiResponse).status]).toEqual([200, 200])
    const write = await server.request(`/api/v1/operations/apiRequestSend?project=${projectId}`, {
      method: 'POST',
      headers: { 'xc-token': token.token },
      body: { request: { method: 'POST', url: '{{baseUrl}}/api/v1/Tracks', body: { kind: 'json', text: '{}' } } },
    })
    expect((write.json as ApiResponse).status).toBe(403)
  })

  it('can’t send another request', async () => {
    const inner = { request: { method: 'GET', url: '/user/me' } }
    const url = `/api/v1/operations/apiRequestSend?project=${projectId}`
    const headers = [{ name: 'user-agent', value: 'curl' }]
    const answer = await responseTo({
      method: 'POST',
      url,
      headers,
      body: { kind: 'json', text: JSON.stringify(inner) },
    })
    expect([answer.status, (JSON.parse(answer.body) as { code: string }).code]).toEqual([400, 'API_CALL_NESTED'])
  })
})

describe('a request to another host', () => {
  it('is refused for this computer, however it is written', async () => {
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const { status, error } = await send({ method: 'GET', url: `http://${host}:${port}/` })
      expect([host, status, error.code]).toEqual([host, 403, 'OUTBOUND_FORBIDDEN'])
    }
    for (const url of ['http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/', 'http://192.168.0.1:81/'])
      expect([(await send({ method: 'GET', url })).status, url]).toEqual([403, url])
    expect(received).toEqual([])
  })

  it('reaches a host that the administrator allows, without the caller’s session', async () => {
    await allow([`127.0.0.1:${port}`])
    const answer = await responseTo({
      method: 'POST',
      url: `http://127.0.0.1:${port}/a?b=1`,
      params: [
        { name: 'c', value: 'ä (x,eq,y)' },
        { name: 'off', value: '1', enabled: false },
      ],
      headers: [{ name: 'X-Own', value: '1' }],
      auth: { kind: 'session' },
      body: { kind: 'form', fields: [{ name: 'n', value: 'a b&c' }] },
    })
    expect([answer.status, answer.body]).toEqual([201, 'made'])
    expect(answer.headers.filter(({ name }) => name === 'x-two').map(({ value }) => value)).toEqual(['a', 'b'])
    const [{ request, body } = { request: undefined, body: '' }] = received
    expect(request?.url).toBe('/a?b=1&c=%C3%A4%20(x,eq,y)')
    expect(body).toBe('n=a+b%26c')
    expect(request?.headers).toMatchObject({ 'x-own': '1', 'content-type': 'application/x-www-form-urlencoded' })
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('xc-'))).toEqual([])
  })

  it('is checked again at a redirect', async () => {
    await allow([`127.0.0.1:${port}`])
    const { status, error } = await send({ method: 'GET', url: `http://127.0.0.1:${port}/to-own` })
    expect([status, error.code]).toEqual([403, 'OUTBOUND_FORBIDDEN'])
  })

  it('sends basic, bearer and header sign-in', async () => {
    await allow([`127.0.0.1:${port}`])
    const url = `http://127.0.0.1:${port}/`
    await responseTo({ method: 'GET', url, auth: { kind: 'basic', user: 'ä', password: 'b:c' } })
    await responseTo({ method: 'GET', url, auth: { kind: 'bearer', token: 'abc' } })
    await responseTo({ method: 'GET', url, auth: { kind: 'header', name: 'x-key', value: 'k' } })
    expect(received.map(({ request }) => request.headers.authorization ?? request.headers['x-key'])).toEqual([
      `Basic ${Buffer.from('ä:b:c').toString('base64')}`,
      'Bearer abc',
      'k',
    ])
  })

  it('is cut beyond 5 MB, and bytes come as base64', async () => {
    await allow([`127.0.0.1:${port}`])
    const large = await responseTo({ method: 'GET', url: `http://127.0.0.1:${port}/large` })
    expect([large.isCut, large.size, large.body.length]).toEqual([true, 5 * 1024 * 1024, 5 * 1024 * 1024])
    const bytes = await responseTo({ method: 'GET', url: `http://127.0.0.1:${port}/bytes` })
    expect([bytes.isBase64, bytes.body]).toEqual([true, Buffer.from([137, 80]).toString('base64')])
  })

  it('needs a role that may call out', async () => {
    await allow([`127.0.0.1:${port}`])
    const { status, error } = await send({ method: 'GET', url: `http://127.0.0.1:${port}/` }, viewer)
    expect([status, error.code, received.length]).toEqual([403, 'NOT_ALLOWED', 0])
  })

  it.each([
    ['ftp://example.com/', 'OUTBOUND_ADDRESS_INVALID'],
    ['//example.com/', 'OUTBOUND_ADDRESS_INVALID'],
    ['no address', 'OUTBOUND_ADDRESS_INVALID'],
    ['http://{{nothing}}/', 'VARIABLES_UNKNOWN'],
  ])('%s is %s', async (url, code) => {
    const { status, error } = await send({ method: 'GET', url })
    expect([status, error.code]).toEqual([400, code])
  })

  it('rejects headers that would begin another line', async () => {
    for (const url of ['/user/me', 'http://example.com/']) {
      const { error } = await send({ method: 'GET', url, headers: [{ name: 'x', value: 'a\r\nb: c' }] })
      expect(error.code).toBe('OUTBOUND_HEADER_INVALID')
    }
  })
})

describe('handleApiCall', () => {
  const call = (args: Record<string, unknown>, token = owner): Promise<Answer> =>
    server.request('/dashboard/?q=sqlOp_handleApiCall', {
      method: 'POST',
      token,
      body: { api: 'handleApiCall', project_id: projectId, env: '_noco', dbAlias: 'db', args },
    })

  it('returns the call with its response', async () => {
    const args = {
      method: 'get',
      path: `${server.origin}/nc/${projectId}/api/v1/Tracks`,
      headers: [{ name: 'accept', value: 'application/json', enabled: true }],
      parameters: [
        { name: 'limit', value: 1, enabled: true },
        { name: 'offset', value: 5, enabled: false },
      ],
      body: '',
      auth: '',
    }
    const { status, json } = await call(args)
    expect(status).toBe(200)
    expect(json).toMatchObject({ path: args.path, response: { status: 200, data: [{ Id: 1 }] } })
    const { response } = json as { response: { createdAt: string; headers: Record<string, string> } }
    expect(response.headers['content-type']).toMatch(/json/)
    expect(Date.parse(response.createdAt)).not.toBeNaN()
  })

  it('is no open proxy', async () => {
    const { status, error } = await call({ method: 'GET', path: `http://127.0.0.1:${port}/` })
    expect([status, error.code, received.length]).toEqual([403, 'OUTBOUND_FORBIDDEN', 0])
    expect((await call({ method: 'BREW', path: '/' })).status).toBe(400)
  })
})

describe('handleAxiosCall', () => {
  const call = (args: unknown, token = owner): Promise<Answer> =>
    server.request('/dashboard/?q=sqlOp_handleAxiosCall', {
      method: 'POST',
      token,
      body: { api: 'handleAxiosCall', project_id: projectId, env: '_noco', dbAlias: 'db', args },
    })
  const path = (): string => `/nc/${projectId}/api/v1/Tracks`

  it('returns the data of the response, for each form of its arguments', async () => {
    for (const args of [
      [{ url: path(), params: { limit: 1 } }],
      [`${path()}?limit=1`],
      ['api/v1/Tracks', { baseURL: `/nc/${projectId}`, method: 'get', params: { limit: 1 } }],
    ]) {
      const { status, json } = await call(args)
      expect([status, json]).toMatchObject([200, [{ Id: 1 }]])
    }
    expect((await call([{ url: path(), method: 'post', data: { Title: 1 } }])).json).toMatchObject({
      code: 'ROW_INVALID',
    })
  })

  it('is no open proxy', async () => {
    const { status, error } = await call([`http://127.0.0.1:${port}/`])
    expect([status, error.code, received.length]).toEqual([403, 'OUTBOUND_FORBIDDEN', 0])
    for (const args of [[], [{}], [{ url: '/', method: 'BREW' }], [1]]) expect((await call(args)).status).toBe(400)
  })
})
