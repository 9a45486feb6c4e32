import type { IncomingMessage } from 'node:http'
import { limits } from '@common/constants'
import type { FastifyInstance } from 'fastify'
import { answerBrokenRequest } from './errors'
import type { Headers } from './short-answer'

/** A body must arrive within a time limit. Uploads have a longer one, which Node's single setting doesn't support. */
export function addReceiveTime(app: FastifyInstance, fixedHeaders: Headers): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { raw, headers } = request
    const isForm = /^\s*multipart\/form-data/i.test(headers['content-type'] ?? '')
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    // Most bodies arrive with their headers and need no timer.
    if (hasBody && !isForm && !raw.complete) setImmediate(watch, raw, fixedHeaders)
    done()
  })
}

function watch(request: IncomingMessage, fixedHeaders: Headers): void {
  if (request.complete || request.destroyed) return
  const late = setTimeout(() => {
    if (request.complete || request.destroyed) return
    const error: NodeJS.ErrnoException = new Error('The body did not arrive in time')
    error.code = 'ERR_HTTP_REQUEST_TIMEOUT'
    answerBrokenRequest(error, request.socket, fixedHeaders)
  }, limits.requestTimeoutMs)
  const clear = (): void => clearTimeout(late)
  request.once('end', clear)
  request.once('close', clear)
}
