import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound } from '@main/features/outbound'
import { systemClock } from '@main/lib/clock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

describe('requests to other servers', () => {
  let server: Server
  let other: Server
  let port: number
  let otherPort: number
  let allowed: string[]
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const outbound = createOutbound({ clock: systemClock, allowedHosts: () => Promise.resolve(allowed) })

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      if (url === '/never') return
      if (url === '/large') return void response.end('x'.repeat(5_000))
      const [, status, target] = /^\/to\/(\d+)\/(.*)$/.exec(url) ?? []
      if (status !== undefined) return void response.writeHead(Number(status), { location: target }).end()
      response.writeHead(201, 'Made', { 'set-cookie': ['a=1', 'b=2'] }).end('hello')
    })
  }
  const listen = async (): Promise<Server> => {
    const made = createServer(answer)
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
    return made
  }
  const portOf = (made: Server): number => (made.address() as AddressInfo).port

  beforeAll(async () => {
    server = await listen()
    other = await listen()
    port = portOf(server)
    otherPort = portOf(other)
  })
  afterAll(() => {
    for (const each of [server, other]) {
      each.closeAllConnections()
      each.close()
    }
  })
  beforeEach(() => {
    allowed = [`127.0.0.1:${port}`]
    seen.length = 0
  })

  it('send method, headers and body, and return everything of the answer', async () => {
    const found = await outbound.send({
      method: 'POST',
      url: `http://127.0.0.1:${port}/here?a=1`,
      headers: [
        ['X-One', 'first'],
        ['x-one', 'second'],
      ],
      body: 'gö',
    })
    expect(found).toMatchObject({ status: 201, statusText: 'Made', isCut: false })
    expect(found.body.toString()).toBe('hello')
    expect(found.headers).toContainEqual(['set-cookie', 'a=1'])
    expect(found.headers).toContainEqual(['set-cookie', 'b=2'])
    expect(seen).toMatchObject([
      { method: 'POST', url: '/here?a=1', body: 'gö', headers: { 'x-one': 'first, second', 'content-length': '3' } },
    ])
  })

  it.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://[::1]',
    'http://0x7f000001',
    'http://[::ffff:127.0.0.1]',
    'http://169.254.169.254',
    'http://10.0.0.1',
    'http://0.0.0.0',
  ])('do not reach %s unless a super admin allows it', async (host) => {
    allowed = []
    const url = `${host}:${port}/`
    await expect(outbound.send({ method: 'GET', url })).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' })
    expect(seen).toEqual([])
  })

  it.each(['localhost', '127.0.0.1'])('reach the allowed host %s at any port', async (host) => {
    allowed = [host]
    expect((await outbound.send({ method: 'GET', url: `http://${host}:${port}/` })).status).toBe(201)
    allowed = [`${host}:1`]
    await expect(outbound.send({ method: 'GET', url: `http://${host}:${port}/` })).rejects.toMatchObject({
      code: 'OUTBOUND_FORBIDDEN',
    })
  })

  it('check the host of each redirect', async () => {
    const url = `http://127.0.0.1:${port}/to/302/http://127.0.0.1:${otherPort}/secret`
    await expect(outbound.send({ method: 'GET', url })).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' })
    expect(seen.map((each) => each.url)).not.toContain('/secret')
  })

  it('leave secrets behind when a redirect leads to another origin', async () => {
    allowed = ['127.0.0.1']
    const headers = [
      ['authorization', 'Bearer secret'],
      ['content-type', 'text/plain'],
    ] as const
    const url = `http://127.0.0.1:${port}/to/307/http://127.0.0.1:${otherPort}/there`
    await outbound.send({ method: 'PUT', url, headers, body: 'text' })
    expect(seen[1]).toMatchObject({ method: 'PUT', url: '/there', body: 'text' })
    expect(seen[1]?.headers).toMatchObject({ 'content-type': 'text/plain' })
    expect(seen[1]?.headers.authorization).toBeUndefined()
    await outbound.send({ method: 'POST', url: `http://127.0.0.1:${port}/to/303/here`, headers, body: 'text' })
    expect(seen[3]).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer secret' } })
  })

  it('end a loop of redirects with the last answer', async () => {
    const loop = `http://127.0.0.1:${port}/to/302/`
    expect((await outbound.send({ method: 'GET', url: loop })).status).toBe(302)
    expect(seen).toHaveLength(6)
    expect((await outbound.send({ method: 'GET', url: loop, redirectsMax: 0 })).status).toBe(302)
    expect(seen).toHaveLength(7)
  })

  it('read no more than the limit', async () => {
    const found = await outbound.send({ method: 'GET', url: `http://127.0.0.1:${port}/large`, bodyMax: 100 })
    expect([found.body.length, found.isCut]).toEqual([100, true])
  })

  it('end after the limit of time, and with their caller', async () => {
    const url = `http://127.0.0.1:${port}/never`
    await expect(outbound.send({ method: 'GET', url, timeoutMs: 30 })).rejects.toMatchObject({
      code: 'OUTBOUND_TIMEOUT',
    })
    const caller = new AbortController()
    const sent = outbound.send({ method: 'GET', url, signal: caller.signal })
    caller.abort()
    await expect(sent).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' })
  })

  it.each([['host'], ['Content-Length'], ['bad name'], ['x-two\r\nx-three']])('refuse the header %j', async (name) => {
    const sent = outbound.send({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers: [[name, '1']] })
    await expect(sent).rejects.toMatchObject({ code: 'OUTBOUND_HEADER_INVALID' })
    expect(seen).toEqual([])
  })

  it.each(['file:///etc/passwd', 'ftp://example.com', 'nonsense', 'http://user:secret@example.com', ''])(
    'refuse the address %j',
    async (url) => {
      await expect(outbound.send({ method: 'GET', url })).rejects.toMatchObject({ code: 'OUTBOUND_ADDRESS_INVALID' })
    },
  )

  it('say why a host does not answer', async () => {
    allowed = ['127.0.0.1']
    const closed = await listen()
    const url = `http://127.0.0.1:${portOf(closed)}/`
    await new Promise((resolve) => closed.close(resolve))
    await expect(outbound.send({ method: 'GET', url })).rejects.toMatchObject({
      code: 'OUTBOUND_FAILED',
      details: { reason: { key: 'server.outbound.refused' } },
    })
  })
})
