import type { Socket } from 'node:net'
import { limits } from '@common/constants'
import { AppError, errorCatalogue, type ErrorCode } from '@common/errors'
import type { Log } from '@main/lib/log'
import { wireError } from '@main/lib/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { kilobytes } from './guards'

const jsonType = 'application/json; charset=utf-8'

/** What Fastify itself refuses, in our words. */
const fastifyErrors: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('BODY_TOO_LARGE', { limit: kilobytes(limits.bodyBytes) }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('CONTENT_TYPE_UNSUPPORTED'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('REQUEST_MALFORMED'),
  FST_ERR_BAD_URL: () => new AppError('ROUTE_NOT_FOUND'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('URL_TOO_LONG', { limit: kilobytes(limits.urlBytes) }),
  FST_ERR_NOT_FOUND: () => new AppError('ROUTE_NOT_FOUND'),
}

/** Anything thrown becomes one of ours; what is not foreseen is a fault of ours. */
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

/** Answers an error: the one place where the fact becomes a sentence and a status. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown, log: Log): FastifyReply {
  const error = toAppError(thrown)
  const entry = errorCatalogue[error.code]
  if (entry.reportable === true)
    log.error({ requestId: request.id, code: error.code, method: request.method, err: error.cause ?? error }, 'fault')
  else log.debug({ requestId: request.id, code: error.code, method: request.method }, 'refused')
  const allowed = error.details['allowed']
  if (Array.isArray(allowed)) reply.header('allow', allowed.join(', '))
  const seconds = error.details['seconds']
  if (typeof seconds === 'number') reply.header('retry-after', String(seconds))
  else if (entry.status === 503) reply.header('retry-after', '1')
  // After a body that was not read to its end the connection cannot be used again.
  if (entry.status === 413) reply.header('connection', 'close')
  return reply
    .code(entry.status)
    .header('cache-control', 'no-store')
    .type(jsonType)
    .send(JSON.stringify(wireError(error, entry.reportable === true ? request.id : undefined)))
}

/** Errors of routes, and addresses that no route answers. */
export function addErrorAnswers(app: FastifyInstance, log: Log, methodsAt: (path: string) => readonly string[]): void {
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, log))
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url.split('?', 1)[0] ?? '')
    if (methods.length === 0 || methods.includes(request.method))
      return sendError(request, reply, new AppError('ROUTE_NOT_FOUND'), log)
    const { method } = request
    return sendError(request, reply, new AppError('METHOD_NOT_ALLOWED', { method, allowed: methods }), log)
  })
}

/** What arrives so broken that there is no request: answered on the socket itself. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = brokenRequestCode(error.code)
  const details = code === 'HEADERS_TOO_LARGE' ? { limit: kilobytes(limits.headerBytes) } : {}
  const body = JSON.stringify(wireError(new AppError(code, details)))
  socket.end(
    [
      `HTTP/1.1 ${errorCatalogue[code].status} ${code}`,
      `Content-Type: ${jsonType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function brokenRequestCode(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'REQUEST_MALFORMED'
}
