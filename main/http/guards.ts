import type { AppError } from '@common/errors'
import { languageOfHeader, loadTexts } from '@main/lib/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pipeline } from './pipeline'

/** Runs the rules of the router's requests before anything else: bodies, routes and unknown addresses. */
export function addGuards(app: FastifyInstance, pipeline: Pipeline): void {
  app.addHook('onRequest', (request, reply, done) => {
    const rejection = enter(pipeline, request, reply, isStaticFile(request))
    if (rejection !== undefined) return done(rejection)
    const short = pipeline.answer(request.raw)
    if (short === undefined) {
      // Once for each language: errors and pages are written in the caller's.
      const loading = loadTexts(languageOfHeader(request.headers['accept-language']))
      if (loading === undefined) return done()
      return void loading.then(() => done())
    }
    void reply.code(short.status).headers(short.headers).send()
  })
}

/**
 * Sets the headers of every response and checks the request. Fastify runs no hooks for addresses that it can't decode,
 * so their errors call this too.
 */
export function enter(
  pipeline: Pipeline,
  { raw, id }: Pick<FastifyRequest, 'raw' | 'id'>,
  reply: FastifyReply,
  isStatic = false,
): AppError | undefined {
  reply.headers(pipeline.headers(raw, id))
  return pipeline.rejection({ request: raw, response: reply.raw, isStatic })
}

/** Wildcard route of the page's files. */
const staticRoute = '/dashboard/*'

/** Decided by the matched route, not by the address. */
function isStaticFile({ method, routeOptions }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && routeOptions.url === staticRoute
}
