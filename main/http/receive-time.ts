import type { IncomingMessage } from 'node:http'
import { limits } from '@common/constants'
import type { FastifyInstance } from 'fastify'
import { answerBrokenRequest } from './errors'

/**
 * A body has to arrive within a time, or it would hold its connection for ever. Uploads have their own, which is why it
 * is kept here: Node knows one for all.
 */
export function addReceiveTime(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { raw, headers } = request
    const isForm = /^\s*multipart\/form-data/i.test(headers['content-type'] ?? '')
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    // Most bodies come with their head: those need no clock.
    if (hasBody && !isForm && !raw.complete) setImmediate(watch, raw)
    done()
  })
}

function watch(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  const late = setTimeout(() => {
    if (request.complete || request.destroyed) return
    const error: NodeJS.ErrnoException = new Error('The body did not arrive in time')
    error.code = 'ERR_HTTP_REQUEST_TIMEOUT'
    answerBrokenRequest(error, request.socket)
  }, limits.requestTimeoutMs)
  const clear = (): void => clearTimeout(late)
  request.once('end', clear)
  request.once('close', clear)
}
