import { AppError } from '@common/errors'
import { isSameSecret } from '@main/lib/same-secret'
import type { Metrics } from './metrics-registry'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passedOn } from './call'

export interface MetricsRoute {
  readonly metrics: Metrics
  /** Undefined: only programs of this computer read them. */
  readonly token: string | undefined
}

/**
 * Routes `GET /metrics` in the format of Prometheus. With a token, the caller sends it as `Authorization: Bearer`.
 * Without one, only a direct connection from this computer is served: a proxy here would pass on requests of anyone.
 */
export function addMetricsRoute(app: FastifyInstance, { metrics, token }: MetricsRoute): void {
  app.get('/metrics', async (request, reply) => {
    const mayRead = token === undefined ? isLocal(request) : hasToken(request, token)
    // Looks like a server without metrics.
    if (!mayRead) throw new AppError('ROUTE_NOT_FOUND')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function isLocal({ socket, headers }: FastifyRequest): boolean {
  const { remoteAddress = '' } = socket
  // A proxy that names itself nowhere still passes on the public name.
  const isOurName = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(headers.host ?? '')
  return isOurName && /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress) && !passedOn(headers)
}

function hasToken({ headers: { authorization = '' } }: FastifyRequest, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
  return isSameSecret(given, token)
}
