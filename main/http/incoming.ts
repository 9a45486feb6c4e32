import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Normalizes requests before routing: the absolute form of the request line (RFC 9112 §3.2.2), empty bodies of any
 * type, and pipelined requests, which see earlier writes.
 */
export function readIncoming(answer: Answer): Answer {
  const lastWrite = new WeakMap<Socket, ServerResponse>()
  return (request, response) => {
    readAddress(request)
    forgetEmptyType(request)
    const { socket, method = '' } = request
    const before = lastWrite.get(socket)
    if (!readingMethods.has(method)) lastWrite.set(socket, response)
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
