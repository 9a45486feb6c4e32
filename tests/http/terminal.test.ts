import { request, type RequestOptions } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { TerminalResponse } from '@common/terminal'
import { createTerminal, type Terminal } from '@main/terminal'
import { createFakePtys, createFakeTimers, type FakePtys, type FakeTimers } from '@tests/helpers/fake-terminal'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const origin = 'http://127.0.0.1:8080'

let ptys: FakePtys
let timers: FakeTimers
let terminal: Terminal
const ended = new Set<string>()
const clients: Socket[] = []

beforeEach(() => {
  ptys = createFakePtys()
  timers = createFakeTimers()
  ended.clear()
  terminal = createTerminal({
    port: 0,
    origins: () => [origin],
    maySpawn: async (session) => {
      if (session === 'faulty') throw new Error('The database is away')
      return session === 'super' && !ended.has(session)
    },
    onFault: () => undefined,
    spawn: ptys.spawn,
    timers,
  })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await terminal.close()
})

interface Attempt {
  readonly token?: string
  readonly origin?: string
  readonly session?: string
  readonly transport?: 'polling' | 'websocket'
}

/** Connects as a window would. @returns the socket, or the reason of the rejection */
async function connect(port: number, attempt: Attempt): Promise<Socket | string> {
  const client = io(`http://127.0.0.1:${port}`, {
    transports: [attempt.transport ?? 'websocket'],
    query: attempt.token === undefined ? {} : { token: attempt.token },
    auth: attempt.session === undefined ? {} : { session: attempt.session },
    extraHeaders: attempt.origin === undefined ? {} : { origin: attempt.origin },
    reconnection: false,
    forceNew: true,
  })
  clients.push(client)
  return new Promise((resolve) => {
    client.once('connect', () => resolve(client))
    client.once('connect_error', (error) => resolve(error.message))
  })
}

async function connected(port: number, attempt: Attempt): Promise<Socket> {
  const client = await connect(port, attempt)
  if (typeof client === 'string') throw new Error(`Refused: ${client}`)
  return client
}

/** Returns the status of a plain request with any Host; undefined if the connection ended without one. */
function statusOf(options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve) => {
    const attempt = request({ host: '127.0.0.1', ...options }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    attempt.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode)
    })
    attempt.on('error', () => resolve(undefined))
    attempt.end()
  })
}

describe.each(['polling', 'websocket'] as const)('the terminal socket over %s', (transport) => {
  it('serves our own window with the token of this launch', async () => {
    const { port, token } = await terminal.access()
    const client = await connected(port, { token, origin, session: 'super', transport })
    const heard: TerminalResponse[] = []
    const opened = new Promise<void>((resolve) => {
      client.on('res', (response: TerminalResponse) => {
        heard.push(response)
        if (response.type === 'opened') ptys.at(0).emit('hello')
        if (response.type === 'opened') ptys.at(0).end(0)
        if (response.type === 'exited') resolve()
      })
    })
    client.emit('req', { type: 'open', id: 'a', columns: 80, rows: 24 })
    await opened
    expect(heard).toEqual([
      { type: 'opened', id: 'a' },
      { type: 'output', id: 'a', data: 'hello' },
      { type: 'exited', id: 'a', code: 0 },
    ])
  })

  it.each<[string, (token: string) => Attempt]>([
    ['no token', () => ({ origin, session: 'super' })],
    ['a wrong token', () => ({ token: 'x'.repeat(43), origin, session: 'super' })],
    ['an empty token', () => ({ token: '', origin, session: 'super' })],
    ['no Origin', (token) => ({ token, session: 'super' })],
    ['a foreign Origin', (token) => ({ token, origin: 'https://example.com', session: 'super' })],
    ['the Origin of another port', (token) => ({ token, origin: 'http://127.0.0.1:3000', session: 'super' })],
    ['the Origin null', (token) => ({ token, origin: 'null', session: 'super' })],
    ['nobody signed in', (token) => ({ token, origin })],
    ['somebody who is not the super admin', (token) => ({ token, origin, session: 'owner' })],
    ['rights that cannot be looked up', (token) => ({ token, origin, session: 'faulty' })],
  ])('refuses a handshake with %s', async (_name, attempt) => {
    const { port, token } = await terminal.access()
    const result = await connect(port, { ...attempt(token), transport })
    expect(typeof result === 'string' ? 'refused' : 'connected').toBe('refused')
    expect(ptys.count()).toBe(0)
  })
})

