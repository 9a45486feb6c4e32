import { timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Knex } from 'knex'
import { RequestError, sendError } from './lib/errors.ts'
import { validatorCompiler } from './lib/validator.ts'
import { routes } from './routes/index.ts'

export interface AppOptions {
  readonly db: Knex
  /** Requests need it as `Authorization: Bearer …`. Default: none. */
  readonly apiToken?: string | undefined
  readonly logger?: FastifyServerOptions['logger']
}

/** Builds the server without listening. Closing it closes the database. */
export function buildApp({ db, apiToken, logger = false }: AppOptions): FastifyInstance {
  const app = fastify({ logger, routerOptions: { maxParamLength: 1000 } })
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'There is no such address' }))
  if (apiToken !== undefined)
    app.addHook('onRequest', async ({ headers }) => {
      if (!isEqual(headers.authorization ?? '', `Bearer ${apiToken}`)) throw new RequestError(401, 'The token is wrong')
    })
  app.addHook('onClose', () => db.destroy())
  app.register(routes, { db })
  return app
}

/** Compares in a time that doesn't depend on the texts. */
function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
