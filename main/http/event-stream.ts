import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

export const eventStreamType = 'text/event-stream'
/** A line now and then: proxies and clients take a silent connection for a dead one. */
const pulseEveryMs = 15_000

/** Sends texts as server-sent events until they end, the caller leaves or the server stops. */
export type SendEvents = (reply: FastifyReply, texts: AsyncIterable<string>) => FastifyReply

/** Emits an opening line, so that clients know that the stream is ready. */
async function* withOpening(texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield ':\n\n'
  yield* texts
}

/** Streams of one server: they never end by themselves. */
export interface EventStreams {
  readonly send: SendEvents
  /** Sends live updates. */
  readonly sendLive: SendEvents
  /** True for the response of a stream. */
  readonly isStream: (response: ServerResponse) => boolean
  /** Ends all streams, and each new one at once: their clients connect again, to another server. */
  readonly end: () => void
  /** Returns the number of open streams of live updates. */
  readonly liveCount: () => number
}

export function eventStreams(app: FastifyInstance): EventStreams {
  const streams = new Set<Readable>()
  const live = new Set<Readable>()
  const responses = new WeakSet<ServerResponse>()
  let isEnded = false
  const end = (): void => {
    isEnded = true
    for (const stream of streams) stream.push(null)
  }
  app.addHook('preClose', (done) => {
    end()
    done()
  })
  const sendAs = (reply: FastifyReply, texts: AsyncIterable<string>, isLive: boolean): FastifyReply => {
    const stream = Readable.from(withOpening(texts), { objectMode: false })
    streams.add(stream)
    if (isLive) live.add(stream)
    responses.add(reply.raw)
    const pulse = setInterval(() => stream.push(':\n\n'), pulseEveryMs)
    stream.once('close', () => {
      clearInterval(pulse)
      streams.delete(stream)
      live.delete(stream)
    })
    if (isEnded) stream.push(null)
    return reply.code(200).type(`${eventStreamType}; charset=utf-8`).header('cache-control', 'no-cache').send(stream)
  }
  return {
    send: (reply, texts) => sendAs(reply, texts, false),
    sendLive: (reply, texts) => sendAs(reply, texts, true),
    isStream: (response) => responses.has(response),
    end,
    liveCount: () => live.size,
  }
}