describe('the terminal port', () => {
  it('is closed until a terminal is wanted, and closed again when nobody is connected', async () => {
    expect(terminal.isOpen()).toBe(false)
    const { port, token } = await terminal.access()
    const client = await connected(port, { token, origin, session: 'super' })
    timers.run()
    expect(terminal.isOpen()).toBe(true)
    client.disconnect()
    await expect.poll(() => (timers.run(), terminal.isOpen())).toBe(false)
    expect(await connect(port, { token, origin, session: 'super' })).toEqual(expect.any(String))
  })

  it('gives the same token for the whole launch, and another one at the next', async () => {
    const first = await terminal.access()
    await terminal.close()
    expect((await terminal.access()).token).toBe(first.token)
    const next = createTerminal({ port: 0, origins: () => [], maySpawn: async () => false, onFault: () => undefined })
    expect((await next.access()).token).not.toBe(first.token)
    await next.close()
  })

  it('answers nothing but its socket, and nothing to other programs', async () => {
    const { port, token } = await terminal.access()
    const address = `http://127.0.0.1:${port}`
    expect((await fetch(address)).status).toBe(404)
    const query = `${address}/socket.io/?EIO=4&transport=polling`
    expect((await fetch(query)).status).toBe(403)
    const foreign = await fetch(`${query}&token=${token}`, { headers: { origin: 'https://example.com' } })
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    const ours = await fetch(`${query}&token=${token}`, { headers: { origin } })
    expect(ours.headers.get('access-control-allow-origin')).toBe(origin)
    expect(ours.headers.get('vary')).toContain('Origin')
  })

  it.each(['evil.example', 'evil.example:8081', '127.0.0.1:1', '127.0.0.1'])(
    'answers nobody under the host name %s',
    async (host) => {
      const { port, token } = await terminal.access()
      const ask = (transport: string, more = {}): Promise<number | undefined> =>
        statusOf({
          port,
          path: `/socket.io/?EIO=4&transport=${transport}&token=${token}`,
          headers: { host, origin, ...more },
        })
      expect(await ask('polling')).toBe(403)
      const key = Buffer.from('sixteen bytes ok').toString('base64')
      const upgrade = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': key,
        'sec-websocket-version': 13,
      }
      expect(await ask('websocket', upgrade)).toBeUndefined()
      expect(await ask('websocket', { ...upgrade, host: `127.0.0.1:${port}` })).toBe(101)
    },
  )

  it('that is taken switches the terminal off with a sentence, until it is free', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const late = createTerminal({ port, origins: () => [origin], maySpawn: async () => true, onFault: () => undefined })
    await expect(late.access()).rejects.toMatchObject({ code: 'TERMINAL_PORT_TAKEN', details: { port } })
    await new Promise((resolve) => other.close(resolve))
    expect(await late.access()).toMatchObject({ port })
    await late.close()
  })

  it('ends its shells when the session ends or loses its rights', async () => {
    const { port, token } = await terminal.access()
    const client = await connected(port, { token, origin, session: 'super' })
    const opened = new Promise((resolve) => client.once('res', resolve))
    client.emit('req', { type: 'open', id: 'a', columns: 80, rows: 24 })
    await opened
    timers.run()
    expect(client.connected).toBe(true)
    ended.add('super')
    const gone = new Promise((resolve) => client.once('disconnect', resolve))
    await expect.poll(() => (timers.run(), ptys.at(0).calls)).toEqual(['kill'])
    await gone
  })

  it('ends every shell when it is closed', async () => {
    const { port, token } = await terminal.access()
    const client = await connected(port, { token, origin, session: 'super' })
    const opened = new Promise((resolve) => client.once('res', resolve))
    client.emit('req', { type: 'open', id: 'a', columns: 80, rows: 24 })
    await opened
    await terminal.close()
    expect(ptys.at(0).calls).toEqual(['kill'])
  })

  it.each([
    ['nothing', undefined],
    ['text', 'open'],
    ['an unknown type', { type: 'run', command: 'rm -rf /' }],
    ['a path to a program', { type: 'open', id: 'a', columns: 80, rows: 24, shell: '/bin/evil' }],
    ['a screen that is too large', { type: 'open', id: 'a', columns: 1e9, rows: 24 }],
    ['an input that is too long', { type: 'input', id: 'a', data: 'x'.repeat(100_000) }],
  ])('refuses %s as a request', async (_name, message) => {
    const { port, token } = await terminal.access()
    const client = await connected(port, { token, origin, session: 'super' })
    const answer = new Promise((resolve) => client.once('res', resolve))
    client.emit('req', message)
    expect(await answer).toMatchObject({
      type: 'failed',
      code: 'INPUT_INVALID',
      message: { key: 'errors.INPUT_INVALID' },
    })
    expect(ptys.count()).toBe(0)
  })
})
