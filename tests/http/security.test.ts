import { connect } from 'node:net'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

let server: TestServer
let token: string
let rendererFolder: string

beforeAll(async () => {
  rendererFolder = await mkdtemp(join(tmpdir(), 'basalt-renderer-'))
  await mkdir(join(rendererFolder, 'assets'))
  await writeFile(join(rendererFolder, 'index.html'), '<!doctype html><title>Basalt</title>')
  await writeFile(join(rendererFolder, 'assets', 'index-AbCd1234.js'), 'export {}')
  await writeFile(join(rendererFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(rendererFolder, '.secret'), 'secret')
  server = await startServer({ rendererFolder, allowedHosts: ['basalt.example', 'proxy.example:8443'] })
  token = (await server.signUp()).token
})
afterAll(async () => {
  await server.close()
  await rm(rendererFolder, { recursive: true, force: true })
})

const port = (): number => server.server.port

describe('host names', () => {
  it.each([
    () => `127.0.0.1:${port()}`,
    () => `localhost:${port()}`,
    () => `LOCALHOST:${port()}`,
    () => `[::1]:${port()}`,
    () => 'basalt.example',
    () => 'basalt.example:1234',
    () => 'proxy.example:8443',
  ])('are answered when they are ours (%#)', async (host) => {
    expect((await server.request('/health', { headers: { host: host() } })).status).toBe(200)
  })

  it.each([
    () => 'evil.example',
    () => `evil.example:${port()}`,
    () => 'localhost',
    () => `localhost:${port() + 1}`,
    () => '127.0.0.1',
    () => `127.0.0.1.evil.example:${port()}`,
    () => `localhost.:${port()}`,
    () => 'proxy.example',
    () => `127.0.0.1:${port()}@evil.example`,
  ])('are refused when they are not (%#), before anything else', async (host) => {
    for (const path of ['/health', '/dashboard/', '/user/me', '/nowhere', '/nc/p/api/v1/t', '/%zz']) {
      const answer = await server.request(path, { token, headers: { host: host() } })
      expect(answer.status).toBe(403)
      expect(answer.error.code).toBe('HOST_NOT_ALLOWED')
    }
  })

  it('are needed', async () => {
    const answer = await raw('GET /health HTTP/1.0\r\n\r\n')
    expect(answer).toContain(' 403 ')
  })
})

describe('pages of others', () => {
  const foreign = (): string[] => [
    'http://evil.example',
    'null',
    `http://localhost:${port() + 1}`,
    `http://127.0.0.1`,
    `http://127.0.0.1:${port()}.evil.example`,
    'file://',
    'chrome-extension://abc',
  ]

  it('can neither read nor write, whatever the token', async () => {
    for (const origin of foreign()) {
      const headers = { origin }
      const answers = [
        await server.request('/user/me', { token, headers }),
        await server.request('/health', { headers }),
        await server.request('/auth/signin', { method: 'POST', body: {}, headers }),
        await server.request('/dashboard/', { method: 'POST', token, body: { api: 'projectList' }, headers }),
        await server.request('/dashboard/auth/type', { headers }),
        await server.request('/dashboard/AUTH/type', { headers }),
        await server.request('/dashboard//%61uth/type/', { headers }),
        await server.request('/nc/p/api/v1/t', { token, headers }),
        await server.request('/nc/p/api/v1/t', { method: 'DELETE', token, headers }),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(403)
        expect(answer.error.code).toBe('ORIGIN_NOT_ALLOWED')
      }
    }
  })

  it('get no leave from a preflight', async () => {
    for (const origin of [...foreign(), server.origin]) {
      const answer = await server.request('/auth/signin', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'xc-auth' },
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('may load a file of the interface, which tells nothing, without leave to read it', async () => {
    const answer = await server.request('/dashboard/favicon.svg', { headers: { origin: 'http://evil.example' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(answer.headers.vary).toContain('Origin')
  })

  it('are told from ours', async () => {
    for (const origin of [server.origin, `http://localhost:${port()}`, 'https://basalt.example'])
      expect((await server.request('/user/me', { token, headers: { origin } })).status).toBe(200)
  })
})

describe('forms of other pages', () => {
  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'text/json', ''])(
    'cannot send anything as %s',
    async (type) => {
      for (const text of ['{"api":"projectList"}', 'api=projectList'])
        for (const path of ['/dashboard/', '/auth/signin', '/nc/p/api/v1/t']) {
          const headers: Record<string, string> = { 'content-length': String(text.length), 'content-type': type }
          const answer = await server.request(path, { method: 'POST', token, text, headers })
          expect(answer.status).toBe(415)
          expect(answer.error.code).toBe('CONTENT_TYPE_UNSUPPORTED')
        }
    },
  )

  it.each(['application/x-www-form-urlencoded', 'text/plain'])(
    'may send nothing at all as %s: an empty body needs no type',
    async (type) => {
      const { token: own, cookie } = await server.signUp()
      const headers = { 'content-type': type, 'content-length': '0', cookie }
      const renewed = await server.request('/auth/refresh-token', { method: 'POST', headers })
      expect(renewed.status).toBe(200)
      const ended = await server.request('/auth/signout', { method: 'POST', token: own, headers })
      expect(ended.json).toEqual({ msg: 'Success' })
      expect((await server.request('/user/me', { token: own })).json).toEqual({ roles: { guest: true } })
    },
  )
})

describe('answers', () => {
  it('of every kind carry the protective headers and no name of the server', async () => {
    for (const path of [
      '/',
      '/health',
      '/dashboard/',
      '/dashboard/favicon.svg',
      '/user/me',
      '/nowhere',
      '/auth/signin',
      '/%zz',
    ]) {
      const answer = await server.request(path)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/)
      expect(answer.headers.server ?? answer.headers['x-powered-by']).toBeUndefined()
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('to a browser that asks for an icon are no error', async () => {
    expect((await server.request('/favicon.ico')).status).toBe(204)
  })

  it('with data are not kept anywhere', async () => {
    for (const path of ['/user/me', '/auth/type', '/nowhere', '/nc/p/api/v1/t'])
      expect((await server.request(path, { token })).headers['cache-control']).toBe('no-store')
  })
})

describe('the interface', () => {
  it('is found from the root', async () => {
    const answer = await server.request('/')
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe('/dashboard/')
  })

  it('may run its own scripts only, and in no frame', async () => {
    for (const path of ['/dashboard', '/dashboard/', '/Dashboard/', '/dashboard/index.html']) {
      const answer = await server.request(path)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      const policy = answer.headers['content-security-policy'] ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe-eval')
      expect(answer.headers['x-frame-options']).toBe('DENY')
    }
  })

  it('is cached by browsers where a name can never change its content', async () => {
    const hashed = await server.request('/dashboard/assets/index-AbCd1234.js')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers['content-type']).toMatch(/javascript/)
    expect((await server.request('/dashboard/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it.each([
    '/dashboard/../package.json',
    '/dashboard/%2e%2e/%2e%2e/etc/passwd',
    '/dashboard/..%2f..%2fetc/passwd',
    '/dashboard/assets/..%5c..%5cx',
    '/dashboard/.secret',
    '/dashboard/%00',
    '/dashboard/assets/',
    '/dashboard/assets',
    '/dashboard/missing.js',
  ])('keeps to its folder: %s', async (path) => {
    const answer = await server.request(path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.error.code).toBeTypeOf('string')
    expect(answer.text).not.toContain('secret')
  })

  it('says honestly when it has not been built', async () => {
    const bare = await startServer()
    try {
      const answer = await bare.request('/dashboard/')
      expect(answer.status).toBe(503)
      expect(answer.text).toContain('npm run build')
    } finally {
      await bare.close()
    }
  })
})

describe('broken requests', () => {
  it.each([
    ['GET /health HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n', 400, 'REQUEST_MALFORMED'],
    ['NONSENSE\r\n\r\n', 400, 'REQUEST_MALFORMED'],
    ['POST /auth/signin HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n', 400, 'REQUEST_MALFORMED'],
    [
      'POST /auth/signin HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
      'REQUEST_MALFORMED',
    ],
    [`GET /health HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ])('are answered in our words (%#)', async (text, status, code) => {
    const answer = await raw(text)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain(`"code":"${code}"`)
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
  })

  it('do not name another place in the address', async () => {
    const answer = await raw(
      `GET http://evil.example/health HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toContain(' 400 ')
  })

  it('leave the server serving', async () => {
    expect((await server.request('/health')).status).toBe(200)
  })
})

describe('limits', () => {
  it('of the address', async () => {
    const answer = await server.request(`/user/me?project_id=${'x'.repeat(17_000)}`)
    expect(answer.status).toBe(414)
    expect(answer.error.code).toBe('URL_TOO_LONG')
  })

  it('of the headers', async () => {
    const answer = await server.request('/user/me', { headers: { 'x-much': 'x'.repeat(17_000) } })
    expect(answer.status).toBe(431)
    expect(answer.error.code).toBe('HEADERS_TOO_LARGE')
  })

  it('of the body', async () => {
    const text = JSON.stringify({ api: 'projectList', args: { x: 'x'.repeat(11 * 1024 * 1024) } })
    // The response may arrive before the body is sent: then the connection ends during the upload.
    const code = await server.request('/dashboard/', { method: 'POST', token, text }).then(
      (answer) => answer.error.code,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect(['BODY_TOO_LARGE', 'ECONNRESET', 'EPIPE']).toContain(code)
    expect((await server.request('/health')).status).toBe(200)
  })

  it('of the depth of JSON', async () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    const send = (depth: number): Promise<Answer> =>
      server.request('/dashboard/', { method: 'POST', token, text: `{"api":"x","args":${nested(depth)}}` })
    expect((await send(60)).error.code).toBe('OPERATION_NOT_FOUND')
    expect((await send(64)).error.code).toBe('INPUT_INVALID')
    expect((await send(1_000_000)).error.code).toBe('INPUT_INVALID')
    expect((await send(0)).status).toBe(400)
  })
})

describe('names that programs misuse', () => {
  it.each([
    '{"__proto__":{"isSuperAdmin":true},"api":"projectList"}',
    '{"api":"projectList","args":{"__proto__":{"x":1}}}',
    '{"api":"projectList","args":{"prototype":1}}',
    '{"api":"projectList","args":{"__pr\\u006fto__":1}}',
  ])('are refused: %s', async (text) => {
    const answer = await server.request('/dashboard/', { method: 'POST', token, text })
    expect(answer.status).toBe(400)
    expect(answer.error.code).toBe('INPUT_INVALID')
    expect(({} as Record<string, unknown>)['x'] ?? ({} as Record<string, unknown>)['isSuperAdmin']).toBeUndefined()
  })

  it('mean nothing deeper in the arguments', async () => {
    for (const key of ['constructor', '__proto__']) {
      const text = `{"api":"projectList","args":{"a":[{"${key}":{"prototype":{"x":1},"x":12345678901234567890}}]}}`
      const answer = await server.request('/dashboard/', { method: 'POST', token, text })
      expect([answer.status, answer.headers['basalt-ignored']]).toEqual([200, 'a'])
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('mean nothing in an address', async () => {
    const answer = await server.request('/user/me?__proto__=1&constructor=2', { token })
    const plain = await server.request('/user/me', { token })
    expect([answer.status, answer.text]).toEqual([plain.status, plain.text])
  })

  it('mean nothing as the name of an operation', async () => {
    for (const api of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'authSignIn', 'userMe'])
      expect((await server.request('/dashboard/', { method: 'POST', token, body: { api, args: {} } })).error.code).toBe(
        'OPERATION_NOT_FOUND',
      )
  })
})

/** Sends raw bytes, and returns the response until the server ends the connection. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
    socket.on('close', () => resolve(answer))
  })
}
