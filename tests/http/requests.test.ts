import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

const page = 'https://app.example.com'

let server: TestServer
let token: string
let project: string
beforeAll(async () => {
  server = await startServer({ allowedOrigins: [page, 'http://localhost:5173'], unreadTimeoutMs: 500 })
  ;({ token } = await server.signUp())
  project = (await server.call('projectCreateByWebWithXCDB', { title: 'Requests' }, { token })).id
  const columns = [
    { cn: 'id', uidt: 'ID', pk: true, ai: true },
    { cn: 'title', uidt: 'LongText' },
  ]
  await server.call('tableCreate', { tn: 'Notes', columns }, { token, projectId: project })
})
afterAll(() => server.close())

const rows = (path = ''): string => `/nc/${project}/api/v1/Notes${path}`

describe('packed bodies', () => {
  const send = (text: Uint8Array, encoding: string): Promise<Answer> =>
    server.request(rows(), { method: 'POST', token, text, headers: { 'content-encoding': encoding } })
  const packers = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync }

  it.each(Object.entries(packers))('are unpacked: %s', async (encoding, pack) => {
    const answer = await send(pack(JSON.stringify({ title: `packed with ${encoding}` })), encoding)
    expect([answer.status, answer.json]).toMatchObject([200, { title: `packed with ${encoding}` }])
  })

  it.each(Object.entries(packers))('are limited by what comes out: %s', async (encoding, pack) => {
    const answer = await send(pack(JSON.stringify({ title: 'x'.repeat(60 * 1024 * 1024) })), encoding)
    expect([answer.status, answer.error.code]).toEqual([413, 'BODY_TOO_LARGE'])
  })

  it('that are none, or are packed in another way, are refused', async () => {
    const json = Buffer.from('{"title":"x"}')
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const answer = await send(json, encoding)
      expect([answer.status, answer.error.code]).toEqual([400, 'REQUEST_MALFORMED'])
    }
    expect((await send(gzipSync(json).subarray(0, 20), 'gzip')).status).toBe(400)
    for (const encoding of ['zstd', 'gzip, br', 'toString']) {
      const answer = await send(json, encoding)
      expect([answer.status, answer.error.code]).toEqual([415, 'CONTENT_ENCODING_UNSUPPORTED'])
    }
  })
})

