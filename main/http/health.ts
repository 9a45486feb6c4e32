import type { FastifyInstance } from 'fastify'

/** State of this server for a load balancer. */
export interface Health {
  /** False while the meta store is away. Must answer within seconds. */
  readonly isReady: () => Promise<boolean>
  /** True once the server stops. */
  readonly isDraining: () => boolean
}

/**
 * Routes `GET /health/live`: the process answers; and `GET /health/ready`: it can work, so the balancer may send
 * requests. They need no token and say nothing else.
 */
export function addHealthRoutes(app: FastifyInstance, { isReady, isDraining }: Health): void {
  app.get('/health', () => ({ status: 'ok' }))
  app.get('/health/live', () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const status = isDraining() ? 'draining' : (await isReady()) ? 'ready' : 'waiting'
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
