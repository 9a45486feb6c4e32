import { once } from 'node:events'
import { get, type ClientRequest } from 'node:http'
import { createConsoleLog } from '@main/lib/log'
import { randomIds } from '@main/lib/ids'
import { eventStreams } from '@main/http/event-stream'
import type { RequestFacts } from '@main/http/metrics-registry'
import { observeRequests } from '@main/http/observe'
import fastify, { type FastifyReply } from 'fastify'
import { expect, it } from 'vitest'

/** A stream that goes on until its client leaves. */
async function* endless({ raw }: FastifyReply): AsyncGenerator<string> {
  await once(raw, 'close')
  yield ''
}

async function observed() {
  const app = fastify({ forceCloseConnections: true })
  const counted: RequestFacts[] = []
  const streams = eventStreams(app)
  observeRequests(app, {
    ids: randomIds,
    log: createConsoleLog('silent').log,
    isStream: streams.isStream,
    metrics: {
      request: (facts) => counted.push(facts),
      liveLag: () => undefined,
      cacheAsked: () => undefined,
      gauge: () => undefined,
      text: () => Promise.resolve(''),
      contentType: '',
    },
  })
  app.get('/live', (_request, reply) => streams.sendLive(reply, endless(reply)))
  app.get('/subscription', (_request, reply) => streams.send(reply, endless(reply)))
  app.get('/slow', () => new Promise(() => undefined))
  app.get('/quick', () => 'here')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const open = (path: string): ClientRequest => get(`${origin}${path}`).on('error', () => undefined)
  return { app, counted, streams, origin, open }
}

const answered = (request: ClientRequest): Promise<unknown> =>
  new Promise((resolve) =>
    request.once('response', (response) => resolve(response.resume().on('error', () => undefined))),
  )

it('counts a client that leaves before its answer as 499', async () => {
  const { app, counted, origin, open } = await observed()
  await (await fetch(`${origin}/quick`)).text()
  const arrived = new Promise((resolve) => app.server.once('request', resolve))
  const left = open('/slow')
  await arrived
  left.destroy()
  await expect.poll(() => counted.map(({ status }) => status)).toEqual([200, 499])
  await app.close()
})

it('counts open live updates only, and times no stream', async () => {
  const { app, counted, streams, origin, open } = await observed()
  const requests = [open('/live'), open('/subscription')]
  await Promise.all(requests.map(answered))
  expect(streams.liveCount()).toBe(1)
  for (const request of requests) request.destroy()
  await expect.poll(() => streams.liveCount()).toBe(0)
  await (await fetch(`${origin}/quick`)).text()
  await expect.poll(() => counted.map(({ status }) => status)).toEqual([200])
  await app.close()
})
