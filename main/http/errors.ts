import type * as Http from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@common/constants'
import { AppError, errorCatalogue, type ErrorCode } from '@common/errors'
import { tagOfLanguage } from '@common/messages'
import { lazyPackage } from '@main/lib/lazy-package'
import type { Log } from '@main/lib/log'
import { languageOfHeader } from '@main/lib/languages'
import { wireError } from '@main/lib/messages'
import { traceParentOf } from '@main/lib/request-ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Forward } from './forward'
import { kilobytes } from './kilobytes'
import type { Headers } from './short-answer'

/** Not imported: `import` reads every export of `node:http`, and some of them load Node's client for WebSockets. */
const http = lazyPackage<typeof Http>('node:http')

const jsonType = 'application/json; charset=utf-8'

/** Errors of Fastify, translated. */
const fastifyErrors: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('BODY_TOO_LARGE', { limit: kilobytes(limits.bodyBytes) }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('CONTENT_TYPE_UNSUPPORTED'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('REQUEST_MALFORMED'),
  FST_ERR_BAD_URL: () => new AppError('ROUTE_NOT_FOUND'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('URL_TOO_LONG', { limit: kilobytes(limits.urlBytes) }),
  FST_ERR_NOT_FOUND: () => new AppError('ROUTE_NOT_FOUND'),
}

/** Converts any thrown value to an AppError; unexpected ones are internal errors. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = typeof error === 'object' && error !== null ? (error as FastifyLikeError) : {}
  const known = code === undefined ? undefined : fastifyErrors[code]
  if (known) return known()
  if (code === 'ECONNRESET') return new AppError('REQUEST_CANCELLED', {}, { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError(statusCode === 404 ? 'ROUTE_NOT_FOUND' : 'REQUEST_MALFORMED', {}, { cause: error })
  return new AppError('INTERNAL', {}, { cause: error })
}

interface FastifyLikeError {
  readonly code?: string
  readonly statusCode?: number
}

/** An error response. Only here an error becomes text and status. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function answerOf(
  thrown: unknown,
  request: { readonly id: string; readonly method: string | undefined; readonly headers: IncomingHttpHeaders },
  log: Log,
): ErrorAnswer {
  const error = toAppError(thrown)
  const entry = errorCatalogue[error.code]
  const { id: requestId, method, headers } = request
  const language = languageOfHeader(headers['accept-language'])
  const traceId = traceParentOf(headers)?.traceId
  const facts = { requestId, ...(traceId !== undefined && { traceId }), code: error.code, method }
  if (entry.reportable === true) log.error({ ...facts, err: error.cause ?? error }, 'fault')
  else log.debug(facts, 'refused')
  const { allowed, seconds } = error.details
  const retryAfter = typeof seconds === 'number' ? String(seconds) : entry.status === 503 ? '1' : undefined
  return {
    status: entry.status,
    headers: {
      ...(Array.isArray(allowed) && { allow: allowed.join(', ') }),
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      // After a body that was not read to its end the connection cannot be used again.
      ...(entry.status === 413 && { connection: 'close' }),
      'cache-control': 'no-store',
      ...(language !== 'en' && { 'content-language': tagOfLanguage(language) }),
      'content-type': jsonType,
    },
    body: JSON.stringify(wireError(error, entry.reportable === true ? requestId : undefined, language)),
  }
}

export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown, log: Log): FastifyReply {
  const { status, headers, body } = answerOf(thrown, request, log)
  return reply.code(status).headers(headers).send(body)
}

/**
 * Handles errors of routes, and unknown addresses.
 *
 * @param forward  passes requests on that other servers can answer
 */
export function addErrorAnswers(
  app: FastifyInstance,
  log: Log,
  methodsAt: (path: string) => readonly string[],
  forward?: Pick<Forward, 'afterError'>,
): void {
  app.setErrorHandler(
    forward === undefined
      ? (error, request, reply) => sendError(request, reply, error, log)
      : async (error, request, reply) => {
          const left = await forward.afterError(error, request, reply)
          return left === undefined ? reply : sendError(request, reply, left, log)
        },
  )
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url.split('?', 1)[0] ?? '')
    const isPreflight = request.headers['access-control-request-method'] !== undefined
    if (request.method === 'OPTIONS' && methods.length > 0 && !isPreflight) return sendMethods(reply, methods)
    if (methods.length === 0 || methods.includes(request.method))
      return sendError(request, reply, new AppError('ROUTE_NOT_FOUND'), log)
    const { method } = request
    return sendError(request, reply, new AppError('METHOD_NOT_ALLOWED', { method, allowed: methods }), log)
  })
}

/** Responds to OPTIONS with the methods of an address (RFC 9110 §9.3.7). */
export function sendMethods(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  return reply
    .code(204)
    .header('allow', [...new Set([...methods, 'OPTIONS'])].join(', '))
    .send()
}

/**
 * Responds on the socket itself to data that isn't an HTTP request.
 *
 * @param fixedHeaders  headers of every response
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, fixedHeaders: Headers): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const method = methodOf(error)
  const code =
    error.code === 'HPE_INVALID_METHOD' && method !== undefined ? 'METHOD_NOT_ALLOWED' : brokenRequestCode(error.code)
  const details =
    code === 'HEADERS_TOO_LARGE'
      ? { limit: kilobytes(limits.headerBytes) }
      : code === 'METHOD_NOT_ALLOWED'
        ? { method }
        : {}
  const body = JSON.stringify(wireError(new AppError(code, details)))
  socket.end(
    [
      `HTTP/1.1 ${errorCatalogue[code].status} ${http().STATUS_CODES[errorCatalogue[code].status] ?? ''}`,
      ...(code === 'METHOD_NOT_ALLOWED' ? [`Allow: ${knownMethods}`] : []),
      `Content-Type: ${jsonType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(fixedHeaders).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const knownMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** Returns the method of a valid request line (RFC 9112 §3), or undefined. */
function methodOf(error: NodeJS.ErrnoException): string | undefined {
  const { rawPacket } = error as { readonly rawPacket?: unknown }
  const start =
    rawPacket instanceof Uint8Array ? Buffer.from(rawPacket.subarray(0, limits.urlBytes)).toString('latin1') : ''
  return /^([\w!#$%&'*+.^`|~-]{1,30}) \S+ HTTP\/1\.\d\r?\n/.exec(start)?.[1]
}

function brokenRequestCode(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'REQUEST_MALFORMED'
}
