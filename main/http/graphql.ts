import { AppError, errorCatalogue } from '@common/errors'
import type { GraphqlHandler } from '@main/dataapi/graphql'
import type { Invoker } from '@main/operations/invoke'
import { languageOfHeader } from '@main/lib/languages'
import { graphqlError, wireError } from '@main/lib/messages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiPageHeaders } from './api-page'
import { callFacts, changeHeaders } from './call'
import { toAppError } from './errors'
import { eventStreamType, type SendEvents } from './event-stream'
import { graphqlPage } from './graphql-page'
import { readJson } from './json-body'
import type { OpenSchema } from './open-schema'
import { projectIdOf } from './project-address'

const json = 'application/json; charset=utf-8'

export interface GraphqlOptions {
  readonly load: () => Promise<GraphqlHandler>
  readonly sendEvents: SendEvents
  readonly openSchema: OpenSchema
}

/** Routes `POST /nc/{projectId}/v1/graphql`, and GET with `?query=` for queries (wire §11). */
export function addGraphqlRoutes(
  app: FastifyInstance,
  invoker: Invoker,
  { load, sendEvents, openSchema }: GraphqlOptions,
): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/nc/:projectId/v1/graphql',
    handler: async (request, reply) => {
      const projectId = projectIdOf(request)
      const query = request.query as Readonly<Record<string, unknown>>
      if (request.method === 'GET' && query['query'] === undefined && wantsPage(request.headers.accept))
        return reply
          .headers(apiPageHeaders)
          .type('text/html; charset=utf-8')
          .send(graphqlPage(languageOfHeader(request.headers['accept-language'])))
      const facts = callFacts(request, reply, projectId)
      const context = await invoker.context(facts)
      const handle = await load()
      const answer = await handle({
        projectId,
        context,
        request: request.method === 'GET' ? queryRequest(query) : request.body,
        mayWrite: request.method !== 'GET',
        mayLook: await openSchema(context, projectId),
        mayStream: (request.headers.accept ?? '').includes(eventStreamType),
        recheck: async () => invoker.context(facts),
      })
      if ('stream' in answer) return sendEvents(reply, asEvents(answer.stream))
      const { status, body, headers = {} } = answer
      return reply
        .code(status)
        .headers({ ...headers, ...changeHeaders(context) })
        .type(json)
        .send(typeof body === 'string' ? body : asBuffer(body))
    },
    // Tools of GraphQL read `errors`; everybody else reads `msg` and `code`.
    errorHandler: (error, request, reply) => {
      const known = toAppError(error)
      if (errorCatalogue[known.code].reportable === true) throw error
      void sendRefusal(reply, known, languageOfHeader(request.headers['accept-language']))
    },
  })
}

function sendRefusal(reply: FastifyReply, error: AppError, language: string): FastifyReply {
  const { msg, code, message } = wireError(error, undefined, language)
  const allowed = error.details['allowed']
  if (Array.isArray(allowed)) reply.header('allow', allowed.join(', '))
  return reply
    .code(errorCatalogue[error.code].status)
    .header('cache-control', 'no-store')
    .type(json)
    .send(JSON.stringify({ msg, code, message, errors: [graphqlError(error, undefined, language)] }))
}

/** True for a browser, false for tools that accept anything. */
function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true
}

/** @throws AppError JSON_INVALID */
function queryRequest(query: Readonly<Record<string, unknown>>): unknown {
  const { variables, ...rest } = query
  if (variables === undefined || variables === '') return rest
  if (typeof variables !== 'string') throw new AppError('GRAPHQL_INVALID')
  return { ...rest, variables: readJson(Buffer.from(variables)) }
}

/** Yields events in the format of GraphQL tools: `next` for each response, `complete` at the end. */
async function* asEvents(answers: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const answer of answers) yield `event: next\ndata: ${answer}\n\n`
  yield 'event: complete\ndata:\n\n'
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
