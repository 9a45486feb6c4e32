import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '@tests/helpers/server'

/** Rows of a large list, each of about 4 kB. */
const listRows = 1_000
const listBytes = listRows * 4_096

let server: TestServer
let token: string
let rows: string
beforeAll(async () => {
  server = await startServer()
  ;({ token } = await server.signUp())
  const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Slow' }, { token })
  const columns = [
    { cn: 'id', uidt: 'ID', pk: true, ai: true },
    { cn: 'title', uidt: 'LongText' },
  ]
  await server.call('tableCreate', { tn: 'Notes', columns }, { token, projectId: id })
  rows = `/nc/${id}/api/v1/Notes`
  const body = Array.from({ length: listRows }, () => ({ title: 'x'.repeat(4_096) }))
  expect((await server.request(`${rows}/bulk`, { method: 'POST', token, body })).status).toBe(200)
})
afterAll(() => server.close())

/** A client with its own connection, which reads the start of its response and stops. */
class SlowClient {
  readonly #socket: Socket
  #readsOn = false
  received = 0
  head = ''

  constructor(path: string, clientToken: string) {
    this.#socket = connect(server.server.port, '127.0.0.1')
    this.#socket.on('error', () => undefined)
    this.#socket.on('data', (chunk: Buffer) => {
      if (this.head === '') {
        this.head = chunk.toString('latin1', 0, 12)
        if (!this.#readsOn) this.#socket.pause()
      }
      this.received += chunk.length
    })
    const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${server.server.port}`, `xc-auth: ${clientToken}`]
    this.#socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  }

  readOn(): void {
    this.#readsOn = true
    this.#socket.resume()
  }

  end(): void {
    this.#socket.destroy()
  }
}

describe('clients that do not read their answers', () => {
  it(
    'hold up no short read, and are read for no further until they do',
    { tags: ['nightly'], timeout: 90_000 },
    async () => {
      const slow = Array.from({ length: 40 }, (_, at) => new SlowClient(`${rows}?limit=${listRows - at}`, token))
      const answered = (): number => slow.filter(({ head }) => head !== '').length
      try {
        await expect.poll(answered, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
        const short = await server.request(`${rows}?limit=1&sort=-id`, { token })
        expect(short.status).toBe(200)
        // It waits for the large lists in progress, not for those in the queue.
        expect(answered()).toBeLessThan(12)

        // Time in which the server could read on for clients that don't read.
        for (let read = 0; read < 50; read += 1) await server.request(`${rows}?limit=1`, { token })
        expect(answered()).toBeLessThan(20)
      } finally {
        for (const client of slow) client.readOn()
      }
      await expect
        .poll(() => slow.filter(({ received }) => received > listBytes * 0.95).length, { timeout: 60_000 })
        .toBe(slow.length)
      expect(new Set(slow.map(({ head }) => head))).toEqual(new Set(['HTTP/1.1 200']))
      for (const client of slow) client.end()
    },
  )

  it('that leave while they wait make room for others', async () => {
    const slow = Array.from({ length: 20 }, (_, at) => new SlowClient(`${rows}?limit=${listRows - at}&sort=-id`, token))
    await expect.poll(() => slow.filter(({ head }) => head !== '').length, { timeout: 30_000 }).toBeGreaterThan(0)
    for (const client of slow) client.end()
    const list = await server.request(`${rows}?limit=${listRows}&offset=1`, { token })
    expect([list.status, (list.json as unknown[]).length]).toEqual([200, listRows - 1])
  })
})
