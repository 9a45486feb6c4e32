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
    if (hasBody && !isForm && !raw.complete) {
      const late = setTimeout(() => {
        if (raw.complete || raw.destroyed) return
        const error: NodeJS.ErrnoException = new Error('The body did not arrive in time')
        error.code = 'ERR_HTTP_REQUEST_TIMEOUT'
        answerBrokenRequest(error, raw.socket)
      }, limits.requestTimeoutMs)
      const clear = (): void => clearTimeout(late)
      raw.once('end', clear)
      raw.once('close', clear)
    }
    done()
  })
}
