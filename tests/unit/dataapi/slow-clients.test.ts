import { EventEmitter } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@common/constants'
import { readPage, type LargeRead } from '@main/dataapi/run/large-reads'
import { readIncoming } from '@main/http/incoming'
import { PendingOutput } from '@main/http/pending-output'
import { describe, expect, it, vi } from 'vitest'

/** A response whose client has yet to read some bytes. */
function responseWith(unread: number): ServerResponse {
  return Object.assign(new EventEmitter(), { socket: { writableLength: unread } }) as unknown as ServerResponse
}

const facts = (token: string): { token: string; ip: string } => ({ token, ip: '127.0.0.1' })

describe('What clients have yet to read', () => {
  it('holds back large lists first, and every answer when it is far more, for that client alone', () => {
    const output = new PendingOutput()
    const add = (bytes: number): ServerResponse => {
      const response = responseWith(bytes)
      output.add(facts('slow'), response, bytes)
      return response
    }
    const states = (token: string): unknown[] => [output.of(facts(token)).hasRoom(), output.refusal(facts(token))?.code]
    expect(states('slow')).toEqual([true, undefined])
    const list = add(limits.pendingListBytes)
    expect(states('slow')).toEqual([false, undefined])
    const rest = add(limits.pendingClientBytes)
    expect(states('slow')).toEqual([false, 'TOO_MANY_REQUESTS'])
    expect(states('other')).toEqual([true, undefined])
    for (const response of [list, rest]) response.emit('close')
    expect(states('slow')).toEqual([true, undefined])
  })

  it('of all clients together holds back large lists', () => {
    const output = new PendingOutput()
    const bytes = limits.pendingOutputBytes / 64
    for (let at = 0; at < 64; at += 1) output.add(facts(`client ${at}`), responseWith(bytes), bytes)
    expect(output.of(facts('another')).hasRoom()).toBe(false)
    expect(output.refusal(facts('another'))).toBeUndefined()
  })
})

describe('Requests sent one after the other on one connection', () => {
  /** Sends pipelined requests without reading the responses. */
  async function pipelined(requests: number, bytes: number) {
    const output = new PendingOutput()
    const signals: AbortSignal[] = []
    const arrived = Promise.withResolvers<void>()
    const server = createServer(
      readIncoming((_request, response) => {
        const left = new AbortController()
        response.once('close', () => left.abort())
        signals.push(left.signal)
        output.add(facts('slow'), response, bytes)
        response.end(Buffer.alloc(bytes))
        if (signals.length === requests) arrived.resolve()
      }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(requests))
    await arrived.promise
    return { output, signals, client, server }
  }

  it('count, also those whose responses wait for the first one', async () => {
    const { output, client, server } = await pipelined(70, 1024 * 1024)
    expect(output.of(facts('slow')).hasRoom()).toBe(false)
    expect(output.refusal(facts('slow'))?.code).toBe('TOO_MANY_REQUESTS')
    client.destroy()
    server.close()
  })

  it('end with the connection, and nothing of them is kept', async () => {
    const { output, signals, client, server } = await pipelined(40, 1024 * 1024)
    const ended = signals.map(
      (signal) =>
        new Promise<void>((resolve) =>
          signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
        ),
    )
    client.destroy()
    await Promise.all(ended)
    expect(output.of(facts('slow')).hasRoom()).toBe(true)
    expect(output.isEmpty).toBe(true)
    server.close()
  })
})

it('Pipelined writes run alone, in order', async () => {
  const events: string[] = []
  const held: (() => void)[] = []
  const server = createServer(
    readIncoming(({ url = '' }, response) => {
      events.push(`${url} begins`)
      held.push(() => {
        events.push(`${url} ends`)
        response.end()
      })
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
  const ask = (method: string, path: string): string =>
    `${method} /${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`
  client.write(
    ['GET a', 'GET b', 'POST c', 'DELETE d', 'GET e']
      .map((each) => ask(...(each.split(' ') as [string, string])))
      .join(''),
  )
  /** Ends a request once it and no other has begun since the last one ended. */
  const end = async (at: number, ...begun: readonly string[]): Promise<void> => {
    await vi.waitUntil(() => held.length > at)
    await nextTurn()
    expect(events.splice(0)).toEqual(begun)
    held[at]?.()
  }
  await end(1, '/a begins', '/b begins')
  await end(0, '/b ends')
  await end(2, '/a ends', '/c begins')
  await end(3, '/c ends', '/d begins')
  await end(4, '/d ends', '/e begins')
  client.destroy()
  server.close()
})

describe('Large pages', () => {
  const rows = 1_000
  const callOf = (base: object, client: string, hasRoom: () => boolean = () => true): LargeRead =>
    ({ ...base, signal: new AbortController().signal, output: { client, hasRoom } }) as LargeRead

  it('are read a few at a time, clients in turn', async () => {
    const base = { database: { largeReadsAtOnce: 1 }, index: {} }
    const order: string[] = []
    const read = (name: string) => async (): Promise<string> => {
      await nextTurn()
      order.push(name)
      return 'x'.repeat(1_000_000)
    }
    const many = ['a1', 'a2', 'a3'].map((name) => readPage(callOf(base, 'a'), rows, false, read(name)))
    const one = readPage(callOf(base, 'b'), rows, false, read('b1'))
    await Promise.all([...many, one])
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('wait for their client without taking the place of others, and leave with it', async () => {
    const base = { database: { largeReadsAtOnce: 1 }, index: {} }
    let reads = false
    const slow = readPage(
      callOf(base, 'slow', () => reads),
      rows,
      false,
      async () => 'slow',
    )
    expect(await readPage(callOf(base, 'quick'), rows, false, async () => 'quick')).toBe('quick')
    reads = true
    expect(await slow).toBe('slow')

    const leaving = new AbortController()
    const left = { ...callOf({ database: base.database, index: {} }, 'left', () => false), signal: leaving.signal }
    const waiting = readPage(left, rows, false, async () => 'never')
    leaving.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' })
  })

  it('ask about the unread bytes of a client once, however many of its requests wait', async () => {
    const base = { database: { largeReadsAtOnce: 1 }, index: {} }
    let asked = 0
    let hasRoom = false
    const many = Array.from({ length: 300 }, () =>
      readPage(
        callOf(base, 'slow', () => ((asked += 1), hasRoom)),
        rows,
        false,
        async () => 'read',
      ),
    )
    const before = asked
    expect(await readPage(callOf(base, 'quick'), rows, false, async () => 'quick')).toBe('quick')
    expect(asked - before).toBeLessThan(10)
    hasRoom = true
    await Promise.all(many)
  })

  it('of few or small rows do not queue', async () => {
    const base = { database: { largeReadsAtOnce: 1 }, index: {} }
    const never = (): boolean => false
    expect(await readPage(callOf(base, 'a', never), 25, false, async () => 'few')).toBe('few')
    // Its rows turned out to be small: the next page isn't large.
    await readPage(callOf(base, 'a'), rows, false, async () => 'x'.repeat(1_000))
    expect(await readPage(callOf(base, 'a', never), rows, false, async () => 'small')).toBe('small')
  })
})
