import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PerformanceFigures } from '@common/api-client/performance'
import type { ApiRequestInput } from '@common/api-client/request'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* A performance test sends one request to this server again and again, with the caller's rights, and nowhere else. */

let server: TestServer
let owner: string
let viewer: string
let projectId: string

beforeAll(async () => {
  server = await startServer({})
  owner = (await server.signUp('owner@example.com')).token
  projectId = (await server.call('projectCreateSample', {}, { token: owner })).id
  viewer = (await server.signUp('viewer@example.com')).token
  giveRoles(server.profileFolder, projectId, { 'viewer@example.com': 'viewer' })
})
afterAll(() => server.close())

const list: ApiRequestInput = {
  method: 'GET',
  url: '{{baseUrl}}/api/v1/Tracks',
  params: [{ name: 'limit', value: '1' }],
}
const test = (
  request: ApiRequestInput,
  given: { seconds?: number; connections?: number; token?: string } = {},
): Promise<Answer> => {
  const { token = owner, seconds = 1, connections = 2 } = given
  return server.request(`/api/v1/operations/apiPerformanceTest?project=${projectId}`, {
    method: 'POST',
    token,
    body: { request, seconds, connections },
  })
}

describe('a performance test', () => {
  it('returns what the server answered, and how fast', async () => {
    const { status, json } = await test(list)
    const figures = json as PerformanceFigures
    expect(status).toBe(200)
    expect(figures.statuses).toEqual([{ status: 200, count: figures.requests }])
    expect(figures.requests).toBeGreaterThan(0)
    expect(figures.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(figures.requests)
    expect(figures.latency?.percentiles.map(({ percentile }) => percentile)).toEqual([50, 75, 90, 97.5, 99, 99.9])
    expect([figures.errors, figures.timeouts, figures.connections]).toEqual([0, 0, 2])
    expect(figures.perSecond).toHaveLength(1)
  })

  it('has the rights of its caller, and counts refusals by status', async () => {
    const { json } = await test({ ...list, auth: { kind: 'none' } })
    expect((json as PerformanceFigures).statuses.map(({ status }) => status)).toEqual([401])
  })

  it('leaves one line in the audit, without the query', async () => {
    await test({ ...list, url: '/nc/none?key=secret', params: [] })
    const { list: lines } = await server.operate('auditList', { limit: 5 }, { token: owner, projectId })
    expect(JSON.stringify(lines)).toContain('/nc/none')
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it('rejects other hosts before it sends anything', async () => {
    let received = 0
    const other: Server = createServer((_, response) => {
      received += 1
      response.end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = other.address() as AddressInfo
      for (const url of [`http://127.0.0.1:${port}/`, 'https://example.com/', '//example.com', 'example.com']) {
        const { status, error } = await test({ method: 'GET', url })
        expect([url, status, error.code]).toEqual([url, 400, 'API_PERFORMANCE_ELSEWHERE'])
      }
      expect(received).toBe(0)
    } finally {
      other.close()
    }
  })

  it.each([{ seconds: 11 }, { seconds: 0 }, { connections: 33 }, { connections: 0 }, { seconds: 1.5 }])(
    'rejects %j',
    async (given) => expect((await test(list, given)).status).toBe(400),
  )

  it('runs alone, ends when its caller cancels it, and then another one can begin', async () => {
    const cancel = new AbortController()
    const first = fetch(`${server.origin}/api/v1/operations/apiPerformanceTest?project=${projectId}`, {
      method: 'POST',
      headers: { 'xc-auth': owner, 'content-type': 'application/json' },
      body: JSON.stringify({ request: list, seconds: 10, connections: 1 }),
      signal: cancel.signal,
    }).catch(() => undefined)
    // This one doesn't begin, even if none runs.
    await until(async () => (await test({ method: 'GET', url: 'https://example.com/' })).status === 429)
    cancel.abort()
    await first
    await until(async () => (await test({ method: 'GET', url: 'https://example.com/' })).status === 400)
    expect((await test(list)).status).toBe(200)
  })

  it('can’t be started by a request of the client', async () => {
    const answer = await server.request(`/api/v1/operations/apiRequestSend?project=${projectId}`, {
      method: 'POST',
      token: owner,
      body: {
        request: {
          method: 'POST',
          url: `/api/v1/operations/apiPerformanceTest?project=${projectId}`,
          body: { kind: 'json', text: JSON.stringify({ request: list, seconds: 1 }) },
        },
      },
    })
    expect(answer.json).toMatchObject({ status: 400, body: expect.stringContaining('API_CALL_NESTED') as unknown })
  })

  it('needs a role that may keep the server busy, and values of its variables', async () => {
    expect((await test(list, { token: viewer })).error.code).toBe('NOT_ALLOWED')
    expect((await test({ ...list, url: '{{none}}' })).error.code).toBe('VARIABLES_UNKNOWN')
  })
})
