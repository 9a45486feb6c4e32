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
  /** Ends all streams, and each new one at once: their clients connect again, to another server. */
  readonly end: () => void
  readonly count: () => number
}

export function eventStreams(app: FastifyInstance): EventStreams {
  const streams = new Set<Readable>()
  let isEnded = false
  const end = (): void => {
    isEnded = true
    for (const stream of streams) stream.push(null)
  }
  app.addHook('preClose', (done) => {
    end()
    done()
  })
  const send: SendEvents = (reply, texts) => {
    const stream = Readable.from(withOpening(texts), { objectMode: false })
    streams.add(stream)
    const pulse = setInterval(() => stream.push(':\n\n'), pulseEveryMs)
    stream.once('close', () => {
      clearInterval(pulse)
      streams.delete(stream)
    })
    if (isEnded) stream.push(null)
    return reply.code(200).type(`${eventStreamType}; charset=utf-8`).header('cache-control', 'no-cache').send(stream)
  }
  return { send, end, count: () => streams.size }
}
