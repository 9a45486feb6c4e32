import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { FastLane } from './fast-lane'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Puts `readIncoming` before the router. @param lane  answers some requests instead of the router, until the server closes */
export function addIncoming(app: FastifyInstance, lane?: FastLane): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  const { server } = app
  const routed = server.listeners('request') as Answer[]
  server.removeAllListeners('request')
  server.on(
    'request',
    readIncoming((request, response) => {
      if (!closing && lane?.(request, response) === true) return
      for (const listener of routed) listener.call(server, request, response)
    }),
  )
}

/** The latest requests of a connection. Responses are sent in order: when one has closed, those before it have too. */
interface Latest {
  response: ServerResponse
  write: ServerResponse | undefined
}

/**
 * Normalizes requests before routing: the absolute form of the request line (RFC 9112 §3.2.2) and empty bodies of any
 * type. Pipelined writes run alone (RFC 9112 §9.3.2), so a read sees all writes before it and none after it.
 */
export function readIncoming(answer: Answer): Answer {
  const latest = new WeakMap<Socket, Latest>()
  return (request, response) => {
    readAddress(request)
    forgetEmptyType(request)
    const { socket, method = '' } = request
    const isRead = readingMethods.has(method)
    const last = latest.get(socket)
    const before = isRead ? last?.write : last?.response
    if (last === undefined) latest.set(socket, { response, write: isRead ? undefined : response })
    else {
      last.response = response
      if (!isRead) last.write = response
    }
    if (before === undefined || before.closed) return answer(request, response)
    before.once('close', () => {
      if (!socket.destroyed) answer(request, response)
    })
  }
}

/** Leaves an address unchanged if it differs from the Host header; the guards reject it. */
function readAddress(request: IncomingMessage): void {
  const [, authority, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? []
  if (authority === undefined || path === undefined) return
  if (authority.toLowerCase() !== request.headers.host?.toLowerCase()) return
  request.url = path.startsWith('/') ? path : `/${path}`
}

/** Clients such as axios send the type of a form with an empty body. */
function forgetEmptyType({ headers }: IncomingMessage): void {
  if (headers['content-length'] !== '0' || headers['transfer-encoding'] !== undefined) return
  delete headers['content-type']
  delete headers['content-encoding']
}
