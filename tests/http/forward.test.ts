import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { AppError } from '@common/errors'
import { addMultipart } from '@main/http/attachments'
import { addErrorAnswers } from '@main/http/errors'
import { createForward, type Peers } from '@main/http/forward'
import { addJsonBody } from '@main/http/json-body'
import { addPackedBody } from '@main/http/packed-body'
import { StoredElsewhere } from '@main/lib/stored-elsewhere'
import { createLog } from '@main/lib/log'
import { sendRequest, type Answer, type RequestOptions } from '@tests/helpers/request'
import { until } from '@tests/helpers/until'
import fastify from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'

type Listed = Awaited<ReturnType<Peers['others']>>[number]

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

/** Another server, with answers of its own. */
async function startPeer(answer: RequestListener): Promise<Listed> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret: 'of the other' }
}

/** A server that knows no import and no template run, and passes requests on. Silences are short. */
async function startForwarding(listed: () => readonly Listed[] | Promise<never>) {
  const warnings: unknown[] = []
  const log = { warn: (...line: unknown[]) => void warnings.push(line) }
  const peers: Peers = { others: async () => listed(), isOurs: (secret) => secret === 'ours' }
  const forward = createForward(peers, log as never, { connectMs: 5_000, silentMs: 100 })
  if (forward === undefined) throw new Error('Nothing is passed on')
  const app = fastify()
  addPackedBody(app)
  addJsonBody(app)
  await addMultipart(app, () => false)
  addErrorAnswers(app, createLog('silent'), () => [], forward)
  app.post('/error', () => {
    throw new AppError('IMPORT_NOT_FOUND')
  })
  app.post('/output', async (request, reply) => {
    const output = { phase: 'unknown' }
    return (await forward.afterOutput('templateRunRead', output, request, reply)) ? reply : output
  })
  app.post('/poll', async (request, reply) => {
    const output = { list: [], running: null }
    return (await forward.afterOutput('snapshotList', output, request, reply)) ? reply : output
  })
  app.post('/snapshot', () => {
    throw new AppError('SNAPSHOT_NOT_FOUND')
  })
  app.post('/snapshot-file', () => {
    throw new AppError('SNAPSHOT_NOT_FOUND', {}, { cause: new StoredElsewhere() })
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => app.close())
  const post = (path: string, init: RequestOptions = {}): Promise<Answer> =>
    sendRequest(origin, path, { method: 'POST', body: {}, ...init })
  return { origin, post, warnings }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const json = { 'content-type': 'application/json; charset=utf-8' }

describe('A request that is passed on', () => {
  it('is passed on once, also by a server whose address several servers claim', async () => {
    let asked = 0
    const peer = await startPeer((_request, response) => {
      asked += 1
      response.writeHead(200, json).end('{}')
    })
    const { post, warnings } = await startForwarding(() => [peer])
    for (const secret of ['ours', 'of the one before', 'of the one before']) {
      const answer = await post('/error', { headers: { 'basalt-peer': secret } })
      expect([answer.status, answer.error.code]).toEqual([404, 'IMPORT_NOT_FOUND'])
    }
    expect(asked).toBe(0)
    expect(warnings).toHaveLength(1)
    expect((await post('/error')).status).toBe(200)
    expect(asked).toBe(1)
  })

  it('ends if a server of the list leads back here', async () => {
    const listed: Listed[] = []
    const { origin, post } = await startForwarding(() => listed)
    listed.push({ address: origin, secret: 'of the one before' })
    expect((await post('/error')).error.code).toBe('IMPORT_NOT_FOUND')
    expect((await post('/output')).json).toEqual({ phase: 'unknown' })
  })

  it('does not wait for a server that accepts it and never answers', async () => {
    let asked = 0
    const peer = await startPeer(() => (asked += 1))
    const listed = [peer]
    const { post, warnings } = await startForwarding(() => listed)
    expect((await post('/output')).json).toEqual({ phase: 'unknown' })
    // A stopped server leaves the list.
    const before = asked
    const waiting = post('/error')
    await until(() => asked > before)
    listed.pop()
    expect((await waiting).error.code).toBe('IMPORT_NOT_FOUND')
    expect(warnings).toHaveLength(1)
  })

  it('waits for a server that is alive and works long', async () => {
    const peer = await startPeer((_request, response) => {
      setTimeout(() => response.writeHead(200, json).end('{"done":true}'), 500)
    })
    const { post } = await startForwarding(() => [peer])
    expect((await post('/error')).json).toEqual({ done: true })
  })

  it('gets a long answer, and the error of a server that knows the work', async () => {
    const rows = JSON.stringify(['x'.repeat(5_000_000)])
    const busy = await startPeer((_request, response) => response.writeHead(200, json).end(rows))
    const { post } = await startForwarding(() => [busy])
    const { status, text } = await post('/error')
    expect([status, text.length]).toEqual([200, rows.length])
    const refusing = await startPeer((_request, response) =>
      response.writeHead(409, json).end('{"code":"IMPORT_RUNS"}'),
    )
    const unknowing = await startPeer((_request, response) =>
      response.writeHead(404, json).end('{"code":"IMPORT_NOT_FOUND"}'),
    )
    const other = await startForwarding(() => [unknowing, refusing])
    const refused = await other.post('/error')
    expect([refused.status, refused.error.code]).toEqual([409, 'IMPORT_RUNS'])
  })

  it('arrives decompressed, with headers that say so', async () => {
    const peer = await startPeer((request, response) => {
      const encoding = request.headers['content-encoding'] ?? null
      void bodyOf(request).then((body) => response.writeHead(200, json).end(JSON.stringify({ encoding, body })))
    })
    const { post } = await startForwarding(() => [peer])
    const text = gzipSync('{"id":"1"}')
    const headers = {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': `${text.length}`,
    }
    expect((await post('/error', { text, headers })).json).toEqual({ encoding: null, body: '{"id":"1"}' })
  })

  it('goes to the next server if one fails, which the log says once', async () => {
    const working = await startPeer((_request, response) => response.writeHead(200, json).end('{}'))
    const broken = { address: 'https://127.0.0.1:1', secret: 'x' }
    const { post, warnings } = await startForwarding(() => [broken, working])
    expect((await post('/error')).status).toBe(200)
    expect((await post('/error')).status).toBe(200)
    expect(warnings).toEqual([[expect.objectContaining({ address: broken.address }), expect.any(String)]])
  })

  it('may be sent again if a server that is alive may know the work, or the list is away', async () => {
    const unknowing = await startPeer((_request, response) =>
      response.writeHead(404, json).end('{"code":"IMPORT_NOT_FOUND"}'),
    )
    const breaking = await startPeer((request) => void request.socket.destroy())
    const endless = await startPeer((_request, response) => response.writeHead(500, json).end('x'.repeat(5_000_000)))
    for (const peer of [breaking, endless]) {
      const { post } = await startForwarding(() => [peer, unknowing])
      const answer = await post('/error')
      expect([answer.status, answer.error.code]).toEqual([503, 'SERVER_UNREACHABLE'])
      expect(answer.headers['retry-after']).toBe('1')
      expect((await post('/output')).json).toEqual({ phase: 'unknown' })
    }
    const away = await startForwarding(() => Promise.reject(new Error('The list is away')))
    expect((await away.post('/error')).status).toBe(503)
    expect((await away.post('/output')).json).toEqual({ phase: 'unknown' })
  })

  it('is gone with a server that ended', async () => {
    const ended = await startPeer(() => undefined)
    for (const close of closing.splice(0)) await close()
    const { post } = await startForwarding(() => [ended])
    const answer = await post('/error')
    expect([answer.status, answer.error.code]).toEqual([404, 'IMPORT_NOT_FOUND'])
  })

  it('asks all servers at once if this one has an answer too', async () => {
    const waiting: (() => void)[] = []
    // Answers once both were asked.
    const answering = (phase: string): RequestListener => {
      return (_request, response) => {
        waiting.push(() => void response.writeHead(200, json).end(JSON.stringify({ phase })))
        if (waiting.length === 2) for (const answer of waiting) answer()
      }
    }
    const page = await startPeer((_request, response) => response.writeHead(200).end('a page'))
    const peers = [page, await startPeer(answering('unknown')), await startPeer(answering('rows'))]
    const { post, warnings } = await startForwarding(() => peers)
    expect((await post('/output')).json).toEqual({ phase: 'rows' })
    expect(warnings).toEqual([])
  })

  it('asks others once a second about work that windows poll, until one has some', async () => {
    let asked = 0
    let running: unknown = null
    const peer = await startPeer((_request, response) => {
      asked += 1
      response.writeHead(200, json).end(JSON.stringify({ list: [], running }))
    })
    const { post } = await startForwarding(() => [peer])
    const poll = async () => (await post('/poll?project=one')).json
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    for (let window = 0; window < 5; window += 1) expect(await poll()).toEqual({ list: [], running: null })
    expect(asked).toBe(1)
    expect((await post('/poll?project=two')).json).toEqual({ list: [], running: null })
    expect(asked).toBe(2)
    clock.mockReturnValue(11_001)
    running = { title: 'Nightly', rows: 5 }
    for (let window = 0; window < 3; window += 1) expect(await poll()).toEqual({ list: [], running })
    expect(asked).toBe(5)
  })

  it('is about a file of another server, not about a snapshot that is nowhere', async () => {
    let asked = 0
    const peer = await startPeer((_request, response) => {
      asked += 1
      response.writeHead(200, json).end('{}')
    })
    const { post } = await startForwarding(() => [peer])
    expect((await post('/snapshot')).error.code).toBe('SNAPSHOT_NOT_FOUND')
    expect(asked).toBe(0)
    expect((await post('/snapshot-file')).status).toBe(200)
  })
})
