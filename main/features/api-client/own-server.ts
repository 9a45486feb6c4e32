import type { IncomingMessage } from 'node:http'
import type { RequestMethod } from '@common/api-client/request'
import { AppError } from '@common/errors'
import type { OutboundAnswer } from '@main/features/outbound'
import { request as httpRequest } from '@main/lib/node-http'

/** `User-Agent` of requests to our own server. Requests with it can't send others. */
export const apiClientAgent = 'Basalt API client'

/** A request to our own server. */
export interface OwnRequest {
  readonly method: RequestMethod
  /** With the query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
  /** Address of the caller, for limits that count by address. */
  readonly ip: string | null
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly bodyMax: number
}

/** Headers that belong to the connection, or say where a request comes from. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-forwarded-for',
])

/**
 * Sends a request to our own server over loopback, so that it passes every check of a request. Redirects are returned,
 * not followed.
 *
 * @param origin  address of the server
 * @throws AppError OUTBOUND_HEADER_INVALID, OUTBOUND_TIMEOUT, OUTBOUND_FAILED, REQUEST_CANCELLED
 */
export async function sendToOwnServer(origin: string, request: OwnRequest): Promise<Omit<OutboundAnswer, 'ms'>> {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  try {
    const answer = await sent(origin, request, AbortSignal.any([timeout, request.signal]))
    const { body, isCut } = await bodyOf(answer, request.bodyMax)
    return {
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage ?? '',
      headers: answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? ''] as const] : [])),
      body,
      isCut,
      url: request.path,
    }
  } catch (error) {
    if (request.signal.aborted) throw new AppError('REQUEST_CANCELLED')
    if (timeout.aborted) throw new AppError('OUTBOUND_TIMEOUT', { host: new URL(origin).host })
    throw error
  }
}

function sent(origin: string, request: OwnRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { hostname, port } = new URL(origin)
  const headers = headersToSend(port, request)
  if (request.body !== undefined) headers['content-length'] = String(Buffer.byteLength(request.body))
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: hostname.replace(/^\[(.*)\]$/, '$1'),
        port,
        method: request.method,
        path: request.path,
        headers,
        agent: false,
        signal,
      },
      resolve,
    )
    outgoing.once('error', reject)
    outgoing.end(request.body)
  })
}

/** Returns the headers of a request to our own server on this port. */
export function headersToSend(port: string, request: Pick<OwnRequest, 'headers' | 'ip'>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) {
    const key = name.toLowerCase()
    if (!ownHeaders.has(key)) headers[key] = value
  }
  headers['host'] = `127.0.0.1:${port === '' ? '80' : port}`
  headers['user-agent'] = apiClientAgent
  headers['accept-encoding'] = 'identity'
  if (request.ip !== null && request.ip !== '') headers['x-forwarded-for'] = request.ip
  return headers
}

async function bodyOf(
  answer: IncomingMessage,
  bodyMax: number,
): Promise<{ readonly body: Buffer; readonly isCut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop ends the connection.
    if (size > bodyMax) break
  }
  return { body: Buffer.concat(chunks).subarray(0, bodyMax), isCut: size > bodyMax }
}
