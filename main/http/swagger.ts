import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AppError } from '@common/errors'
import { systemPrincipal } from '@common/principal'
import type { DocumentFormat, Documents } from '@main/dataapi/swagger'
import { languageOfHeader } from '@main/lib/languages'
import { once } from '@main/lib/once'
import type { Invoker } from '@main/operations/invoke'
import type { CallContext } from '@main/operations/context'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callFacts } from './call'
import { checkDatabaseAlias, projectIdOf } from './project-address'
import { apiFilesPath, apiPageHeaders, apiPageScript } from './api-page'
import { graphqlPageScript } from './graphql-page'
import { swagger2Format } from './legacy/swagger-2'
import type { OpenSchema } from './open-schema'
import { swaggerPage, swaggerPageScript } from './swagger-page'

/** Files of the package that the page loads; others aren't served. */
const packageFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}
/** Scripts of our pages: apart from them, because pages run no script of their own text. */
const scripts: Readonly<Record<string, string>> = {
  'api-page.js': apiPageScript,
  'swagger-page.js': swaggerPageScript,
  'graphql-page.js': graphqlPageScript,
}
const openApiFormat: DocumentFormat = { version: '3.1', convert: (document) => document }
const formats: Readonly<Record<string, DocumentFormat>> = {
  '3': openApiFormat,
  '3.1': openApiFormat,
  '2': swagger2Format,
  '2.0': swagger2Format,
}

export interface SwaggerOptions {
  readonly load: () => Promise<Documents>
  readonly openSchema: OpenSchema
}

/** Routes the document of a project, and the page that shows it without a network (wire §12). */
export function addSwaggerRoutes(app: FastifyInstance, invoker: Invoker, { load, openSchema }: SwaggerOptions): void {
  const documentText = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    checkDatabaseAlias(request)
    const projectId = projectIdOf(request)
    const { version = '3.1' } = request.query as { readonly version?: unknown }
    const wanted = typeof version === 'string' && Object.hasOwn(formats, version) ? formats[version] : undefined
    const called = await invoker.context(callFacts(request, reply, projectId))
    const context = (await openSchema(called, projectId)) ? asOwner(called) : called
    const origin = `${request.protocol}://${request.host}`
    const documents = await load()
    const text = await documents({ projectId, context, format: wanted ?? openApiFormat, origin })
    // Checks rights first, so that parameter errors reveal nothing to outsiders.
    if (wanted === undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'version' })
    return text
  }
  app.get('/nc/:projectId/:dbAlias/swagger.json', async (request, reply) =>
    reply.type('application/json; charset=utf-8').send(await documentText(request, reply)),
  )
  app.get('/nc/:projectId/:dbAlias/swagger.yaml', async (request, reply) => {
    const document: unknown = JSON.parse(await documentText(request, reply))
    const { dump } = await import('js-yaml')
    return reply.type('application/yaml; charset=utf-8').send(dump(document, { noRefs: true, lineWidth: -1 }))
  })

  app.get('/nc/:projectId/:dbAlias/swagger', (request, reply) => {
    checkDatabaseAlias(request)
    return reply
      .headers(apiPageHeaders)
      .type('text/html; charset=utf-8')
      .send(swaggerPage(languageOfHeader(request.headers['accept-language'])))
  })

  const folder = once(async () =>
    join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static'),
  )
  app.get(`${apiFilesPath}/:file`, async (request, reply) => {
    const { file } = request.params as { readonly file: string }
    reply.header('cache-control', 'no-cache')
    const script = Object.hasOwn(scripts, file) ? scripts[file] : undefined
    if (script !== undefined) return reply.type('text/javascript; charset=utf-8').send(script)
    const type = Object.hasOwn(packageFiles, file) ? packageFiles[file] : undefined
    if (type === undefined) throw new AppError('ROUTE_NOT_FOUND')
    return reply.type(type).send(await readFile(join(await folder(), file)))
  })
}

/** Builds the document, which holds names and types, never rows. */
function asOwner(context: CallContext): CallContext {
  return { ...context, principal: systemPrincipal }
}
