import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerAcross, isAcross, mayCallAcross } from './cross-origin'
import type { AllowedHosts } from './hosts'

/** Headers of every response. */
export const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Origin',
} as const

/** Counts the running requests of all paths. */
export interface Gate {
  /** @returns undefined when there is room; the refusal otherwise */
  readonly enter: (response: ServerResponse) => AppError | undefined
}

export function createGate(): Gate {
  let running = 0
  return {
    enter: (response) => {
      running += 1
      // Unlike the end of the response, this also fires when the client disconnects.
      response.once('close', () => (running -= 1))
      return running > requestsAtOnce ? new AppError('TOO_MANY_REQUESTS', { seconds: 1 }) : undefined
    },
  }
}

/** Rejects requests of foreign origins before anything else. */
export function addGuards(app: FastifyInstance, hosts: AllowedHosts, gate: Gate): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everyAnswer)
    reply.header('x-request-id', request.id)
    if (isAcross(request.raw, hosts)) reply.headers(answerAcross(request.raw))
    const full = gate.enter(reply.raw)
    done(refusal(request.raw, hosts, isStaticFile(request)) ?? full)
  })
}

/** Wildcard route of the page's files. */
const staticRoute = '/dashboard/*'
/** Maximum number of concurrent requests. More would only wait and use memory; rejected clients can retry. */
const requestsAtOnce = 1_000

/** Returns why a request is rejected, whatever its target. */
export function refusal(request: IncomingMessage, hosts: AllowedHosts, isStatic = false): AppError | undefined {
  const { headers, url, rawHeaders } = request
  const path = url ?? ''
  // RFC 9112 §3.2: a proxy may use a different one of them.
  if (countOf('host', rawHeaders) > 1) return new AppError('REQUEST_MALFORMED')
  if (!hosts.host(headers.host)) return new AppError('HOST_NOT_ALLOWED')
  if (!hosts.origin(headers.origin) && !isStatic && !mayCallAcross(request, hosts))
    return new AppError('ORIGIN_NOT_ALLOWED')
  if (path.length > limits.urlBytes) return new AppError('URL_TOO_LONG', { limit: kilobytes(limits.urlBytes) })
  if (!path.startsWith('/')) return new AppError('REQUEST_MALFORMED')
  if (headerBytes(rawHeaders) > limits.headerBytes)
    return new AppError('HEADERS_TOO_LARGE', { limit: kilobytes(limits.headerBytes) })
  return undefined
}

/**
 * Files of the page contain no data, so reading them needs no guard. Decided by the matched route, not by the address.
 */
function isStaticFile(request: FastifyRequest): boolean {
  const { method, routeOptions } = request
  return (method === 'GET' || method === 'HEAD') && routeOptions.url === staticRoute
}

function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count += 1
  return count
}

function headerBytes(rawHeaders: readonly string[]): number {
  let sum = 0
  for (const part of rawHeaders) sum += part.length + 2
  return sum
}

export function kilobytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} kB`
}