describe('pages of allowed origins', () => {
  const from = (origin: string, more: Readonly<Record<string, string>> = {}) => ({ origin, ...more })
  const corsOf = (answer: Answer): string[] =>
    Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
  const preflight = (origin: string, path: string): Promise<Answer> =>
    server.request(path, {
      method: 'OPTIONS',
      headers: from(origin, { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'xc-auth' }),
    })

  it('call the API with their token, and may read what is answered', async () => {
    const allowed = await preflight(page, rows('/1'))
    expect(allowed.status).toBe(204)
    expect(allowed.headers['access-control-allow-origin']).toBe(page)
    expect(allowed.headers['access-control-allow-methods']).toContain('PUT')
    expect(allowed.headers['access-control-allow-headers']).toContain('xc-auth')
    expect(allowed.headers['access-control-allow-headers']).toContain('idempotency-key')
    expect(allowed.headers.vary).toContain('Origin')
    const read = await server.request(rows('?limit=1'), { token, headers: from(page) })
    expect(read.status).toBe(200)
    const refused = await server.request(rows('/nothing/at/all/here'), { token, headers: from(page) })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const stranger = await server.request(rows(), { headers: from('http://localhost:5173') })
    expect(stranger.status).toBe(401)
    for (const answer of [read, refused, stranger]) {
      expect(answer.headers['access-control-allow-origin']).toMatch(/^https?:/)
      expect(answer.headers.vary).toContain('Origin')
      expect(answer.headers['access-control-expose-headers']).toContain('xc-next-cursor')
      expect(answer.headers['access-control-expose-headers']).toContain('basalt-omitted')
    }
  })

  it('are never given what a cookie allows', async () => {
    const { cookie, email, password } = await server.signUp()
    for (const path of ['/auth/refresh-token', '//AUTH//refresh-token/', '/auth/refresh%2dtoken']) {
      const answer = await server.request(path, { method: 'POST', headers: from(page, { cookie }) })
      expect([answer.status, corsOf(answer)]).toEqual([403, []])
      expect((await preflight(page, path)).status).toBe(403)
    }
    const entered = await server.request('/auth/signin', {
      method: 'POST',
      body: { email, password },
      headers: from(page),
    })
    expect([entered.status, entered.headers['set-cookie']]).toEqual([200, undefined])
    expect(entered.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it.each([
    'https://evil.example',
    `${page}.evil.example`,
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com.',
    'null',
  ])('are exactly those that were named, not %s', async (origin) => {
    const answers = [await preflight(origin, rows()), await server.request(rows(), { token, headers: from(origin) })]
    for (const answer of answers) expect([answer.status, corsOf(answer)]).toEqual([403, []])
  })
})

describe('OPTIONS', () => {
  it.each([
    ['/health', ['GET']],
    ['/auth/signin', ['POST']],
    ['/nc/nothing/api/v1/t', ['GET', 'POST']],
    ['/nc/nothing/api/v1/t/1', ['GET', 'PUT', 'DELETE']],
  ])('of %s says which methods there are', async (path, methods) => {
    const answer = await server.request(path, { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    for (const method of [...methods, 'OPTIONS']) expect(answer.headers.allow?.split(', ')).toContain(method)
  })

  it('of what is not there is 404', async () => {
    expect((await server.request('/nowhere', { method: 'OPTIONS' })).status).toBe(404)
  })
})

describe('the request line', () => {
  const host = (): string => `127.0.0.1:${server.server.port}`

  it('may hold the whole address', async () => {
    const text = `GET http://${host()}/health HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`
    expect(await raw(text)).toContain('{"status":"ok"}')
  })

  it('with an unknown method is answered like any wrong method', async () => {
    const answer = await raw(`BREW /health HTTP/1.1\r\nHost: ${host()}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/)
    expect(answer).toMatch(/\r\nAllow: .*GET/)
    expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"')
  })

  it.each(['Host: a', 'host: 127.0.0.1', 'HOST:'])('comes with one Host, not also with %s', async (second) => {
    for (const lines of [`Host: ${host()}\r\n${second}`, `${second}\r\nHost: ${host()}`]) {
      const answer = await raw(`GET ${rows()} HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    }
  })
})

describe('pipelined requests', () => {
  it('see what the ones before them wrote, and nothing of the ones after them', async () => {
    const host = `Host: 127.0.0.1:${server.server.port}\r\nxc-auth: ${token}`
    const before = Number(((await server.request(rows('/count'), { token })).json as { count: number }).count)
    const body = '{"title":"pipelined"}'
    const write = `POST ${rows()} HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const read = (end = ''): string => `GET ${rows('/count')} HTTP/1.1\r\n${host}\r\n${end}\r\n`
    const counts = async (text: string): Promise<number[]> =>
      [...(await raw(text)).matchAll(/\{"count":(\d+)\}/g)].map(([, count]) => Number(count))
    const close = 'Connection: close\r\n'
    expect(await counts(`${write}${read()}${write}${write}${read(close)}`)).toEqual([before + 1, before + 3])

    const rounds = 100
    const reads = read().repeat(3)
    const seen = Array.from({ length: rounds }, (_, at) => Array<number>(3).fill(before + 4 + at)).flat()
    expect(await counts(`${(write + reads).repeat(rounds)}${read(close)}`)).toEqual([...seen, before + 3 + rounds])
  })
})

describe('a client that reads nothing', () => {
  it('is given up, with the answer that waits for it, and others are served', { tags: ['nightly'] }, async () => {
    const title = 'x'.repeat(4 * 1024 * 1024)
    const ids: unknown[] = []
    for (let n = 0; n < 8; n += 1) {
      const made = await server.request(rows(), { method: 'POST', token, body: { title } })
      ids.push((made.json as { id: number }).id)
    }
    const socket = connect(server.server.port, '127.0.0.1')
    let failure: NodeJS.ErrnoException | undefined
    socket.on('error', (error) => (failure = error))
    socket.pause()
    socket.write(
      `GET ${rows('?sort=-id&limit=8')} HTTP/1.1\r\nHost: 127.0.0.1:${server.server.port}\r\nxc-auth: ${token}\r\n\r\n`,
    )
    // A client that reads nothing notices the end of a connection only when it sends.
    await expect.poll(() => (socket.write('\r\n'), failure?.code), { timeout: 20_000, interval: 1_000 }).toMatch(/^E/)
    expect((await server.request(rows('/count'), { token })).status).toBe(200)
    for (const id of ids) await server.request(rows(`/${String(id)}`), { method: 'DELETE', token })
  })
})

/** Sends raw bytes, and returns the response until the server ends the connection. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.server.port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
    socket.on('close', () => resolve(answer))
  })
}
